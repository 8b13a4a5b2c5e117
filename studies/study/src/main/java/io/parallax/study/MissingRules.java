package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.data.Filling;
import io.parallax.data.Missing;
import io.parallax.data.Missing.Fill;

/** Rejects treatments of missing values that no study may ask for. */
public final class MissingRules {
  private MissingRules() {}

  /** Returns the number of similar rows whose mean replaces a value. */
  public static int neighbours(Fill fill, int count) {
    if (fill != Fill.NEAREST) {
      throw new BadInput(
          "missing.k is the number of similar rows, for 'fill: nearest'; remove it, or fill by them");
    }
    if (StudyRules.atLeast("missing.k", count, 1) > Filling.MOST_ROWS) {
      throw new BadInput(
          "missing.k is %d and must be at most %d".formatted(count, Filling.MOST_ROWS));
    }
    return count;
  }

  /** Rejects an indicator of missing values that are an error. */
  public static void requireFill(Fill fill, boolean indicated) {
    if (indicated && fill == Fill.ERROR) {
      throw new BadInput(
          "missing.indicator tells of missing values, which are an error here; add 'fill: mean', 'median' or 'nearest'");
    }
  }

  /** Rejects a treatment that needs all rows of a view at one party, where several have some. */
  public static Missing requireFit(Missing rule, Layout layout) {
    if (layout.spreadsRows() && !rule.fromSums()) {
      throw new BadInput(
          "missing is '%s', which needs all rows of a view at one party, and here each has its own; use 'missing: mean'"
              .formatted(rule.fill().word() + (rule.indicated() ? ", indicator: true" : "")));
    }
    return rule;
  }
}
