package io.parallax.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.document;
import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.p;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.script;
import static j2html.TagCreator.span;
import static j2html.TagCreator.style;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.title;

import io.parallax.core.Hashes;
import j2html.TagCreator;
import j2html.tags.DomContent;
import j2html.tags.specialized.BodyTag;
import j2html.tags.specialized.DivTag;
import j2html.tags.specialized.FigureTag;
import j2html.tags.specialized.HeadTag;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A page that needs nothing else: no request, light and dark, printable. */
public final class Page {
  private static final int MOST_CLASSES = 40;
  private final String title;
  private final BodyTag body = emptyBody();

  public Page(String title) {
    this.title = title;
  }

  /**
   * Several curves over the same values.
   *
   * @param paper the x that a paper finds best; null: none
   */
  public record Curves(
      String title,
      String xLabel,
      String yLabel,
      List<Double> x,
      Map<String, List<Double>> y,
      Double paper) {
    /** Makes curves without a paper's choice. */
    public Curves(
        String title, String xLabel, String yLabel, List<Double> x, Map<String, List<Double>> y) {
      this(title, xLabel, yLabel, x, y, null);
    }
  }

  public void heading(String name) {
    body.with(h1(name));
  }

  /** Adds numbers to see first, each under its meaning. */
  public void figures(Map<String, String> values) {
    DivTag figures = div().withClass("figures");
    values.forEach(
        (label, value) ->
            figures.with(div(b(value), span(label).withClass("soft")).withClass("figure")));
    body.with(figures);
  }

  public void section(String name) {
    body.with(h2(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1)));
  }

  public void subsection(String name) {
    body.with(h3(name));
  }

  /** Adds the sentence that says all in short. */
  public void lead(String sentence) {
    body.with(p(sentence).withClass("result"));
  }

  public void text(String sentence) {
    body.with(p(sentence));
  }

  public void soft(String sentence) {
    body.with(p(sentence).withClass("soft"));
  }

  /** Adds a warning that must not be overlooked. */
  public void banner(String sentence) {
    body.with(p(sentence).withClass("banner"));
  }

  public void table(List<String> header, List<List<String>> rows) {
    table(header, rows, first -> "");
  }

  /**
   * Adds a table.
   *
   * @param kind of each row, by its first cell; empty: none
   */
  public void table(List<String> header, List<List<String>> rows, UnaryOperator<String> kind) {
    body.with(DataTable.of(header, rows, kind));
  }

  public void curves(List<Curves> all) {
    if (!all.isEmpty()) {
      body.with(Legend.ofLines(List.copyOf(all.get(0).y().keySet())));
    }
    side(all.stream().map(one -> titled(one.title(), CurveChart.of(one))).toList());
  }

  /** Adds pictures side by side below their legend. */
  public void pictures(List<Picture> pictures, List<String> classes) {
    body.with(Legend.of(classes.subList(0, Math.min(classes.size(), MOST_CLASSES))));
    body.with(
        div()
            .withClass("side small")
            .with(
                pictures.stream()
                    .map(one -> titled(one.title(), Scatter.of(one, classes)))
                    .toList()));
  }

  /** Adds figures side by side. */
  public void side(List<FigureTag> figures) {
    body.with(div().withClass("side").with(figures));
  }

  /** Returns a drawing below its title. */
  public static FigureTag titled(String title, DomContent drawing) {
    return figure(h3(title), drawing);
  }

  /** Returns a drawing below its title and above a note. */
  public static FigureTag titled(String title, DomContent drawing, String note) {
    return figure(h3(title), drawing, figcaption(note));
  }

  public void drawing(DomContent drawing) {
    body.with(figure(drawing));
  }

  /** Adds a drawing above a note. */
  public void drawing(DomContent drawing, String note) {
    body.with(figure(drawing, figcaption(note)));
  }

  /** Adds text as it is in a file. */
  public void code(String text) {
    body.with(pre(text));
  }

  /** Adds text as it is in a file, which a reader unfolds. */
  public void folded(String title, String text) {
    body.with(details(summary(title), div(pre(text))));
  }

  public void add(DomContent content) {
    body.with(content);
  }

  /** Returns the document; its own script is the only one that it lets run. */
  public String html() {
    return document(TagCreator.html(head(title), body).withLang("en")) + "\n";
  }

  private static HeadTag head(String title) {
    String script = "\n" + PageAssets.charts();
    String policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-"
            + sha256(script)
            + "'";
    return TagCreator.head(
        meta().withCharset("utf-8"),
        meta().withName("viewport").withContent("width=device-width, initial-scale=1"),
        meta().attr("http-equiv", "Content-Security-Policy").withContent(policy),
        title(title),
        style().with(rawHtml("\n" + PageAssets.style())),
        script().withType("module").with(rawHtml(script)));
  }

  private static String sha256(String script) {
    byte[] bytes = script.getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(Hashes.of(bytes));
  }

  private static BodyTag emptyBody() {
    return TagCreator.body().withClass("report");
  }

  /** Returns what the body of a page holds; nothing where the text is no page. */
  public static Optional<String> body(String page) {
    String empty = emptyBody().render();
    int middle = empty.indexOf("</");
    String open = empty.substring(0, middle);
    int from = page.indexOf(open);
    int to = page.lastIndexOf(empty.substring(middle));
    return from >= 0 && from < to
        ? Optional.of(page.substring(from + open.length(), to))
        : Optional.empty();
  }
}
