package io.parallax.report;

import io.parallax.core.BadInput;
import io.parallax.eval.MeanRanks;
import io.parallax.pages.NumberText;
import io.parallax.pages.Svg;
import io.parallax.pages.SvgFile;
import io.parallax.run.ComparedMethod;
import io.parallax.run.ComparedMethods;
import io.parallax.run.Metrics;
import io.parallax.run.RunComparison;
import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Methods on a line, the best at the right, as inline SVG: a bar joins those that a test cannot
 * tell apart.
 */
public final class CriticalDifferences {
  private static final double LEVEL = 0.05;
  private static final int WIDTH = 800;
  private static final int EDGE = 250;
  private static final int ROW = 18;
  private static final int LONGEST = 32;

  /** A method's place on the line. */
  private record Place(String name, double value, String text) {}

  private CriticalDifferences() {}

  /**
   * Returns the picture of a whole comparison, as the text of an SVG file: mean ranks over several
   * data sets, or the means on one.
   */
  public static String file(RunComparison compared) {
    Optional<Svg> ranked = compared.ranks().map(ranks -> of(compared, ranks));
    Optional<Svg> picture = compared.sets().size() > 1 ? ranked : single(compared.sets().get(0));
    return SvgFile.text(
        picture.orElseThrow(
            () ->
                new BadInput(
                    "there is no picture of these runs; --svg needs two methods or more that are"
                        + " all judged by the same metric")));
  }

  private static Optional<Svg> single(ComparedMethods set) {
    ComparedMethods shown = set.own().methods().size() > 1 ? set.own() : set;
    Optional<String> judged = shown.main().filter(metric -> shown.judged(metric) > 1);
    if (judged.isPresent() && !tested(shown, judged.get())) {
      throw new BadInput(
          "there is no test between the methods of %s, so that no picture can tell them apart; judge them on two splits or more, each with held-out rows of its own"
              .formatted(shown.data()));
    }
    return judged.map(metric -> of(shown, metric));
  }

  /** Returns whether a test compares any two of the methods. */
  static boolean tested(ComparedMethods set, String metric) {
    return set.pairs(metric).stream().anyMatch(pair -> !Double.isNaN(pair.adjusted()));
  }

  /**
   * Draws the means of one data set; joined are pairs whose adjusted p is not below 5 %, and those
   * without a test.
   */
  static Svg of(ComparedMethods set, String metric) {
    List<ComparedMethods.Pair> pairs = set.pairs(metric);
    List<Place> places = new ArrayList<>();
    for (ComparedMethod method : set.methods()) {
      method.summary(metric).ifPresent(found -> places.add(place(method.name(), metric, found)));
    }
    boolean smaller = Metrics.smallerIsBetter(metric);
    places.sort(Comparator.comparingDouble(place -> smaller ? -place.value() : place.value()));
    return drawn(
        places,
        (one, other) ->
            pairs.stream()
                .filter(pair -> joins(set, pair, one.name(), other.name()))
                .noneMatch(pair -> pair.adjusted() < LEVEL),
        Metrics.label(metric) + " of the methods");
  }

  private static Place place(String name, String metric, MeanSd found) {
    double value = Metrics.isShare(metric) ? 100 * found.mean() : found.mean();
    return new Place(
        name, value, NumberText.format(Metrics.isShare(metric) ? "%.2f" : "%.4f", value));
  }

  private static boolean joins(
      ComparedMethods set, ComparedMethods.Pair pair, String one, String other) {
    List<String> names = List.of(set.names().get(pair.one()), set.names().get(pair.other()));
    return names.contains(one) && names.contains(other);
  }

  /** Draws mean ranks; joined are those that differ by less than the critical difference. */
  static Svg of(RunComparison compared, MeanRanks ranks) {
    List<Place> places =
        IntStream.range(0, ranks.ranks().length)
            .mapToObj(
                i ->
                    new Place(
                        compared.common().get(i),
                        ranks.ranks()[i],
                        NumberText.format("%.2f", ranks.ranks()[i])))
            .sorted(Comparator.comparingDouble(place -> -place.value()))
            .toList();
    return drawn(
        places,
        (one, other) -> Math.abs(one.value() - other.value()) < ranks.criticalDifference(),
        "Mean ranks of the methods");
  }

  /**
   * @param places the worst first
   */
  private static Svg drawn(List<Place> places, BiPredicate<Place, Place> alike, String label) {
    List<int[]> bars = bars(places, alike);
    int half = (places.size() + 1) / 2;
    int axis = 30;
    int names = axis + 14 + 9 * bars.size();
    Svg svg =
        Charts.wide(names + ROW * half + 8, label)
            .attr("viewBox", "0 0 " + WIDTH + " " + (names + ROW * half + 8));
    double[] x = places.stream().mapToDouble(place -> across(places, place.value())).toArray();
    svg.with(Svg.line("axis", EDGE, axis, WIDTH - EDGE, axis));
    svg.with(Svg.text(EDGE, 16, "worse").centred(), Svg.text(WIDTH - EDGE, 16, "better").centred());
    for (int i = 0; i < places.size(); i++) {
      boolean left = i < half;
      double y = names + ROW * (left ? i : places.size() - 1 - i) + 6;
      double end = left ? EDGE - 16 : WIDTH - EDGE + 16;
      Place place = places.get(i);
      svg.with(Svg.line("axis", x[i], axis, x[i], y), Svg.line("axis", x[i], y, end, y));
      svg.with(
          Svg.circle(x[i], axis, 3.5).withClass("bar").tip(place.name() + ": " + place.text()));
      String text = Charts.shortened(place.name(), LONGEST) + "  " + place.text();
      Svg name = Svg.text(left ? end - 4 : end + 4, y + 4, text);
      svg.with(left ? name.ending() : name);
    }
    for (int b = 0; b < bars.size(); b++) {
      double y = axis + 9 + 9 * b;
      int[] bar = bars.get(b);
      svg.with(
          Svg.bar("bar", x[bar[0]] - 4, y, x[bar[1]] - x[bar[0]] + 8, 4).tip(joined(places, bar)));
    }
    return svg;
  }

  private static String joined(List<Place> places, int[] bar) {
    return "not told apart: "
        + String.join(", ", places.subList(bar[0], bar[1] + 1).stream().map(Place::name).toList());
  }

  private static double across(List<Place> places, double value) {
    double from = places.get(0).value();
    double span = places.get(places.size() - 1).value() - from;
    return span == 0 ? WIDTH / 2.0 : EDGE + (WIDTH - 2.0 * EDGE) * (value - from) / span;
  }

  /** Returns the first and last of every longest run of methods that are all alike. */
  static <T> List<int[]> bars(List<T> sorted, BiPredicate<T, T> alike) {
    List<int[]> bars = new ArrayList<>();
    int reached = 0;
    for (int from = 0; from < sorted.size(); from++) {
      int first = from;
      int to = from;
      while (to + 1 < sorted.size() && allAlike(sorted, first, to + 1, alike)) {
        to++;
      }
      if (to > from && to > reached) {
        bars.add(new int[] {from, to});
        reached = to;
      }
    }
    return bars;
  }

  private static <T> boolean allAlike(List<T> sorted, int from, int to, BiPredicate<T, T> alike) {
    return IntStream.range(from, to).allMatch(i -> alike.test(sorted.get(i), sorted.get(to)));
  }
}
