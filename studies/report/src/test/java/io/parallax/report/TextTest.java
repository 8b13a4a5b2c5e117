package io.parallax.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.run.StudyResult.MeanSd;
import io.parallax.study.model.Contribution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tables and small charts of results. */
class TextTest {
  @Test
  void wordsStandLeftAndNumbersRight() {
    String table =
        new TextTable("name", "method", "rounds")
            .row("a", "V-FedMV", "10.0")
            .row("bcd", "APFed", "–")
            .toString();
    assertThat(table.lines())
        .containsExactly(
            "  name  method   rounds",
            "  ────  ───────  ──────",
            "  a     V-FedMV    10.0",
            "  bcd   APFed         –");
  }

  private static Contribution contribution(int repeats, boolean exact, Double sd, Double error) {
    return new Contribution(
        0.8,
        0.9,
        100 * repeats,
        8,
        exact,
        repeats,
        List.of(new Contribution.Share("lab", "blood", 0.05, 0.1, sd, error)));
  }

  @Test
  void contributionsHaveTheirSpread() {
    assertThat(ContributionText.of(contribution(1, true, null, null)))
        .contains("-5.00", "+10.00", "one row is 1.00 points")
        .doesNotContain("±");
    assertThat(ContributionText.of(contribution(4, true, 0.021, null)))
        .contains("+10.00 ± 2.10", "standard deviation over the 4 times")
        .doesNotContain("one row is");
    assertThat(ContributionText.of(contribution(1, false, null, 0.004)).replaceAll("\\s+", " "))
        .contains("+10.00 ± 0.40", "standard error from drawing orders", "one row is 1.00 points");
  }

  private static String dots(MeanSd... values) {
    Map<String, MeanSd> rows = new LinkedHashMap<>();
    for (MeanSd value : values) {
      rows.put("pooled logistic regression (simulation only) " + rows.size(), value);
    }
    return Dots.of(rows, "Accuracy", "accuracy on held-out rows, %").render();
  }

  @Test
  void dotsSayWhatTheirBarsAre() {
    assertThat(dots(new MeanSd(0.8, 0.1, 0.75, 0.85)))
        .contains("80.00 %, 95 % interval 75.00 to 85.00 %", "accuracy on held-out rows, %")
        .doesNotContain("deviation");
    assertThat(dots(new MeanSd(0.8, 0.1))).contains("80.00 %, standard deviation 10.00");
    assertThat(dots(new MeanSd(0.8, 0))).contains("80.00 %\"").doesNotContain("deviation");
  }

  @Test
  void numbersBelowZeroAreBarsToTheLeft() {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("lab", -8.0);
    values.put("clinic", 4.0);
    String svg = SignedBars.of(values, "Accuracy").render();
    double zero = Double.parseDouble(svg.replaceFirst("(?s).*?\"M([0-9.]+) 0V.*", "$1"));
    double[] lab = bar(svg, "bar other");
    double[] clinic = bar(svg, "bar");
    assertThat(lab[0] + lab[1]).as("ends at 0").isCloseTo(zero, within(0.2));
    assertThat(clinic[0]).as("begins at 0").isCloseTo(zero, within(0.2));
    assertThat(lab[1] / clinic[1]).as("one scale").isCloseTo(2, within(0.01));
    assertThat(lab[0]).isPositive();
    assertThat(clinic[0] + clinic[1]).isLessThan(560);
    assertThat(svg).contains(">-8.00<", ">+4.00<", "lab: -8.00");
  }

  /** Returns where a bar begins and how long it is. */
  private static double[] bar(String svg, String kind) {
    Matcher bar =
        Pattern.compile("<rect class=\"" + kind + "\" x=\"([0-9.]+)\"[^>]* width=\"([0-9.]+)\"")
            .matcher(svg);
    assertThat(bar.find()).as(svg).isTrue();
    return new double[] {Double.parseDouble(bar.group(1)), Double.parseDouble(bar.group(2))};
  }

  @Test
  void longNamesTakeTwoLines() {
    assertThat(dots(new MeanSd(0.8, 0.1)))
        .contains(">pooled logistic regression<", ">(simulation only) 0<");
  }

  @Test
  void timesAreToldInSecondsOrMinutes() {
    assertThat(OriginSection.duration(1.84)).isEqualTo("1.8 s");
    assertThat(OriginSection.duration(3725)).isEqualTo("62 min 05 s");
  }
}
