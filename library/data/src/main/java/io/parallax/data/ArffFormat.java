package io.parallax.data;

import java.util.List;

/** Weka's files: {@code {arff: FILE}}. */
public final class ArffFormat implements RowFormat {
  @Override
  public String name() {
    return "arff";
  }

  @Override
  public List<Key> keys() {
    return TABLE;
  }

  @Override
  public List<String> endings() {
    return List.of(".arff");
  }

  @Override
  public RowSource source(Section section) {
    return new ArffFile(section.file());
  }
}
