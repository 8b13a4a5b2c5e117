package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsTest {
  @TempDir Path dir;
  private Path kept;

  @BeforeEach
  void runTwoModes() {
    Path study = SmallStudy.write(dir);
    kept = dir.resolve("kept");
    assertThat(Cli.run("run", study, "--out", kept.resolve("one")).exit()).isZero();
    change(study, "mode: best", "mode: paper");
    assertThat(Cli.run("run", study, "--out", kept.resolve("two")).exit()).isZero();
  }

  @Test
  void listsWhatIsKeptAndWhatIsNotFinished() throws IOException {
    Files.delete(kept.resolve("two").resolve("result.json"));
    Files.createDirectory(kept.resolve("something-else"));
    Cli list = Cli.run("runs", "--in", kept);
    assertThat(list.exit()).isZero();
    assertThat(list.out().lines()).hasSize(4);
    assertThat(list.out())
        .containsPattern(
            "one .* 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d +vfedmv +best +2 +accuracy \\d+\\.\\d\\d ± \\d+\\.\\d\\d %");
    assertThat(list.out()).containsPattern("two .* vfedmv +paper +2 +unfinished");
  }

  @Test
  void oneSplitHasNoDeviation() {
    Path study = change(dir.resolve("study.yaml"), "repeats: 2", "repeats: 1");
    assertThat(Cli.run("run", study, "--out", kept.resolve("single")).exit()).isZero();
    String line =
        Cli.run("runs", "--in", kept)
            .out()
            .lines()
            .filter(one -> one.contains("single"))
            .findFirst()
            .orElseThrow();
    assertThat(line).containsPattern("paper +1 +accuracy \\d+\\.\\d\\d %").doesNotContain("±");
  }

  @Test
  void theNewestIsLastInTheListAndInItsJson() throws IOException {
    for (String[] one :
        new String[][] {{"one", "2026-11-19T08:00:01Z"}, {"two", "2025-01-01T00:00:00Z"}}) {
      Path notes = kept.resolve(one[0]).resolve("run.json");
      change(notes, SmallStudy.read(notes).replaceAll("(?s).*?(\\d{4}-[^\"]*Z).*", "$1"), one[1]);
    }
    Files.delete(kept.resolve("two").resolve("result.json"));
    Cli list = Cli.run("runs", "--in", kept, "--json");
    assertThat(list.out().lines().toList().get(2)).contains("two", "2025-01-01 00:00");
    assertThat(list.out().lines().toList().get(3)).contains("one", "2026-11-19 08:00");
    JsonNode runs = list.json().get("runs");
    assertThat(runs.findValuesAsText("started"))
        .containsExactly("2025-01-01T00:00:00Z", "2026-11-19T08:00:01Z");
    assertThat(runs.at("/0/finished").asBoolean()).isFalse();
    assertThat(runs.at("/0/metrics")).isEmpty();
    JsonNode one = runs.get(1);
    JsonNode result = new ObjectMapper().readTree(kept.resolve("one/result.json").toFile());
    assertThat(one.get("folder").asText()).isEqualTo(kept.resolve("one").toString());
    assertThat(one.get("metrics")).isEqualTo(result.get("metrics"));
    assertThat(one.get("resultHash")).isEqualTo(result.get("resultHash"));
    assertThat(one.get("mode").asText()).isEqualTo("best");
    assertThat(one.get("splits").asInt()).isEqualTo(2);
    JsonNode none = Cli.run("runs", "--in", kept, "--tag", "none", "--json").json();
    assertThat(none.get("runs")).isEmpty();
  }

  @Test
  void runsAreNamedTaggedFilteredAndDeleted() {
    assertThat(
            Cli.run("runs", "note", kept.resolve("one"), "--name", "β = 0.5", "--tag", "paper")
                .exit())
        .isZero();
    assertThat(Cli.run("runs", "--in", kept, "--tag", "paper").out())
        .contains("β = 0.5")
        .doesNotContain("two");
    assertThat(Cli.run("runs", "compare", kept.resolve("one"), kept.resolve("two")).out())
        .contains("minus β = 0.5");
    assertThat(Cli.run("runs", "--in", kept, "--since", "2999-01-01").out()).doesNotContain("one");
    assertThat(Cli.run("runs", "--in", kept, "--study", "small", "--method", "vfedmv").out())
        .contains("one", "two");
    Cli wrong = Cli.run("runs", "--in", kept, "--since", "yesterday");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("it must be a day such as");
    assertThat(Cli.run("runs", "note", kept.resolve("one"), "--tag", "a\nb").exit()).isEqualTo(2);
    Cli asked = Cli.run("runs", "delete", kept.resolve("one"));
    assertThat(asked.exit()).isEqualTo(2);
    assertThat(kept.resolve("one")).exists();
    assertThat(Cli.run("runs", "delete", kept.resolve("one"), "--yes").exit()).isZero();
    assertThat(kept.resolve("one")).doesNotExist();
    assertThat(kept.resolve("two")).exists();
  }

  @Test
  void putsFinishedRunsSideBySide() {
    Cli compared =
        Cli.run("runs", "compare", kept.resolve("one"), kept.resolve("two"), "--baselines");
    assertThat(compared.exit()).isZero();
    assertThat(compared.out())
        .containsPattern("V-FedMV, best +\\d\\d\\.\\d\\d ± ")
        .containsPattern("V-FedMV, paper +\\d\\d\\.\\d\\d ± ")
        .containsPattern("majority class +50\\.00 ± 0\\.00")
        .contains("accuracy, %", "rounds", "sent", "minus V-FedMV, best", "Holm");
    Cli one = Cli.run("runs", "compare", kept.resolve("one"));
    assertThat(one.exit()).isEqualTo(2);
    assertThat(one.err()).contains("a comparison needs two runs or more");
  }

  @Test
  void runsThatHoldOutTheSameRowsArePaired() throws IOException {
    Path study = dir.resolve("study.yaml");
    change(study, "beta: 0.5", "beta: 30");
    assertThat(Cli.run("run", study, "--out", kept.resolve("sparse")).exit()).isZero();
    Path one = kept.resolve("one");
    Path two = kept.resolve("two");
    Path sparse = kept.resolve("sparse");
    Path csv = dir.resolve("table.csv");
    Cli compared = Cli.run("runs", "compare", one, two, sparse, "--csv", csv);
    assertThat(compared.exit()).as(compared.err()).isZero();
    double[] d = {
      accuracy("sparse", 1) - accuracy("one", 1), accuracy("sparse", 2) - accuracy("one", 2)
    };
    double mean = (d[0] + d[1]) / 2;
    double sd = Math.abs(d[0] - d[1]) / Math.sqrt(2);
    double half = 12.706204736 * sd * Math.sqrt(1.0 / 2 + 10.0 / 30); // t of one degree of freedom
    assertThat(sd).isPositive();
    String cells =
        String.format(
            Locale.ROOT,
            "%+.2f %+.2f to %+.2f",
            100 * mean,
            100 * (mean - half),
            100 * (mean + half));
    assertThat(compared.out().replaceAll(" +", " "))
        .contains("+0.00 +0.00 to +0.00 1.000 1.000")
        .contains(cells);
    assertThat(Files.readString(csv))
        .startsWith("data,method,metric,mean,sd,splits,minus,difference,low,high,p,p_holm,")
        .contains("small,");
    change(study, "seed: 3", "seed: 4");
    Path other = kept.resolve("other");
    assertThat(Cli.run("run", study, "--out", other).exit()).isZero();
    Cli refused = Cli.run("runs", "compare", one, two, other);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("hold out other rows", "add --across");
    Cli across = Cli.run("runs", "compare", one, other, "--across");
    assertThat(across.exit()).as(across.err()).isZero();
  }

  /** The same ids under the same seed, but other labels: nothing is paired by the seed alone. */
  @Test
  void otherDataUnderTheSameSeedAreNotCompared() {
    Path study = dir.resolve("study.yaml");
    Path labels = dir.resolve("labels.csv");
    String text = SmallStudy.read(labels);
    SmallStudy.put(
        labels, text.replace(",well", ",").replace(",ill", ",well").replaceAll(",\n", ",ill\n"));
    Path other = kept.resolve("other");
    assertThat(Cli.run("run", study, "--out", other).exit()).isZero();
    Cli refused = Cli.run("runs", "compare", kept.resolve("two"), other);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("hold out other rows", "add --across");
  }

  private double accuracy(String run, int split) throws IOException {
    return new ObjectMapper()
        .readTree(kept.resolve(run + "/split-0" + split + ".json").toFile())
        .at("/rows/V-FedMV/accuracy")
        .asDouble();
  }

  @Test
  void refusesWhatIsNoFinishedRun() throws IOException {
    assertThat(Cli.run("runs", "--in", dir.resolve("nowhere")).exit()).isEqualTo(2);
    Cli stranger = Cli.run("runs", "compare", kept.resolve("one"), dir);
    assertThat(stranger.exit()).isEqualTo(2);
    assertThat(stranger.err())
        .isEqualTo("parallax: " + dir + " is no run folder: it has no manifest.json\n");
    Files.delete(kept.resolve("two").resolve("result.json"));
    Cli unfinished = Cli.run("runs", "compare", kept.resolve("one"), kept.resolve("two"));
    assertThat(unfinished.err()).contains("is not finished; give its run command again");
    Files.writeString(kept.resolve("one").resolve("result.json"), "{\"study\": 3");
    Cli broken = Cli.run("runs", "--in", kept);
    assertThat(broken.exit()).isEqualTo(2);
    assertThat(broken.err().lines()).hasSize(1);
  }
}
