package io.parallax.study;

import java.util.List;
import java.util.stream.IntStream;

/** The kind of thing that a study learns. */
public sealed interface Task {
  /** Returns whether training needs labels. */
  boolean learnsLabels();

  /**
   * Returns the number of outcomes that a row is sorted into.
   *
   * @param classes number of classes that the labels have
   */
  int outcomes(int classes);

  /** Returns the names of the outcomes, given those of the labels' classes. */
  List<String> outcomes(List<String> classes);

  /** Classes, learnt from labels. */
  record Classes() implements Task {
    @Override
    public boolean learnsLabels() {
      return true;
    }

    @Override
    public int outcomes(int classes) {
      return classes;
    }

    @Override
    public List<String> outcomes(List<String> classes) {
      return classes;
    }
  }

  /**
   * Groups of similar rows, found without labels; labels, if there are any, only judge them.
   *
   * @param count number of groups
   */
  record Groups(int count) implements Task {
    @Override
    public boolean learnsLabels() {
      return false;
    }

    @Override
    public int outcomes(int classes) {
      return count;
    }

    @Override
    public List<String> outcomes(List<String> classes) {
      return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
    }
  }
}
