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
    assertThat(svg).contains("L335.0 8.0L335.0 119.0"); // straight on, then down by half
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
}
