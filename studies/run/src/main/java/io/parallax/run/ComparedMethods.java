package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.eval.Holm;
import io.parallax.run.StudyResult.MeanSd;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Methods that were judged on the same splits of the same rows.
 *
 * @param data the name of the rows: that of their study
 * @param samples number of rows
 * @param classes number of classes or groups; 0 for another target
 * @param splits how often they were judged
 * @param metrics that some method has, in the order of tables; they are first judged by the first
 * @param methods the first is what the others are compared with
 * @param ratio held-out rows over training rows; NaN if it is unknown
 * @param drawn whether each split holds out rows of its own, so that differences can be tested
 */
public record ComparedMethods(
    String data,
    int samples,
    int classes,
    int splits,
    List<String> metrics,
    List<ComparedMethod> methods,
    double ratio,
    boolean drawn) {

  /** Returns the metric that the methods are first judged by; empty if they have none. */
  public Optional<String> main() {
    return metrics.stream().findFirst();
  }

  /** Returns the same judged by some of the metrics, in another order. */
  ComparedMethods by(List<String> wanted) {
    for (String metric : wanted) {
      if (!metrics.contains(metric)) {
        throw new BadInput(
            "%s is not judged by '%s'; choose among %s"
                .formatted(data, metric, String.join(", ", metrics)));
      }
    }
    return new ComparedMethods(data, samples, classes, splits, wanted, methods, ratio, drawn);
  }

  /** Returns one method minus another, split by split. */
  public Optional<Difference> difference(int one, int other, String metric) {
    double[] differences =
        IntStream.range(0, splits)
            .mapToDouble(
                j -> methods.get(one).value(j, metric) - methods.get(other).value(j, metric))
            .filter(Double::isFinite)
            .toArray();
    return differences.length == 0
        ? Optional.empty()
        : Optional.of(Difference.of(differences, ratio, drawn));
  }

  /** Two methods and their difference. */
  public record Pair(int one, int other, Difference difference, double adjusted) {}

  /**
   * Returns every two methods with their difference, and its p adjusted for all of them by Holm's
   * procedure; NaN where there is no test.
   */
  public List<Pair> pairs(String metric) {
    return adjusted(
        metric,
        IntStream.range(0, methods.size())
            .boxed()
            .flatMap(one -> IntStream.range(0, one).mapToObj(other -> List.of(one, other))));
  }

  /** Returns every other method minus the first, with p adjusted for these comparisons alone. */
  public List<Pair> toFirst(String metric) {
    return adjusted(metric, IntStream.range(1, methods.size()).mapToObj(one -> List.of(one, 0)));
  }

  private List<Pair> adjusted(String metric, Stream<List<Integer>> wanted) {
    List<Pair> pairs =
        wanted
            .flatMap(
                two ->
                    difference(two.get(0), two.get(1), metric).stream()
                        .map(found -> new Pair(two.get(0), two.get(1), found, Double.NaN)))
            .toList();
    double[] adjusted =
        Holm.adjusted(pairs.stream().mapToDouble(pair -> p(pair.difference())).toArray());
    return IntStream.range(0, pairs.size())
        .mapToObj(
            i -> {
              Pair pair = pairs.get(i);
              return new Pair(pair.one(), pair.other(), pair.difference(), adjusted[i]);
            })
        .toList();
  }

  private static double p(Difference difference) {
    return difference.p() == null ? Double.NaN : difference.p();
  }

  /** Returns the best mean of a metric; NaN if no method has it. */
  public double best(String metric) {
    double sign = Metrics.smallerIsBetter(metric) ? -1 : 1;
    return sign
        * methods.stream()
            .flatMap(method -> method.summary(metric).stream())
            .mapToDouble(found -> sign * found.mean())
            .max()
            .orElse(Double.NaN);
  }

  /** Returns the methods' means of a metric, signed so that larger is better. */
  double[] goodness(String metric) {
    double sign = Metrics.smallerIsBetter(metric) ? -1 : 1;
    return methods.stream()
        .map(method -> method.summary(metric).map(MeanSd::mean).orElse(Double.NaN))
        .mapToDouble(mean -> sign * mean)
        .toArray();
  }

  /** Returns the same without what was trained beside the runs' own methods. */
  public ComparedMethods own() {
    List<ComparedMethod> trained =
        methods.stream().filter(method -> method.cost() != null).toList();
    return new ComparedMethods(data, samples, classes, splits, metrics, trained, ratio, drawn);
  }

  /** Returns how many of the methods have a metric. */
  public long judged(String metric) {
    return methods.stream().filter(method -> method.summary(metric).isPresent()).count();
  }

  /** Returns the names of the methods. */
  public List<String> names() {
    return methods.stream().map(ComparedMethod::name).toList();
  }

  /** Returns whether all methods have this metric. */
  boolean complete(String metric) {
    return Arrays.stream(goodness(metric)).noneMatch(Double::isNaN);
  }
}
