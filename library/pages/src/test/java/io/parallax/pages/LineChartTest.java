package io.parallax.pages;

import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.pages.LineChart.Line;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LineChartTest {
  private static String chart(double... y) {
    return LineChart.of("a <b>", "y > 0", List.of(new Line("one & two", y)), value -> "" + value)
        .render();
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
    assertThat(highest).as("the one high round").isLessThan(40);
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
  void axesHaveNamesAndTicksInTheirUnit() {
    String svg = chart(2, 4, 6);
    assertThat(svg).contains(">round<", ">y &gt; 0<", ">1<", ">2<", ">3<", ">4.0<");
    assertThat(chart(1, 30, 400)).contains(">1.0<", ">10.0<", ">100.0<");
    assertThat(chart(10, 60)).as("logarithmic").contains(">10.0<", ">20.0<", ">50.0<");
    assertThat(chart(20, 60)).as("linear").contains(">20.0<", ">40.0<", ">60.0<");
  }

  @Test
  void linesThatLieOnEachOtherDifferByTheirDashes() {
    double[] same = {3, 2, 1};
    List<Line> lines = List.of(new Line("a", same), new Line("b", same), new Line("c", same));
    String svg = LineChart.of("three", "y", lines, value -> "" + value).render();
    assertThat(svg.split("class=\"line", -1)).hasSize(1 + 3);
    assertThat(svg.split("class=\"line under\"", -1)).as("the first is broad").hasSize(1 + 1);
    assertThat(svg.split("stroke-dasharray=\"", -1)).as("all but the first").hasSize(1 + 2);
    assertThat(svg).contains("\"7 6\"", "\"0.5 6\"");
  }

  @Test
  void aBandIsDrawnAroundItsMiddle() {
    LineChart.Band band = new LineChart.Band(new double[] {1, 0}, new double[] {5, 2});
    String svg =
        LineChart.of("band", "y", new Line("median", new double[] {2, 1}), band, v -> "" + v)
            .render();
    String shade = svg.replaceAll("(?s).*<path class=\"shade\" d=\"([^\"]*)\".*", "$1");
    assertThat(shade).startsWith("M").endsWith("Z");
    assertThat(shade.split("[ML]")).as("there and back").hasSize(1 + 4);
    assertThat(tips(svg)).containsExactly("1: 2.0", "2: 1.0");
  }

  @Test
  void settingsAreWrittenAsPeopleWriteThem() {
    Map<String, Object> byView = new LinkedHashMap<>(Map.of("accel", 8.0));
    byView.put("alphanum", 0.25);
    assertThat(
            Stream.of(16.0, 1e-8, 1.5e7, 123456.0, -0.001, 7, true, "best", byView, List.of(1.0, 2))
                .map(NumberText::setting))
        .containsExactly(
            "16",
            "1e-8",
            "1.5e7",
            "123456",
            "-0.001",
            "7",
            "true",
            "best",
            "accel 8, alphanum 0.25",
            "1, 2");
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
