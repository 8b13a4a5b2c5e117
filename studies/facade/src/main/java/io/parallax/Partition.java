package io.parallax;

import io.parallax.study.Layout;
import io.parallax.study.PartitionRules;
import io.parallax.study.Study;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Partition.How;
import io.parallax.study.Study.Source;
import io.parallax.study.StudyRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A way to cut one data set into parties. It is immutable. */
public sealed interface Partition {
  /** Spreads rows so that every party has the same share of every class. */
  static Spread iid(int parties) {
    return spread(How.IID, parties, PartitionRules.ALPHA, Optional.empty());
  }

  /** Spreads rows unevenly over parties, the more so the smaller alpha is. */
  static Spread dirichlet(int parties, double alpha) {
    return spread(How.DIRICHLET, parties, PartitionRules.alpha(alpha), Optional.empty());
  }

  /** Makes a party of every subject; a column of the labels names the subject of a row. */
  static Spread subjects(String column) {
    return new Spread(
        new Study.Partition(
            How.SUBJECT, 0, PartitionRules.ALPHA, Optional.of(column), 0, Optional.empty()));
  }

  /** Spreads subjects over parties; a column of the labels names the subject of a row. */
  static Spread subjects(int parties, String column) {
    return spread(How.SUBJECT, parties, PartitionRules.ALPHA, Optional.of(column));
  }

  /** Makes a party of every view, of the same name; the first one holds the labels. */
  static Partition views() {
    return new Views();
  }

  /**
   * Cuts the images of a single view, from top to bottom, into the parties part-1, part-2 ….
   *
   * @param parts the number of parties
   * @param active the part with the labels, from 1
   */
  static Partition imageParts(int parts, int active) {
    StudyRules.atLeast("partition.parts", parts, 1);
    return new Parts(parts, PartitionRules.active(active, parts));
  }

  private static Spread spread(How how, int parties, double alpha, Optional<String> column) {
    int count = StudyRules.atLeast("partition.parties", parties, 1);
    return new Spread(new Study.Partition(how, count, alpha, column, 0, Optional.empty()));
  }

  /** Returns the layout of a data set that is cut in this way. */
  Layout layout(Map<String, Source> views, LabelSource labels);

  /**
   * Rows that are spread over parties, each of which holds all views and its own labels.
   *
   * @param how the way of spreading
   */
  record Spread(Study.Partition how) implements Partition {
    /** Lets each party train on so many rows at most, drawn at random. */
    public Spread atMost(int rows) {
      int most = StudyRules.atLeast("partition.rows", rows, 1);
      return new Spread(
          new Study.Partition(
              how.how(), how.parties(), how.alpha(), how.column(), most, how.spoilt()));
    }

    /** Gives the first parties random training labels, to measure their effect on the others. */
    public Spread randomLabels(int parties) {
      return spoilt(parties, false);
    }

    /** Gives the first parties the training labels of the next class. */
    public Spread turnedLabels(int parties) {
      return spoilt(parties, true);
    }

    private Spread spoilt(int parties, boolean turned) {
      Study.Partition.Spoilt some = PartitionRules.spoilt(parties, turned, how.parties());
      return new Spread(
          new Study.Partition(
              how.how(), how.parties(), how.alpha(), how.column(), how.rows(), Optional.of(some)));
    }

    @Override
    public Layout layout(Map<String, Source> views, LabelSource labels) {
      return new Layout.Pooled(optional(views), Optional.of(labels), how);
    }
  }

  /** A party for every view. */
  record Views() implements Partition {
    @Override
    public Layout layout(Map<String, Source> views, LabelSource labels) {
      return new Layout.Vertical(PartitionRules.holders(optional(views), Optional.of(labels)));
    }
  }

  /** A party for every part of the images. */
  record Parts(int parts, int active) implements Partition {
    @Override
    public Layout layout(Map<String, Source> views, LabelSource labels) {
      return new Layout.Vertical(
          PartitionRules.parts(
              PartitionRules.images(List.copyOf(views.values())), labels, parts, active));
    }
  }

  private static Map<String, Optional<Source>> optional(Map<String, Source> views) {
    Map<String, Optional<Source>> all = new LinkedHashMap<>();
    views.forEach((view, source) -> all.put(view, Optional.of(source)));
    return all;
  }
}
