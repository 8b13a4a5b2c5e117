package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Studies from files in which parties with people of their own lack views. */
class LackingViewsTest {
  private static final String PLAIN = "protection: {aggregation: plain}";
  private static final String FILES =
      "blood: {csv: %s-blood.csv, id: id}, heart: {csv: %s-heart.csv, id: id}";
  @TempDir Path dir;

  @BeforeEach
  void files() {
    for (int site = 1; site <= 4; site++) {
      People.labels(dir.resolve("s" + site + "-labels.csv"));
      People.csv(dir.resolve("s" + site + "-blood.csv"), 4, 10 + site);
      People.csv(dir.resolve("s" + site + "-heart.csv"), 3, 20 + site);
    }
  }

  /**
   * @param without for each site that lacks something, the views that it has, and what it lacks
   */
  private Run run(Map<String, String> without, String... lines) {
    List<String> all =
        new ArrayList<>(
            List.of("study: sites", "views: [blood, heart]", "report: {points: 0}", "parties:"));
    for (int site = 1; site <= 4; site++) {
      String name = "s" + site;
      String data = without.getOrDefault(name, "data: {" + FILES.replace("%s", name) + "}");
      all.add(
          "  %s: {%s, labels: {csv: %s-labels.csv, id: id, column: state}}"
              .formatted(name, data, name));
    }
    all.addAll(
        List.of("evaluate: {split: stratified, test: 0.25, repeats: 2}", "stop: {rounds: 10}"));
    all.addAll(List.of(lines));
    return Parallax.run(Parallax.read(People.write(dir.resolve("study.yaml"), all)));
  }

  private static String only(String site, String view, String lacked) {
    return "data: {%s: {csv: %s-%s.csv, id: id}}, lacks: [%s]".formatted(view, site, view, lacked);
  }

  @ParameterizedTest
  @CsvSource({"exact, settings: {}", "paper, settings: {}", "exact, settings: {fit: pooled}"})
  void everyPartyScoresByTheViewsThatItHas(String mode, String settings) {
    Map<String, String> lacking =
        Map.of("s1", only("s1", "heart", "blood"), "s3", only("s3", "blood", "heart"));
    String[] lines = {"method: hfedmv", "mode: " + mode, settings, PLAIN, "baselines: true"};
    Run run = run(lacking, lines);
    assertThat(run.accuracy()).isBetween(0.75, 1.0);
    assertThat(run.result().notes())
        .contains("party s1 lacks the view blood", "party s3 lacks the view heart");
    assertThat(run(lacking, lines).resultHash()).isEqualTo(run.resultHash());
  }

  @Test
  void masksTakeThreePartiesWithTheSameViews() {
    Map<String, String> one = Map.of("s1", only("s1", "heart", "blood"));
    assertThatThrownBy(() -> run(one, "method: hfedmv"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("1 of the parties have these views and no others: heart")
        .hasMessageContaining("fewer than 3");
    String pooled = "settings: {fit: pooled}"; // whose sums do not tell who lacks what
    String masked = run(one, "method: hfedmv", pooled).resultHash();
    assertThat(run(one, "method: hfedmv", pooled, PLAIN).resultHash()).isEqualTo(masked);
    Map<String, String> two =
        Map.of("s1", only("s1", "heart", "blood"), "s2", only("s2", "heart", "blood"));
    assertThatThrownBy(() -> run(two, "method: hfedmv", pooled))
        .hasMessageContaining("2 of the parties have blood and ");
  }

  @Test
  void aMedianIsRefused() {
    Map<String, String> one = Map.of("s1", only("s1", "heart", "blood"));
    assertThatThrownBy(
            () -> run(one, "method: hfedmv", "mode: paper", "protection: {aggregation: median}"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("a party lacks a view, of which it adds 0");
  }

  @Test
  void mistakesAreTold() {
    Map<String, String> typo = Map.of("s2", only("s2", "heart", "bloood"));
    assertThatThrownBy(() -> run(typo, "method: hfedmv", PLAIN))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("parties.s2.lacks")
        .hasMessageContaining("blood, heart");
    Map<String, String> both =
        Map.of("s2", "data: {" + FILES.replace("%s", "s2") + "}, lacks: [blood]");
    assertThatThrownBy(() -> run(both, "method: hfedmv", PLAIN))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("blood");
    Map<String, String> nobody = new TreeMap<>();
    for (int site = 1; site <= 4; site++) {
      nobody.put("s" + site, only("s" + site, "heart", "blood"));
    }
    assertThatThrownBy(() -> run(nobody, "method: hfedmv", PLAIN))
        .hasMessageContaining("every party lacks the view blood; take it out of 'views'");
    Map<String, String> one = Map.of("s1", only("s1", "heart", "blood"));
    for (String method : List.of("fedavg", "hfedmv\nsettings: {fit: chosen}")) {
      assertThatThrownBy(() -> run(one, "method: " + method, PLAIN))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("needs every view at every party")
          .hasMessageContaining("remove 'lacks'");
    }
  }
}
