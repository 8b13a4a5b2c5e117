package io.parallax.study;

import io.parallax.core.Target;
import java.util.List;
import java.util.Locale;
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
   * Numbers, counts or times until an event, learnt from a target.
   *
   * @param kind the kind of values
   */
  record Values(Kind kind) implements Task {
    /** The kinds of values that a target has. */
    public enum Kind {
      NUMBER(Target.Numbers.class),
      COUNT(Target.Counts.class),
      TIME(Target.Survival.class);

      private final Class<? extends Target> type;

      Kind(Class<? extends Target> type) {
        this.type = type;
      }

      /** Returns the type of such a target. */
      public Class<? extends Target> type() {
        return type;
      }

      /** Returns the word for it in a study file. */
      public String word() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    @Override
    public boolean learnsLabels() {
      return true;
    }

    @Override
    public int outcomes(int classes) {
      return 1;
    }

    @Override
    public List<String> outcomes(List<String> classes) {
      return List.of(kind == Kind.TIME ? "risk" : "prediction");
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
