package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reduced recipes of rows that not every party has, and of what sets are certain to. */
class ReproduceRowsTest {
  @TempDir Path dir;

  private JsonNode quick(String name) {
    Shared.data("mfeat");
    Cli done = Cli.run("reproduce", name, "--quick", "--json", "--out", dir.resolve(name));
    assertThat(done.exit()).as(done.err()).isZero();
    return done.json();
  }

  private static List<String> labels(JsonNode table) {
    List<String> labels = new ArrayList<>();
    table.get("lines").forEach(line -> labels.add(line.get("label").asText()));
    return labels;
  }

  /** Half of the rows of each of six views leave too few that all have: some class has none. */
  @Test
  void methodsLearnFromRowsThatSomePartiesLack() {
    JsonNode found = quick("joint-missing");
    JsonNode table = found.at("/tables/0");
    assertThat(labels(table))
        .containsExactly("joint, ridge", "V-FedMV", "joint, complete rows only");
    for (int row = 0; row < 2; row++) {
      assertThat(table.at("/lines/" + row + "/cells/0/ours").asDouble()).isBetween(80.0, 98.0);
    }
    assertThat(table.at("/lines/2/cells/0/ours").isNumber()).isFalse();
    assertThat(found.get("notes").toString())
        .contains("complete rows only, p = 0.5: in 2 of 2 draws", "they lack 1 to");
    assertThat(found.at("/tables/1/lines/1/cells/0/ours").asDouble()).isBetween(1.0, 60.0);
    assertThat(found.get("differences")).hasSize(1);
    partiesLackRowsByChance();
  }

  /** Each draw of who has what is another one, and each party another one in it. */
  private void partiesLackRowsByChance() {
    List<Set<String>> files = new ArrayList<>();
    for (String seed : List.of("7", "8")) {
      for (String party : List.of("fac", "zer")) {
        Path file = dir.resolve("joint-missing/rows-p-0.5-seed-" + seed).resolve(party + ".csv");
        Set<String> ids = new HashSet<>();
        SmallStudy.read(file)
            .lines()
            .skip(1)
            .forEach(line -> ids.add(line.substring(0, line.indexOf(','))));
        assertThat(ids.size()).isBetween(900, 1100);
        files.add(ids);
      }
    }
    assertThat(files).doesNotHaveDuplicates();
  }

  @Test
  void setsHoldTheTruthAsOftenAsRanksLetExpect() {
    JsonNode found = quick("coverage");
    JsonNode table = found.at("/tables/0");
    assertThat(labels(table))
        .contains(
            "wdbc, joint",
            "wdbc, per class: malignant",
            "four hospitals, heart disease, H-FedMV, per party: va");
    for (JsonNode line : table.get("lines")) {
      double expected = line.at("/cells/2/ours").asDouble();
      assertThat(expected).isBetween(90.0, 100.0);
      assertThat(line.at("/cells/3/ours").asDouble()).isLessThan(expected);
      assertThat(line.at("/cells/4/ours").asDouble()).isGreaterThan(expected);
      assertThat(line.at("/cells/6/ours").asDouble()).isBetween(0.2, 100.0);
    }
    assertThat(found.at("/checks/0/holds").asBoolean()).isTrue();
  }
}
