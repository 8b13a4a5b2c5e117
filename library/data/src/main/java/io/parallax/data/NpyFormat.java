package io.parallax.data;

import java.util.List;
import java.util.Optional;

/** Arrays of NumPy: {@code {npy: FILE}}. */
public final class NpyFormat implements RowFormat {
  @Override
  public String name() {
    return "npy";
  }

  @Override
  public List<Key> keys() {
    return List.of(
        new Key("transpose", "true: samples are the file's columns", false),
        new Key("steps", "of a sequence, so many are kept, the last ones", false),
        new Key("least", "shorter sequences are left out", false),
        new Key("statistics", "true: sequences become columns that describe them", false));
  }

  @Override
  public List<String> endings() {
    return List.of(".npy", ".npz");
  }

  @Override
  public RowSource source(Section section) {
    return new MatrixFile(section.file(), Optional.empty(), section.flag("transpose"));
  }

  @Override
  public boolean begins(byte[] head) {
    return head.length > 1 && head[0] == (byte) 0x93 && head[1] == 'N';
  }
}
