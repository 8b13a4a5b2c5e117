package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.privacy.AlignParty;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** Rejects views that parties lack, where a method needs them or masks would not hide sums. */
  private static <C extends Record> void requireLackedViews(
      Configured<C, ?> method, Layout layout, Protection protection) {
    if (!layout.lacksViews()) {
      return;
    }
    if (!method.method().blankRows(method.config())) {
      throw new BadInput(
          "with these settings %s needs every view at every party, but a party lacks one; remove 'lacks', or use another method"
              .formatted(method.method().name()));
    }
    requireHeld(layout);
    if (protection.estimates()) {
      throw new BadInput(
          "a party lacks a view, of which it adds 0, and the median or trimmed mean of the parties' numbers would count that; use 'aggregation: plain' or 'masked'");
    }
    if (protection.masked() && method.method().blankAsks(method.config()).isEmpty()) {
      requireTogether(layout);
    } else if (protection.masked()) {
      requireAlike(layout);
    }
  }

  private static void requireHeld(Layout layout) {
    for (String view : layout.views()) {
      if (having(layout, Set.of(view)) == 0) {
        throw new BadInput("every party lacks the view %s; take it out of 'views'".formatted(view));
      }
    }
  }

  private static long having(Layout layout, Set<String> views) {
    return layout.sites().stream().filter(site -> site.views().keySet().containsAll(views)).count();
  }

  /** Rejects sums over too few parties that have a view, or two. */
  private static void requireTogether(Layout layout) {
    for (String one : layout.views()) {
      for (String other : layout.views()) {
        long parties = having(layout, Set.copyOf(List.of(one, other)));
        if (parties > 0 && parties < Protection.LEAST_MASKED) {
          throw few("%d of the parties have %s and %s".formatted(parties, one, other));
        }
      }
    }
  }

  /** Rejects too few parties with the same views, where sums tell them from the others. */
  private static void requireAlike(Layout layout) {
    layout.sites().stream()
        .collect(Collectors.groupingBy(site -> site.views().keySet(), Collectors.counting()))
        .forEach(
            (views, parties) -> {
              if (parties < Protection.LEAST_MASKED) {
                throw few(
                    "%d of the parties have these views and no others: %s"
                        .formatted(parties, String.join(", ", views)));
              }
            });
  }

  private static BadInput few(String who) {
    return new BadInput(
        "%s, and masks would not hide their numbers in sums over fewer than %d; let at least so many have the same views, or set 'protection: {aggregation: plain}', which hides none"
            .formatted(who, Protection.LEAST_MASKED));
  }

  /** Rejects rows that parties may lack for a method that needs every row of every party. */
  public static <C extends Record> void requireBlankRows(
      Configured<C, ?> method, Layout layout, Protection protection) {
    requireLackedViews(method, layout, protection);
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
