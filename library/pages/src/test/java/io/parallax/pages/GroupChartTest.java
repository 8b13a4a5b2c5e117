package io.parallax.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Charts of groups of rows: every value is drawn where it belongs and can be read. */
class GroupChartTest {
  @Test
  void curvesFallInStepsAboveTheirCounts() {
    String svg =
        StepChart.of(
                "survival",
                new double[] {0, 5, 10},
                new double[] {0, 10},
                List.of(
                    new StepChart.Line("low", new double[] {1, 0.9, 0.8}, new int[] {1234, 7}),
                    new StepChart.Line("high", new double[] {1, 0.5, 0}, new int[] {20, 3})))
            .render();
    assertThat(svg).contains("1,234", ">7<", ">3<", "low, time", "5: 0.500", "10: 0.000");
    assertThat(svg).contains("L335.0 24.0L335.0 127.0"); // straight on, then down by half
    assertThat(svg).doesNotContain("NaN", "Infinity");
    StepChart.Line ended = new StepChart.Line("high", new double[] {1, 0.5}, new int[] {20, 0});
    assertThat(
            StepChart.of("Survival", new double[] {0, 5, 10}, new double[] {0, 10}, List.of(ended))
                .render())
        .contains("5: 0.500")
        .doesNotContain("10: 0.5");
  }

  @Test
  void dotsHaveIntervalsAndTips() {
    List<DotChart.Dot> dots =
        List.of(
            new DotChart.Dot("group 1", 1, 2, 1.5, 2.5, 0.5),
            new DotChart.Dot("group 2", 3, 3, 2, 4, 1));
    String beside = DotChart.beside("calibration", "predicted", dots).render();
    assertThat(beside).contains("group 1: 2 beside 1 (1.5 to 2.5)", "stroke-dasharray");
    assertThat(beside.split("<circle", -1)).hasSize(3);
    String around = DotChart.aroundZero("residuals", "predicted", dots).render();
    assertThat(around.split("class=\"shade\"", -1)).hasSize(3);
  }

  @Test
  void aSingleGroupStillHasAxes() {
    List<DotChart.Dot> one = List.of(new DotChart.Dot("group 1", 0, 0, 0, 0, 0));
    assertThat(DotChart.beside("c", "predicted", one).render()).doesNotContain("NaN", "Infinity");
    assertThat(DotChart.aroundZero("r", "predicted", one).render())
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void sharesHaveCurvesBandsAndADiagonal() {
    double[] x = {0, 0.5, 1};
    ShareChart.Curve banded =
        new ShareChart.Curve(
            "ill", x, new double[] {0, 0.8, 1}, new double[] {0, 0.7, 1}, new double[] {0, 0.9, 1});
    String one = ShareChart.of("ROC", "others", "found", List.of(banded), true).render();
    assertThat(one)
        .contains(">others<", ">found<", "ill, others", "0.50: 0.800", "class=\"shade\"");
    assertThat(one.split("stroke-dasharray", -1)).as("the diagonal").hasSize(2);
    ShareChart.Curve plain = new ShareChart.Curve("a <b>", x, x);
    String two = ShareChart.of("P", "r", "p", List.of(plain, plain), false).render();
    assertThat(two).contains("a &lt;b&gt;").doesNotContain("shade");
    assertThat(two.split("stroke-dasharray", -1)).as("the second line").hasSize(2);
  }

  @Test
  void twoHistogramsStandOnBothSidesOfOneAxis() {
    String svg =
        OpposedBars.of(
                "scores",
                "score",
                -1,
                1,
                new OpposedBars.Side("well", new double[] {0.75, 0.25}),
                new OpposedBars.Side("ill", new double[] {0, 1}))
            .render();
    assertThat(svg)
        .contains("well, -1 to 0: 75.0 %", "well, 0 to 1: 25.0 %", "ill, 0 to 1: 100.0 %");
    assertThat(svg.split("<rect", -1)).as("no bar of nothing").hasSize(1 + 3);
    assertThat(svg.split(">50 %<", -1)).as("ticks above and below").hasSize(3);
  }

  @Test
  void columnsOfWordsAreToldFromColumnsOfNumbers() {
    List<List<String>> rows =
        List.of(
            List.of("b", "12", "word", "–", "", "< 0.001"),
            List.of("a", "–", "2nd", "–", "", "0.5"),
            List.of("c", "3", "other", "–", "", "–"));
    assertThat(WordColumns.of(6, rows)).containsExactly(true, false, true, false, true, false);
  }
}
