package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.privacy.AlignParty;
import java.util.List;
import java.util.Optional;
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

  /** Returns the least number of parties that add to a masked sum about a row. */
  public static int least(int parties) {
    return between("align.least", parties, Protection.LEAST_MASKED, Protection.MOST_MASKED);
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

  /** Rejects rows that parties may lack where the method or masks do not allow it. */
  public static void requireBlankRows(Configured<?, ?> method, Study study) {
    requireLackedViews(method, study.layout(), study.protection());
    Align align = study.protection().align();
    if (align.whole()) {
      return;
    }
    requireBlanks(method);
    if (study.protection().masked()) {
      requireHiding(method, study);
    } else if (align.blanks().least() != Protection.LEAST_MASKED) {
      throw new BadInput(
          "align.least is for masked sums, and these are plain and hide nothing; leave it out, or set 'protection: {aggregation: masked}'");
    }
    int others = study.layout().parties().size() - (study.layout().labelled() ? 1 : 0);
    if (align.blanks().others() > others) {
      throw new BadInput(
          "align.need is %d, but there are only %d other parties; it must be at most that"
              .formatted(align.blanks().others(), others));
    }
    if (align.apart()) {
      requireOrder(study.layout());
    }
  }

  /** Rejects parties that may lack rows where nobody's rows are the study's. */
  public static void requireOrder(Layout layout) {
    if (!layout.labelled()) {
      throw new BadInput(
          "with align.need parties that align privately take the rows of the one with the labels, and nobody has labels here; leave align.need out, or give a party 'labels'");
    }
  }

  /** Returns why sums of three parties are plain if rows may be lacked, and what masks would do. */
  public static Optional<String> plain(Study study) {
    Protection protection = study.protection();
    Layout layout = study.layout();
    boolean three = layout.parties().size() == Protection.LEAST_MASKED;
    if (protection.masked() || !three || !protection.align().lacksRows(layout)) {
      return Optional.empty();
    }
    boolean can =
        !study.method().method().sumsOfPairs()
            && !study.stop().goesOn()
            && Exposure.labelHolderAdds(study.method());
    return Optional.of(
        "sums are plain: with three parties masks would leave out every row that a party lacks"
            + (can
                ? "; 'protection: {aggregation: masked}' gets masks, and leaves these rows out"
                : ""));
  }

  private static <C extends Record> void requireBlanks(Configured<C, ?> method) {
    if (!method.method().blankRows(method.config())) {
      throw new BadInput(
          "align.need lets parties lack rows, but with these settings %s needs every row of every party; leave it out, or use another method"
              .formatted(method.method().name()));
    }
  }

  /** Rejects masked sums that would be over too few parties, or over other parties later on. */
  private static void requireHiding(Configured<?, ?> method, Study study) {
    if (method.method().sumsOfPairs()) {
      throw new BadInput(
          "align.need lets parties lack rows, and %s adds numbers about pairs of rows: of a pair that one party alone has, masks would not hide its numbers; leave align.need out, or set 'protection: {aggregation: plain}', which hides none"
              .formatted(method.method().name()));
    }
    if (study.stop().goesOn()) {
      throw new BadInput(
          "align.need lets parties lack rows, and with stop.lost 'continue' one that leaves could leave two others of a row behind, whose numbers masks would not hide from each other; remove one of them, or set 'protection: {aggregation: plain}', which hides none");
    }
    boolean all = Exposure.labelHolderAdds(method);
    int parties = study.layout().parties().size() - (all ? 0 : 1);
    int least = study.protection().align().blanks().least();
    if (parties < least) {
      throw new BadInput(
          "align.need leaves out rows about which fewer than %d parties add to a masked sum, and %d parties add to one here%s; add parties, or set 'protection: {aggregation: plain}', which hides none"
              .formatted(least, parties, all ? "" : ", all but the one with the labels"));
    }
  }
}
