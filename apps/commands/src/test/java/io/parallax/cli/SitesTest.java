package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies of parties that bring files of their own. */
class SitesTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SiteStudy.write(dir);
  }

  @Test
  void everyRowIsJudgedByItsOwnScoresWhateverThePartiesAreCalled() {
    JsonNode json = run("out");
    assertThat(json.at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.7);
    String scores = read(dir.resolve("out/split-01/predictions.csv"));
    put(study, SiteStudy.YAML.replace("maple:", "aspen:")); // first in the alphabet, too
    assertThat(run("renamed").get("metrics")).isEqualTo(json.get("metrics"));
    assertThat(Scored.read(dir.resolve("renamed/split-01/predictions.csv")).classes())
        .isEqualTo(Scored.parse(scores.replace("maple/", "aspen/")).classes());
  }

  @Test
  void aViewIsNoPartyAndMayHaveAnyName() {
    JsonNode json = run("out");
    put(study, SiteStudy.YAML.replace("history:", "Patient's history:"));
    assertThat(run("renamed").get("resultHash")).isEqualTo(json.get("resultHash"));
  }

  @Test
  void labelsAreGroupedIntoTheStudysClassesInItsOrder() {
    run("out");
    JsonNode head = ByHand.read(dir.resolve("out/model")).head();
    assertThat(head.get("classes")).extracting(JsonNode::asText).containsExactly("healthy", "ill");
    Scored kept = Scored.read(dir.resolve("out/split-01/predictions.csv"));
    kept.rows()
        .forEach(
            (id, row) -> {
              String[] parts = id.split("/");
              String num = label(parts[0], parts[1]);
              assertThat(row.get("truth")).isEqualTo(num.equals("0") ? "healthy" : "ill");
            });
    put(study, SiteStudy.YAML.replace("classes: {healthy: [0], ill: [1, 2]}\n", ""));
    run("three");
    assertThat(ByHand.read(dir.resolve("three/model")).head().get("classes"))
        .extracting(JsonNode::asText)
        .containsExactly("0", "1", "2");
  }

  private String label(String party, String id) {
    return Scored.read(dir.resolve(party + ".csv")).rows().get(id).get("num");
  }

  @Test
  void aNumberThatMeansMissingIsNoValue() throws IOException {
    JsonNode zeros = run("zeros").get("metrics");
    double mean = mean("zeros", "blood", 3);
    for (String party : SiteStudy.PARTIES) {
      Damage.every(party + ".csv", ",0\\.0,", ",,").in(dir);
    }
    put(study, SiteStudy.YAML.replace("{fill: mean, values: {chol: [0]}}", "mean"));
    assertThat(run("gaps").get("metrics")).isEqualTo(zeros);
    assertThat(mean("gaps", "blood", 3)).isEqualTo(mean).isBetween(190.0, 250.0);
  }

  @Test
  void aNumberThatMeansMissingIsNoCategory() throws IOException {
    for (String party : SiteStudy.PARTIES) {
      Damage.every(party + ".csv", ",\\?,", ",-9,").in(dir);
      Damage.every(party + ".csv", ",none,", ",1,").in(dir);
      Damage.every(party + ".csv", ",mild,", ",2,").in(dir);
      Damage.every(party + ".csv", ",strong,", ",3.0,").in(dir);
    }
    change(study, "{pain: [none, mild, strong]}", "[pain]");
    change(study, "{chol: [0]}", "{chol: [0], pain: [-9]}");
    run("out");
    JsonNode column =
        ByHand.read(dir.resolve("out/model")).parts().get("maple").at("/views/1/columns/0");
    assertThat(column.get("categories"))
        .extracting(JsonNode::asText)
        .containsExactly("1", "2", "3");
    assertThat(column.get("absent").get(0).asDouble()).isEqualTo(-9);
  }

  @Test
  void categoriesAreFoundInTheFilesOfAllParties() throws IOException {
    Damage.every("maple.csv", ",strong,", ",mild,").in(dir); // only others have it
    change(study, "{pain: [none, mild, strong]}", "[pain]");
    run("out");
    assertThat(
            ByHand.read(dir.resolve("out/model"))
                .parts()
                .get("maple")
                .at("/views/1/columns/0/categories"))
        .extracting(JsonNode::asText)
        .containsExactly("mild", "none", "strong");
  }

  @Test
  void columnsMayStandInAnotherOrderAtEachParty() throws IOException {
    JsonNode metrics = run("out").get("metrics");
    Damage.every("birch.csv", "(?m)^(.*),(.*),(.*),(.*),(.*),(.*)$", "$6,$5,$1,$4,$3,$2").in(dir);
    assertThat(run("other").get("metrics")).isEqualTo(metrics);
  }

  @Test
  void everyPartysOwnRowsAreCountedInSplitsAndResults() throws IOException {
    change(study, "seed: 3", "baselines: true\nseed: 3");
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.out()).contains("every party for itself", "mean of the parties");
    JsonNode result = new ObjectMapper().readTree(dir.resolve("out/result.json").toFile());
    JsonNode own = result.at("/byParty/H-FedMV");
    assertThat(own.fieldNames())
        .toIterable()
        .containsExactly("maple", "birch", "cedar", "mean of the parties");
    double sum = 0;
    for (String party : SiteStudy.PARTIES) {
      sum += own.at("/" + party + "/accuracy/mean").asDouble();
    }
    double overall = result.at("/rows/H-FedMV/accuracy/mean").asDouble();
    assertThat(sum / 3).isCloseTo(overall, within(1e-12)); // all have ten held-out rows
    Scored kept = Scored.read(dir.resolve("out/split-02/predictions.csv"));
    for (String party : SiteStudy.PARTIES) {
      assertThat(kept.rows().keySet().stream().filter(id -> id.startsWith(party + "/")))
          .hasSize(10);
    }
  }

  private double mean(String out, String view, int feature) {
    for (JsonNode one :
        ByHand.read(dir.resolve(out).resolve("model")).parts().get("maple").get("views")) {
      if (one.get("view").asText().equals(view)) {
        return one.get("means").get(feature).asDouble();
      }
    }
    throw new AssertionError("no view " + view);
  }

  private JsonNode run(String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli.json();
  }
}
