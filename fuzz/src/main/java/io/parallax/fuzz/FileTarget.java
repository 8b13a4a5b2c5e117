package io.parallax.fuzz;

import io.parallax.core.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A file of this program's own with checksums. They would stop a fuzzer, and whoever can change the
 * file can write them, too: an input's first byte says if they are made to fit what they cover.
 */
public abstract class FileTarget implements Target {
  private static final byte AS_IT_IS = 0;
  private static final byte REPAIRED = 1;
  private final String name;
  private final String sentence;
  private final Set<Class<? extends Failure>> rejections;

  protected FileTarget(String name, String sentence, Set<Class<? extends Failure>> rejections) {
    this.name = name;
    this.sentence = sentence;
    this.rejections = rejections;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String sentence() {
    return sentence;
  }

  @Override
  public final Set<Class<? extends Failure>> rejections() {
    return rejections;
  }

  /** Returns files as the program writes them. */
  protected abstract List<byte[]> files() throws IOException;

  /** Makes the checksums fit, as far as the file has the form to hold some. */
  protected abstract void repair(ByteBuffer file);

  /** Reads the file. */
  protected abstract void read(Path file) throws IOException;

  @Override
  public final List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (byte[] file : files()) {
      for (byte how : new byte[] {AS_IT_IS, REPAIRED}) {
        ByteArrayOutputStream seed = new ByteArrayOutputStream();
        seed.write(how);
        seed.writeBytes(file);
        seeds.add(seed.toByteArray());
      }
    }
    return seeds;
  }

  @Override
  public final void run(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    byte[] content = Arrays.copyOfRange(input, 1, input.length);
    if ((input[0] & REPAIRED) != 0) {
      repair(ByteBuffer.wrap(content));
    }
    read(Scratch.file(name + ".file", content));
  }
}
