package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;

import io.parallax.coordinator.Gallery;
import io.parallax.engine.Hashes;
import io.parallax.web.Assets;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A page that needs nothing else: no request, light and dark, printable. */
public final class Page {
  private static final int MOST_CLASSES = 40;
  private final String title;
  private final StringBuilder body = new StringBuilder();

  public Page(String title) {
    this.title = title;
  }

  /** Several curves over the same values. */
  public record Curves(
      String title, String xLabel, String yLabel, List<Double> x, Map<String, List<Double>> y) {}

  public void heading(String name, String about) {
    body.append("<h1>").append(Html.text(name)).append("</h1>\n");
    text(about);
  }

  public void section(String name) {
    String title = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    body.append("<h2>").append(Html.text(title)).append("</h2>\n");
  }

  public void text(String sentence) {
    body.append("<p>").append(Html.text(sentence)).append("</p>\n");
  }

  public void soft(String sentence) {
    body.append("<p class=\"soft\">").append(Html.text(sentence)).append("</p>\n");
  }

  /** Something that nobody may overlook. */
  public void banner(String sentence) {
    body.append("<p class=\"banner\">").append(Html.text(sentence)).append("</p>\n");
  }

  public void table(List<String> header, List<List<String>> rows) {
    body.append(
        Html.table(
            header.stream().map(Html::text).toList(),
            rows.stream().map(row -> row.stream().map(Html::text).toList()).toList(),
            first -> first.startsWith("the paper") ? "soft" : ""));
  }

  public void curves(List<Curves> all) {
    if (!all.isEmpty()) {
      body.append(legend(List.copyOf(all.get(0).y().keySet())));
    }
    body.append("<div class=\"side\">\n");
    all.forEach(
        one ->
            body.append("<figure><h3>")
                .append(Html.text(one.title()))
                .append("</h3>")
                .append(CurveChart.of(one))
                .append("</figure>\n"));
    body.append("</div>\n");
  }

  public void pictures(List<Picture> pictures, List<String> classes) {
    body.append(gallery(pictures, classes));
  }

  /** A picture of the dashboard. */
  public void picture(Gallery.Picture picture) {
    section(picture.title());
    body.append("<figure>")
        .append(picture.html())
        .append("<figcaption>")
        .append(Html.text(picture.note()))
        .append("</figcaption></figure>\n");
  }

  /** Text as it is in a file. */
  public void code(String text) {
    body.append("<pre>").append(Html.text(text)).append("</pre>\n");
  }

  public String html() {
    return frame(title, body.toString());
  }

  /** The pictures side by side below their legend. */
  static String gallery(List<Picture> pictures, List<String> classes) {
    StringBuilder html =
        new StringBuilder(legend(classes.subList(0, Math.min(classes.size(), MOST_CLASSES))));
    html.append("<div class=\"side small\">\n");
    for (Picture picture : pictures) {
      html.append("<figure><h3>").append(Html.text(picture.title())).append("</h3>");
      html.append(Scatter.of(picture, classes)).append("</figure>\n");
    }
    return html.append("</div>\n").toString();
  }

  /** Names with the colours in which they are drawn. */
  public static String legend(List<String> names) {
    StringBuilder html = new StringBuilder("<p class=\"legend\">\n");
    for (int i = 0; i < names.size(); i++) {
      html.append(
          format(
              "<span><svg viewBox=\"0 0 8 8\" aria-hidden=\"true\"><circle cx=\"4\" cy=\"4\" r=\"4\""
                  + " fill=\"%s\"/></svg>%s</span>\n",
              Scatter.colour(i, names.size()), Html.text(names.get(i))));
    }
    return html.append("</p>\n").toString();
  }

  private static String sha256(String script) {
    byte[] bytes = script.getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(Hashes.of(bytes));
  }

  /** A whole document around a body; its own script is the only one that it lets run. */
  static String frame(String title, String body) {
    String script = Assets.charts();
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
        + " style-src 'unsafe-inline'; img-src data:; script-src 'sha256-"
        + sha256("\n" + script)
        + "'\">\n<title>"
        + Html.text(title)
        + "</title>\n<style>\n"
        + Assets.style()
        + "</style>\n<script type=\"module\">\n"
        + script
        + "</script>\n</head>\n<body class=\"report\">\n"
        + body
        + "</body>\n</html>\n";
  }
}
