package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.experiments.Claims.Judged;
import io.parallax.experiments.Claims.Outcome;
import io.parallax.experiments.ExperimentResult.Plot;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A claim about a curve, {@code curve}, of the figures whose titles contain {@code plot}, judged by
 * its points alone:
 *
 * <ul>
 *   <li>{@code spans: 5}: highest and lowest point differ by at most so much; {@code spans-least:
 *       5}: by at least so much;
 *   <li>{@code wider-than: P}: they differ by more than in the figure P;
 *   <li>{@code near: B, within: 2}: more than half of the points are so near to the curve B's;
 *   <li>{@code falls: true}: it never rises.
 * </ul>
 */
final class CurveClaims {
  private final JsonNode claim;
  private final List<Plot> plots;
  private final String curve;

  CurveClaims(JsonNode claim, List<Plot> plots) {
    this.claim = claim;
    this.plots = plots;
    this.curve = claim.get("curve").asText();
  }

  List<Judged> judged() {
    return plots.stream()
        .filter(plot -> plot.title().contains(claim.get("plot").asText()))
        .filter(plot -> plot.y().containsKey(curve))
        .flatMap(plot -> judged(plot).stream())
        .toList();
  }

  private Optional<Judged> judged(Plot plot) {
    if (claim.has("falls")) {
      return Optional.of(falls(plot));
    }
    if (claim.has("near")) {
      return Optional.ofNullable(plot.y().get(claim.get("near").asText()))
          .map(other -> near(plot, other));
    }
    if (claim.has("wider-than")) {
      return plots.stream()
          .filter(other -> other.title().equals(claim.get("wider-than").asText()))
          .findFirst()
          .map(other -> wider(plot, other));
    }
    return Optional.of(spans(plot));
  }

  private Judged falls(Plot plot) {
    List<Double> points = plot.y().get(curve);
    long rises =
        IntStream.range(1, points.size()).filter(i -> points.get(i) > points.get(i - 1)).count();
    return judged(
        rises == 0,
        -rises,
        "%s: rises %d times in %d rounds".formatted(plot.title(), rises, points.size()));
  }

  private Judged near(Plot plot, List<Double> other) {
    List<Double> points = plot.y().get(curve);
    double within = claim.get("within").asDouble();
    long near =
        IntStream.range(0, points.size())
            .filter(i -> Math.abs(points.get(i) - other.get(i)) <= within)
            .count();
    return judged(
        2 * near > points.size(),
        near,
        "%s: %d of %d points are within %s"
            .formatted(plot.title(), near, points.size(), claim.get("within").asText()));
  }

  private Judged wider(Plot plot, Plot other) {
    double more = span(plot) - span(other);
    return judged(more > 0, more, range(plot) + "; " + range(other));
  }

  private Judged spans(Plot plot) {
    double span = span(plot);
    double most = claim.path("spans").asDouble(Double.POSITIVE_INFINITY);
    double least = claim.path("spans-least").asDouble(0);
    return judged(span <= most && span >= least, Math.min(most - span, span - least), range(plot));
  }

  private static Judged judged(boolean holds, double margin, String text) {
    return new Judged(holds ? Outcome.REPRODUCED : Outcome.NOT, margin, text);
  }

  private double span(Plot plot) {
    List<Double> points = plot.y().get(curve);
    return Collections.max(points) - Collections.min(points);
  }

  private String range(Plot plot) {
    List<Double> points = plot.y().get(curve);
    return String.format(
        Locale.ROOT,
        "%s: %.1f to %.1f",
        plot.title(),
        Collections.min(points),
        Collections.max(points));
  }
}
