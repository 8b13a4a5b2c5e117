package io.parallax.pages;

import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.pages.LineChart.Line;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineChartTest {
  private static String chart(double... y) {
    return LineChart.of("a <b>", List.of(new Line("one & two", y)), value -> "" + value).render();
  }

  @Test
  void tenThousandRoundsAreThinnedAndTheirExtremesAreKept() {
    double[] y = IntStream.range(0, 10_000).mapToDouble(i -> i == 5_003 ? 50 : 1).toArray();
    String svg = chart(y);
    assertThat(svg.length()).isLessThan(20_000);
    assertThat(svg).contains("10,000");
    String path = svg.replaceAll("(?s).*<path class=\"line\"[^>]* d=\"([^\"]*)\".*", "$1");
    assertThat(path.split("[ML]")).hasSizeLessThan(500);
    double highest =
        List.of(path.substring(1).split("[ML]")).stream()
            .mapToDouble(point -> Double.parseDouble(point.split(" ")[1]))
            .min()
            .orElseThrow();
    assertThat(highest).as("the one high round").isLessThan(20);
    assertThat(tips(svg)).hasSize(path.split("[ML]").length - 1).contains("5,004: 50.0");
  }

  private static List<String> tips(String svg) {
    return List.of(svg.replaceAll("(?s).* data-tips=\"([^\"]*)\".*", "$1").split("[|]"));
  }

  @Test
  void everyCornerTellsItsRoundAndValue() {
    assertThat(tips(chart(1, Double.NaN, 3))).containsExactly("1: 1.0", "3: 3.0");
    assertThat(chart(1)).contains("data-name=\"one &amp; two, round\"", "tabindex=\"0\"");
  }

  @Test
  void numbersOfAnySizeTakeFewLetters() {
    assertThat(
            DoubleStream.of(0, 0.25, 1500, -86.123456, 2.4e-5, 1e-12, 1, 486_015, 1e6, NaN)
                .mapToObj(NumberText::number))
        .containsExactly(
            "0", "0.25", "1,500", "-86.12", "2.4e-5", "1e-12", "1", "486,000", "1e6", "–");
  }

  @Test
  void textIsEscapedAndOddValuesDrawSomething() {
    assertThat(chart(1, 2)).contains("a &lt;b&gt;", "one &amp; two");
    assertThat(chart(3)).contains("h0").doesNotContain("NaN");
    assertThat(chart(2, 2, 2)).doesNotContain("NaN").doesNotContain("Infinity");
    assertThat(chart(1, Double.NaN, 3)).doesNotContain("NaN");
    assertThat(chart(0, 0)).doesNotContain("NaN");
    assertThat(chart(1e-9, 1, 1e9)).contains("class=\"line\"");
    assertThat(chart(Double.NaN, Double.NaN)).doesNotContain("Infinity");
  }
}
