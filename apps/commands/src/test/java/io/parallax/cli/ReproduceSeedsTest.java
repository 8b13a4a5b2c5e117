package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seeds and settings of an experiment, as a user chooses them. */
class ReproduceSeedsTest {
  private static final String NAME = "fedmv-table2";
  @TempDir Path dir;

  @Test
  void severalSeedsGiveMeansDeviationsAndPairedDifferences() throws IOException {
    Path recipe = small();
    JsonNode three = run("three", recipe, "--seed", 5, "--seeds", 3);
    assertThat(three.get("seeds").toString()).isEqualTo("[5,6,7]");
    assertThat(three.get("changed").asBoolean()).isTrue();
    JsonNode cell = three.at("/tables/0/lines/0/cells/0");
    assertThat(cell.get("values")).hasSize(3); // each seed has sessions of its own
    assertThat(three.at("/tables/0/pairing/overlap").asDouble()).isZero();
    JsonNode pair = three.at("/differences/0");
    assertThat(pair.get("count").asInt()).isEqualTo(3);
    assertThat(pair.at("/difference/p").isNumber()).isTrue();
    assertThat(three.get("machine").asText()).contains("Java");
    assertThat(three.get("cpuSeconds").asDouble()).isPositive();
    JsonNode second = run("second", recipe, "--seed", 6);
    assertThat(second.at("/tables/0/lines/0/cells/0/ours"))
        .as("a seed alone gives its number")
        .isEqualTo(cell.at("/values/1"));
    JsonNode same = run("same", recipe, "--seed", 5, "--seeds", 2, "--data-seed", 9);
    assertThat(same.at("/tables/0/lines/0/cells/0/values")).hasSize(4); // two splits of two seeds
    assertThat(same.at("/tables/0/pairing/overlap").asDouble()).isEqualTo(0.25);
    JsonNode given = run("given", recipe, "--seed", 5, "--data-seed", 5);
    assertThat(given.at("/tables/0/lines/0/cells/0/ours"))
        .as("its own data, named")
        .isEqualTo(cell.at("/values/0"));
    assertThat(same.at("/tables/0/lines/0/cells/0/values/0")).isNotEqualTo(cell.at("/values/0"));
    assertThat(run("three", recipe, "--seed", 5, "--seeds", 3).get("tables"))
        .as("read back")
        .isEqualTo(three.get("tables"));
  }

  /** A recipe with few sessions, as a user would edit it. */
  private Path small() throws IOException {
    Cli printed = Cli.run("reproduce", NAME, "--print-settings");
    assertThat(printed.exit()).isZero();
    String text = printed.out();
    assertThat(text)
        .isEqualTo(
            Files.readString(Sources.ROOT.resolve("experiments/" + NAME + "/settings.yaml")));
    return Files.writeString(
        dir.resolve("mine.yaml"),
        text.replace("sessions: 15000, users: 20", "sessions: 300, users: 5")
            .replace("repeats: 10", "repeats: 2")
            .replaceAll("    search: .*\n", ""));
  }

  private JsonNode run(String out, Path recipe, Object... words) {
    Object[] all = {"reproduce", NAME, "--settings", recipe, "--json", "--out", dir.resolve(out)};
    Object[] both = java.util.Arrays.copyOf(all, all.length + words.length);
    System.arraycopy(words, 0, both, all.length, words.length);
    Cli run = Cli.run(both);
    assertThat(run.exit()).as(run.err()).isZero();
    return run.json();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: study-table | kind: sweep | kind is 'sweep'; it must be 'study-table', as in the experiment; change it back",
        "  study: | studdy: | unknown key 'settings.studdy'; did you mean 'study'?",
        "title: | titel: | unknown key 'titel'; did you mean 'title'?",
        "minutes: [2, 1] | minutes: 2 | minutes is a number; it must be a list, as in the experiment; change it",
        "method: hfedmv | method: hfedvm | hfedvm",
      })
  void aRecipeThatIsNotLikeTheExperimentsIsRefused(String from, String to, String message)
      throws IOException {
    String text = Cli.run("reproduce", NAME, "--print-settings").out();
    Path file =
        Files.writeString(
            dir.resolve("bad.yaml"),
            text.replaceFirst(
                java.util.regex.Pattern.quote(from), from.startsWith(" ") ? "  " + to : to));
    Cli refused = Cli.run("reproduce", NAME, "--settings", file, "--out", dir.resolve("none"));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains(message).doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fedmv-table1 --seeds 0 | --seeds is 0; it must be from 1 to 1000; choose another",
        "mmvfl-fig3 --data-seed 4 | experiment mmvfl-fig3 has no generated data; --data-seed is for those that have; leave it out",
        "fedmv-table1 --settings none.yaml | there is no recipe file none.yaml; check the path",
      })
  void mistakesAreToldInOneLine(String words, String message) {
    Cli refused = Cli.run((Object[]) ("reproduce " + words).split(" "));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).isEqualTo("parallax: " + message + "\n");
  }
}
