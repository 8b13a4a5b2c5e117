package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.privacy.AlignParty;

/** Rejects alignments that no study may ask for. */
public final class AlignRules {
  private static final int MOST_PAD = 1 << 20;

  private AlignRules() {}

  /** Rejects an alignment of parties that hold different people. */
  public static void requireSamePeople(Layout layout) {
    if (layout.spreadsRows()) {
      throw new BadInput("align is for parties that hold the same people; here each has its own");
    }
  }

  /** Returns the multiple to which numbers of ids are rounded up. */
  public static int pad(int pad) {
    return between("align.pad", pad, 1, MOST_PAD);
  }

  /** Returns the largest number of ids of a party. */
  public static int mostIds(int most) {
    return between("align.most", most, 1, AlignParty.MOST);
  }

  /** Returns the number of parties besides the label holder that must have a row. */
  public static int need(int others) {
    return between("align.need", others, 0, Protection.MOST_MASKED);
  }

  private static int between(String key, int value, int least, int most) {
    if (StudyRules.atLeast(key, value, least) > most) {
      throw new BadInput(key + " is " + value + " and must be at most " + most);
    }
    return value;
  }

  /** Rejects rows that parties may lack for a method that needs every row of every party. */
  public static <C extends Record> void requireBlankRows(
      Configured<C, ?> method, Layout layout, Protection protection) {
    Align align = protection.align();
    if (align.whole()) {
      return;
    }
    if (!method.method().blankRows(method.config())) {
      throw new BadInput(
          "align.need lets parties lack rows, but with these settings %s needs every row of every party; leave it out, or use another method"
              .formatted(method.method().name()));
    }
    if (protection.masked() && method.method().sumsOfPairs()) {
      throw new BadInput(
          "align.need lets parties lack rows, and %s adds numbers about pairs of rows: of a pair that one party alone has, masks would not hide its numbers; leave align.need out, or set 'protection: {aggregation: plain}', which hides none"
              .formatted(method.method().name()));
    }
    int others = layout.parties().size() - (layout.labelled() ? 1 : 0);
    if (align.blanks().others() > others) {
      throw new BadInput(
          "align.need is %d, but there are only %d other parties; it must be at most that"
              .formatted(align.blanks().others(), others));
    }
  }
}
