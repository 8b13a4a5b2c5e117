package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a model looks at, as text and as JSON, is what its matrices say. */
class ExplainTest {
  @TempDir Path dir;

  @Test
  void categoriesAreFeaturesOfTheirOwn() {
    run(SiteStudy.write(dir));
    JsonNode json = explain("--json").json();
    assertThat(json.get("study").asText()).isEqualTo("sites");
    assertThat(json.get("method").asText()).isEqualTo("hfedmv");
    assertThat(json.at("/views/1/view").asText()).isEqualTo("blood");
    assertThat(json.at("/views/1/weight").asDouble()).isEqualTo(0.5);
    assertThat(json.at("/views/1/features"))
        .extracting(feature -> feature.get("name").asText())
        .containsExactlyInAnyOrder("pain=none", "pain=mild", "pain=strong", "chol");
    JsonNode w = ByHand.read(dir.resolve("out/model")).parts().get("maple").at("/matrices/history");
    JsonNode age = json.at("/views/0/features/0");
    assertThat(age.get("name").asText()).isEqualTo("age");
    assertThat(age.get("importance").asDouble())
        .isCloseTo(Math.hypot(w.at("/0/0").asDouble(), w.at("/0/1").asDouble()), within(1e-12));
    assertThat(age.get("speaksFor").asText()).isEqualTo("ill");
    assertThat(age.get("against").asText()).isEqualTo("healthy");
  }

  @Test
  void theTextShowsTheMostImportantFirst() {
    run(SiteStudy.write(dir));
    JsonNode json = explain("--json").json();
    String text = explain().out();
    assertThat(text)
        .startsWith("H-FedMV, study sites: trained on 120 rows, 2 classes")
        .contains("history: weight 0.500, 2 of 2 features used");
    String first =
        String.format(
            Locale.ROOT,
            "age +%.4f +ill +healthy",
            json.at("/views/0/features/0/importance").asDouble());
    assertThat(text).containsPattern(first);
    assertThat(explain("--top", "1").out()).contains("age", "chol").doesNotContain("sex", "pain=");
    for (JsonNode view : json.get("views")) {
      double before = Double.MAX_VALUE;
      for (JsonNode feature : view.get("features")) {
        assertThat(feature.get("importance").asDouble()).isLessThanOrEqualTo(before);
        before = feature.get("importance").asDouble();
      }
    }
  }

  @Test
  void everyPartyOfAVerticalModelIsShownInTheOrderOfItsViews() {
    Path study = SmallStudy.write(dir);
    change(study, "vfedmv", "mmvfl");
    change(
        study,
        "{beta: 0.5, zeta: 2, eta: 1}",
        "{beta: 0.5, zeta: {a: 1, b: 1, c: 3}, eta: 10, keep: 34}");
    change(study, "seed: 3", "report: {points: 0}");
    run(study);
    JsonNode views = explain("--json").json().get("views");
    assertThat(views).extracting(view -> view.get("view").asText()).containsExactly("a", "b", "c");
    assertThat(views).extracting(view -> view.get("used").asInt()).containsOnly(1);
    double sum = 0;
    for (JsonNode view : views) {
      sum += view.get("weight").asDouble();
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
    assertThat(views.get(2).get("weight").asDouble())
        .isGreaterThan(views.get(0).get("weight").asDouble());
    assertThat(explain().out()).contains("1 of 3 features used");
  }

  private void run(Path study) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
  }

  private Cli explain(Object... options) {
    Object[] line = new Object[3 + options.length];
    line[0] = "explain";
    line[1] = "--model";
    line[2] = dir.resolve("out");
    System.arraycopy(options, 0, line, 3, options.length);
    Cli cli = Cli.run(line);
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }
}
