package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.data.Filling;
import io.parallax.data.Missing;
import io.parallax.data.Missing.Fill;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

  /** Rejects names of columns where each party finds those with missing values by itself. */
  public static Missing requireFit(Missing rule, Layout layout) {
    if (!layout.spreadsRows() && !rule.columns().isEmpty()) {
      throw new BadInput(
          "missing.indicator names columns, which is for parties with people of their own, and here they have the same people; write 'indicator: true', which finds the columns with missing values");
    }
    return rule;
  }

  /** Rejects a list of columns that get an indicator, if it is empty or names one twice. */
  public static List<String> indicated(List<String> columns) {
    if (columns.isEmpty()) {
      throw new BadInput(
          "missing.indicator is an empty list; name at least one column, or write 'indicator: true' for all");
    }
    Set<String> seen = new HashSet<>();
    for (String column : columns) {
      if (!seen.add(column)) {
        throw new BadInput(
            "missing.indicator names column '%s' twice; name it once".formatted(column));
      }
    }
    return columns;
  }
}
