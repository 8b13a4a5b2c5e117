package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.pages.PageAssets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that a run leaves: whole in itself, and harmless whatever the data are called. */
class ReportTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir, 200, 3);
    change(study, "repeats: 2", "repeats: 1");
  }

  private String report(String out) throws java.io.IOException {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out));
    assertThat(cli.exit()).as(cli.err()).isZero();
    Path page = dir.resolve(out).resolve("report.html");
    assertThat(Files.size(page)).isLessThan(3_000_000);
    String html = read(page);
    assertThat(html.toLowerCase(java.util.Locale.ROOT))
        .startsWith("<!doctype html>")
        .endsWith("</html>\n")
        .doesNotContain(
            "http:", "https:", "<link", "<img", "<iframe", "@import", "url(", "onload=");
    return own(html);
  }

  /** Without the page's own script, which is the only one. */
  private static String own(String html) {
    String script = "<script type=\"module\">\n" + PageAssets.charts() + "</script>";
    assertThat(html.split("<script", -1)).hasSize(2);
    assertThat(html).contains(script, "default-src &#x27;none&#x27;", "script-src &#x27;sha256-");
    return html.replace(script, "");
  }

  @Test
  void ofTwoClassesItShowsEachViewAndTheScoresBesideEachOther() throws Exception {
    String html = report("out");
    assertThat(html).contains("The classes in each view", "view a", "view b", "view c");
    assertThat(html).contains("Scores of the two classes", "ROC, area", "As a test for");
    assertThat(html.split("class=\"scatter\"", -1)).hasSize(1 + 3);
    assertThat(read(dir.resolve("out/tsne.csv")).lines()).hasSize(1 + 3 * 50);
    change(study, "seed: 3", "seed: 3\nreport: {points: 20}");
    assertThat(report("fewer").split("class=\"scatter\"", -1)).hasSize(1 + 3);
    assertThat(read(dir.resolve("fewer/tsne.csv")).lines()).hasSize(1 + 3 * 20);
  }

  @Test
  void ofMoreClassesItShowsTheirScoresBeforeAndAfter() throws Exception {
    Path labels = dir.resolve("labels.csv");
    put(labels, read(labels).replaceAll("(p\\d*[05]),\\w+", "$1,other"));
    String html = report("out");
    assertThat(html).contains("Before and after", ">Z<", "class against the rest");
    assertThat(html.split("class=\"scatter\"", -1)).hasSize(1 + 4);
    assertThat(html).doesNotContain("Scores of the two classes");
  }

  @Test
  void itTellsItsRowsAndHasTheStudyFile() throws Exception {
    Path b = dir.resolve("b.csv");
    put(b, read(b).replaceFirst("\np7,[^\n]*", ""));
    assertThat(report("out"))
        .contains(">birch<", ">199<", " % of ", "no cell was missing", " UTC<")
        .contains("The study file", "study: small")
        .contains("199 rows are used; all parties have 199; left out: held by too few parties 1.");
    assertThat(read(dir.resolve("out/result.json"))).contains("\"held by too few parties\" : 1");
  }

  @Test
  void itHasNoPicturesWhereNoneAreWanted() throws Exception {
    change(study, "seed: 3", "seed: 3\nreport: {points: 0}");
    assertThat(report("out")).doesNotContain("scatter\"", "Before and after");
    assertThat(read(dir.resolve("out/tsne.csv"))).isEqualTo("picture,x,y,class\n");
  }

  @Test
  void namesFromTheDataAreTextOnly() throws Exception {
    change(study, "seed: 3", "seed: 3\nreport: {points: 10}");
    Path labels = dir.resolve("labels.csv");
    put(labels, read(labels).replace(",ill", ",<b onload=x>&'ill'"));
    Path b = dir.resolve("b.csv");
    put(b, read(b).replaceFirst("b1", "<script>1</script>"));
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(own(read(dir.resolve("out/report.html"))))
        .doesNotContain("<b onload", "<script")
        .contains("&lt;b onload=x&gt;&amp;&#x27;ill&#x27;", "&lt;script&gt;1&lt;/script&gt;");
  }

  /** The same is told in the terminal: plain sums of two parties hide nothing. */
  @Test
  void itTellsWhatTheCoordinatorCouldRead() throws Exception {
    change(study, "seed: 3", "seed: 3\nreport: {points: 0}");
    Path out = dir.resolve("masked");
    Cli three = Cli.run("run", study, "--out", out);
    assertThat(three.out()).doesNotContain("each party's numbers").contains("Sums were masked");
    assertThat(read(out.resolve("report.html")))
        .contains(">only the sum<")
        .doesNotContain("each party&#x27;s numbers");
    change(study, "  cedar: {view: c, data: {csv: c.csv, id: id}}\n", "");
    out = dir.resolve("plain");
    Cli two = Cli.run("run", study, "--out", out);
    assertThat(two.exit()).as(two.err()).isZero();
    assertThat(two.out()).contains("the coordinator could read each party's numbers");
    assertThat(read(out.resolve("report.html")))
        .contains(">each party&#x27;s numbers<")
        .doesNotContain(">only the sum<");
  }

  @Test
  void itShowsPartyByPartyAndTheCurveOfASearch() throws Exception {
    study = SiteStudy.write(dir);
    change(study, "seed: 3", "baselines: true\nsearch: {beta: [0.5, 5], eta: [1, 2], folds: 2}");
    String html = report("out");
    assertThat(html)
        .contains("mean of the parties", "maple", "birch", "cedar", "every party for itself");
    assertThat(html).containsIgnoringCase("search");
  }
}
