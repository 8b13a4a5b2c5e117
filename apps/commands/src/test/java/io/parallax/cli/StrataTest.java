package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Survival of new rows by a model with a hazard for each stratum. */
class StrataTest {
  private static final String TIMES = "time: days, event: event, stratum: ward";
  @TempDir Path dir;

  private String views() {
    return "a=%1$s/a.csv,b=%1$s/b.csv,c=%1$s/c.csv".formatted(dir);
  }

  private String section(String file, String columns) {
    return "{csv: '%s', id: id, %s}".formatted(dir.resolve(file), columns);
  }

  private List<String> predicted(String... more) {
    Object[] all = new Object[5 + more.length];
    System.arraycopy(
        new Object[] {"predict", "--model", dir.resolve("out"), "--views", views()}, 0, all, 0, 5);
    System.arraycopy(more, 0, all, 5, more.length);
    return Network.good(all).out().lines().toList();
  }

  private String refused(Object... command) {
    Cli cli = Cli.run(command);
    assertThat(cli.exit()).isEqualTo(2);
    return cli.err();
  }

  @Test
  void survivalIsPredictedAndJudgedByTheRowsOwnStratum() {
    Path study = TargetStudy.write(dir, TIMES);
    SmallStudy.change(study, "repeats: 2", "repeats: 1");
    Network.good("run", study, "--out", dir.resolve("out"), "--json");
    String wards = section("target.csv", "column: ward");
    List<String> own = predicted("--times", "50", "--strata", wards);
    assertThat(own.get(0)).isEqualTo("id,risk,survival:50");
    String rows = SmallStudy.read(dir.resolve("target.csv"));
    SmallStudy.put(
        dir.resolve("turned.csv"),
        rows.replace("north", "x").replace("south", "north").replace(",x", ",south"));
    List<String> turned =
        predicted("--times", "50", "--strata", section("turned.csv", "column: ward"));
    assertThat(survival(turned.get(1))).isNotEqualTo(survival(own.get(1)));
    judged();
    bad(wards, rows);
  }

  private static double survival(String line) {
    return Double.parseDouble(line.split(",")[2]);
  }

  /** As many events are expected among the rows that the model was trained on as were observed. */
  private void judged() {
    Cli found =
        Network.good(
            "validate",
            "--model",
            dir.resolve("out"),
            "--views",
            views(),
            "--target",
            section("target.csv", TIMES),
            "--json");
    assertThat(found.json().at("/metrics/observedOverExpected").asDouble())
        .isCloseTo(1, within(1e-3)); // Efron treats ties as if they were not at once
    assertThat(found.json().at("/metrics").has("integratedBrier")).isTrue();
    Cli risks =
        Network.good(
            "validate",
            "--model",
            dir.resolve("out"),
            "--views",
            views(),
            "--target",
            section("target.csv", "time: days, event: event"),
            "--json");
    assertThat(risks.json().at("/metrics").has("integratedBrier")).isFalse();
    assertThat(risks.err()).contains("--target names no 'stratum'");
  }

  private void bad(String wards, String rows) {
    Path model = dir.resolve("out");
    assertThat(refused("predict", "--model", model, "--views", views(), "--times", "50"))
        .contains("name them by --strata");
    assertThat(refused("predict", "--model", model, "--views", views(), "--strata", wards))
        .contains("--strata is for survival until --times");
    SmallStudy.put(dir.resolve("other.csv"), rows.replace("north", "west"));
    String other = section("other.csv", "column: ward");
    assertThat(
            refused(
                "predict",
                "--model",
                model,
                "--views",
                views(),
                "--times",
                "50",
                "--strata",
                other))
        .contains("a stratum of the rows is none of the 2 that the model was trained on")
        .doesNotContain("west");
  }
}
