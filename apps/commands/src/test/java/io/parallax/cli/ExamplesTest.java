package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples on public data run as they are. */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "..", "examples");
  @TempDir Path dir;

  @Test
  void hospitalsAreBetterTogetherThanEachForItself() throws Exception {
    JsonNode result = run("heart-disease", "heart-disease/cleveland.csv");
    assertThat(result.get("splits").asInt()).isEqualTo(10);
    assertThat(result.get("samples").asInt()).isEqualTo(920);
    double together = result.at("/rows/H-FedMV/balancedAccuracy/mean").asDouble();
    double alone = result.at("/rows/every party for itself/balancedAccuracy/mean").asDouble(2);
    assertThat(together).isGreaterThan(alone).isGreaterThan(0.75);
    String mean = "/mean of the parties/balancedAccuracy/mean";
    assertThat(result.at("/byParty/H-FedMV" + mean).asDouble())
        .isGreaterThan(result.at("/byParty/every party for itself" + mean).asDouble(2));
  }

  @Test
  void laboratoriesTellTumoursApart() throws Exception {
    JsonNode result = run("wdbc", "wdbc/labels.csv");
    assertThat(result.get("classes"))
        .extracting(JsonNode::asText)
        .containsExactly("benign", "malignant");
    assertThat(result.at("/rows/V-FedMV/accuracy/mean").asDouble()).isGreaterThan(0.93);
    assertThat(result.at("/model/0/samples").asInt()).isEqualTo(569);
  }

  @Test
  void activitiesOfUnseenPersons() throws Exception {
    JsonNode result = run("har", "har/labels.csv");
    assertThat(result.get("samples").asInt()).isEqualTo(10411);
    assertThat(result.get("classes").size()).isEqualTo(6);
    assertThat(result.at("/rows/FedMood/accuracy/mean").asDouble()).isGreaterThan(0.3);
  }

  @Test
  void typingOfTwoCohorts() throws Exception {
    JsonNode result = run("neuroqwerty", "neuroqwerty/sessions.csv");
    assertThat(result.get("samples").asInt()).isEqualTo(116);
    assertThat(result.at("/byParty/FedMood").size()).isEqualTo(3);
    assertThat(result.at("/rows/FedMood/accuracy/mean").asDouble()).isGreaterThan(0.4);
  }

  @Test
  void timesUntilARelapseHaveTheHazardRatiosThatRGives() throws Exception {
    JsonNode result = run("rotterdam", "rotterdam/labels.csv");
    assertThat(result.get("samples").asInt()).isEqualTo(2982);
    assertThat(result.at("/metrics/concordance/mean").asDouble()).isBetween(0.64, 0.68);
    JsonNode age = result.at("/fit/coefficients/0");
    assertThat(age.get("column").asText()).isEqualTo("age");
    assertThat(age.get("value").asDouble()).isCloseTo(0.00364207368944373, within(1e-12));
    assertThat(age.get("error").asDouble()).isCloseTo(0.00328764026894966, within(1e-9));
    double weight = run("birthwt", "birthwt/labels.csv").at("/metrics/rSquared/mean").asDouble(-1);
    assertThat(weight).isBetween(-0.1, 0.3);
    double faults =
        run("solder", "solder/labels.csv").at("/metrics/explainedDeviance/mean").asDouble();
    assertThat(faults).isGreaterThan(0.7);
    double deaths = run("flchain", "flchain/labels.csv").at("/metrics/concordance/mean").asDouble();
    assertThat(deaths).isGreaterThan(0.77);
  }

  /**
   * The example with its paths resolved, so that the environment need not be set; where sequences
   * are learnt, for one round only.
   */
  private JsonNode run(String name, String file) throws Exception {
    Path data = Shared.data(file);
    String root = data.toString().replace("/" + file, "");
    String text = SmallStudy.read(EXAMPLES.resolve(name + ".yaml"));
    assertThat(text).contains("$PARALLAX_DATA/");
    Path study =
        SmallStudy.put(
            dir.resolve(name + ".yaml"),
            text.replace("$PARALLAX_DATA", root)
                    .replaceAll("rounds: 15", "rounds: 1")
                    .replaceAll("units: 16, factors: 16", "units: 4, factors: 4")
                    .replaceAll("steps: (128|300)", "steps: 40")
                + (text.contains("fedmood") ? "model: false\n" : "")
                + "report: {points: 0}\n");
    Cli cli = Cli.run("run", study, "--out", dir.resolve(name));
    assertThat(cli.exit()).as(cli.err()).isZero();
    return new ObjectMapper().readTree(dir.resolve(name).resolve("result.json").toFile());
  }
}
