package io.parallax.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.eval.MeanRanks;
import io.parallax.run.ComparedMethod;
import io.parallax.run.ComparedMethods;
import io.parallax.run.RunComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Bars of the picture stand over those methods that no test tells apart, and over no others. */
class CriticalDifferencesTest {
  private static final Pattern BAR = Pattern.compile("not told apart: ([^<\"]*)");
  private static final double[] GOOD = {0.900, 0.884, 0.921, 0.910, 0.895};
  private static final double[] ALIKE = {0.890, 0.901, 0.905, 0.921, 0.890};
  private static final double[] POOR = {0.601, 0.612, 0.595, 0.604, 0.611};

  private static ComparedMethod method(String name, double... accuracy) {
    return new ComparedMethod(
        name, DoubleStream.of(accuracy).mapToObj(a -> Map.of("accuracy", a)).toList(), null, "");
  }

  private static ComparedMethods set(String data, boolean drawn, ComparedMethod... methods) {
    int splits = methods[0].bySplit().size();
    return new ComparedMethods(
        data, 100, 2, splits, List.of("accuracy"), List.of(methods), 0.25, drawn);
  }

  /** Returns the methods below each bar. */
  private static List<String> bars(String svg) {
    List<String> bars = new ArrayList<>();
    for (Matcher found = BAR.matcher(svg); found.find(); ) {
      bars.add(found.group(1));
    }
    return bars;
  }

  private static List<String> bars(ComparedMethods set) {
    return bars(CriticalDifferences.of(set, "accuracy").render());
  }

  @Test
  void aBarJoinsWhatNoTestTellsApart() {
    ComparedMethod[] methods = {method("A", GOOD), method("B", ALIKE), method("C", POOR)};
    assertThat(bars(set("cells", true, methods))).containsExactly("B, A");
    assertThat(bars(set("cells", true, methods[0], methods[2]))).isEmpty();
    assertThat(CriticalDifferences.file(new RunComparison(List.of(set("cells", true, methods)))))
        .contains("A  90.20", "B  90.14", "C  60.46");
  }

  /** Without a test nothing differs, however far apart it is. */
  @Test
  void whatIsNotTestedIsNotToldApart() {
    double[] lower = DoubleStream.of(GOOD).map(value -> value - 0.25).toArray();
    ComparedMethods constant = // a constant difference has no test
        set("cells", true, method("A", GOOD), method("B", lower), method("C", POOR));
    assertThat(constant.pairs("accuracy").get(0).adjusted()).isNaN();
    assertThat(bars(constant)).containsExactly("B, A");
    ComparedMethods given = set("given", false, method("A", GOOD), method("C", POOR));
    assertThat(bars(given)).containsExactly("C, A");
    ComparedMethods once = set("once", true, method("A", 0.9), method("C", 0.6));
    for (ComparedMethods none : List.of(given, once)) {
      assertThatThrownBy(() -> CriticalDifferences.file(new RunComparison(List.of(none))))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("no test between the methods of " + none.data());
    }
  }

  @Test
  void barsAreTheLongestRunsAndMayOverlap() {
    assertThat(CriticalDifferences.bars(List.of(1, 2, 3, 7, 8), (a, b) -> Math.abs(a - b) < 2))
        .containsExactly(new int[] {0, 1}, new int[] {1, 2}, new int[] {3, 4});
    assertThat(CriticalDifferences.bars(List.of(1, 2, 3, 4), (a, b) -> Math.abs(a - b) < 3))
        .containsExactly(new int[] {0, 2}, new int[] {1, 3});
    assertThat(CriticalDifferences.bars(List.of(1, 5, 9), (a, b) -> false)).isEmpty();
  }

  @Test
  void meanRanksAreJoinedWithinTheCriticalDifference() {
    ComparedMethod[] methods = {method("A", 0.9), method("B", 0.8), method("C", 0.7)};
    List<ComparedMethods> sets = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      sets.add(set("data " + i, true, methods));
    }
    RunComparison five = new RunComparison(sets);
    MeanRanks ranks = five.ranks().orElseThrow();
    assertThat(ranks.criticalDifference()).isBetween(1.0, 2.0); // 1.48: 2.344 · √(12 / 60)
    assertThat(bars(CriticalDifferences.file(five))).containsExactly("C, B", "B, A");
    assertThat(bars(CriticalDifferences.file(new RunComparison(sets.subList(0, 2)))))
        .containsExactly("C, B, A");
  }
}
