package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Svg;
import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Shares of 1 as dots, in percent, as inline SVG: each with its 95 % interval or else, where there
 * is none, its standard deviation.
 */
public final class Dots {
  private static final int WIDTH = 560;
  private static final int LINE = 28; // letters of a line of a name
  private static final int LINES = 2;
  private static final int STEP = 17; // from line to line, as narrow screens need it
  private static final int BELOW = 44; // the axis and its name

  private Dots() {}

  /**
   * Returns the chart, the first row in colour.
   *
   * @param axis the name of the values, with their unit
   */
  public static Svg of(Map<String, MeanSd> rows, String label, String axis) {
    double least = rows.values().stream().mapToDouble(Dots::low).min().orElse(0);
    double most = rows.values().stream().mapToDouble(Dots::high).max().orElse(1);
    int from = Math.max(0, 5 * (int) Math.floor(20 * least));
    int to = Math.max(from + 5, Math.min(100, 5 * (int) Math.ceil(20 * most)));
    List<List<String>> names = rows.keySet().stream().map(Dots::lines).toList();
    int longest = names.stream().flatMap(List::stream).mapToInt(String::length).max().orElse(0);
    int left = Math.max(120, Math.min(280, 20 + (int) (8.4 * longest)));
    int height = BELOW + names.stream().mapToInt(Dots::height).sum();
    double scale = (WIDTH - left - 25.0) / (to - from);
    Svg svg = Charts.wide(height, label);
    int step = to - from > 50 ? 20 : to - from > 20 ? 10 : 5;
    for (int tick = from; tick <= to; tick += step) {
      double x = left + scale * (tick - from);
      svg.with(Svg.line("axis", x, 0, x, height - BELOW + 4));
      svg.with(Svg.text(x, height - BELOW + 19, Integer.toString(tick)).centred());
    }
    svg.with(Svg.text((left + WIDTH - 25) / 2.0, height - 5, axis).centred());
    double top = 2;
    int place = 0;
    for (var row : rows.entrySet()) {
      List<String> name = names.get(place);
      double y = top + height(name) / 2.0;
      svg.with(name(name, left - 10, y));
      svg.with(dot(row, place++ == 0 ? "" : " other", y, left - from * scale, 100 * scale));
      top += height(name);
    }
    return svg;
  }

  private static List<Svg> dot(
      Map.Entry<String, MeanSd> row, String kind, double y, double zero, double scale) {
    MeanSd m = row.getValue();
    return List.of(
        Svg.line("range" + kind, zero + scale * low(m), y, zero + scale * high(m), y),
        Svg.circle(zero + scale * m.mean(), y, 3.8)
            .withClass("bar" + kind)
            .tip(row.getKey() + ": " + text(m)));
  }

  private static String text(MeanSd m) {
    String mean = format("%.2f %%", 100 * m.mean());
    if (m.low() != null) {
      return mean + format(", 95 %% interval %.2f to %.2f %%", 100 * m.low(), 100 * m.high());
    }
    return m.sd() > 0 ? mean + format(", standard deviation %.2f", 100 * m.sd()) : mean;
  }

  private static double low(MeanSd m) {
    return m.low() == null ? m.mean() - m.sd() : m.low();
  }

  private static double high(MeanSd m) {
    return m.high() == null ? m.mean() + m.sd() : m.high();
  }

  private static int height(List<String> name) {
    return 6 + STEP * name.size();
  }

  private static List<Svg> name(List<String> lines, double x, double y) {
    List<Svg> texts = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      texts.add(Svg.text(x, y + 4 + STEP * (i - (lines.size() - 1) / 2.0), lines.get(i)).ending());
    }
    return texts;
  }

  /** Returns a name in lines, cut where it is too long for them; its tip has all of it. */
  private static List<String> lines(String name) {
    List<String> lines = new ArrayList<>();
    String rest = name;
    while (rest.length() > LINE && lines.size() < LINES - 1) {
      int blank = rest.lastIndexOf(' ', LINE);
      int end = blank > 0 ? blank : LINE;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(Charts.shortened(rest, LINE));
    return lines;
  }
}
