package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import io.parallax.run.RunFolder;
import io.parallax.study.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Targets that are not classes say the same in Java, in files and in memory. */
class TargetKeysTest {
  private static final int ROWS = People.IDS.size();
  @TempDir static Path dir;

  private static double[] values(long seed) {
    Rng rng = Rng.of(seed);
    return IntStream.range(0, ROWS).mapToDouble(i -> 1 + Math.floor(20 * rng.uniform())).toArray();
  }

  private static int[] events() {
    Rng rng = Rng.of(9);
    return IntStream.range(0, ROWS).map(i -> rng.chance(0.7) ? 1 : 0).toArray();
  }

  private static List<String> groups() {
    return IntStream.range(0, ROWS).mapToObj(i -> "g" + i % 2).toList();
  }

  @BeforeEach
  void files() {
    People.csv(dir.resolve("blood.csv"), 2, 1);
    People.csv(dir.resolve("heart.csv"), 2, 2);
    People.csv(dir.resolve("sleep.csv"), 1, 3);
    List<String> lines = new ArrayList<>(List.of("id,y,days,died,since,group,w"));
    double[] y = values(4);
    double[] days = values(5);
    for (int i = 0; i < ROWS; i++) {
      lines.add(
          "%s,%s,%s,%d,%s,%s,%s"
              .formatted(
                  People.IDS.get(i),
                  y[i],
                  days[i],
                  events()[i],
                  days[i] / 4,
                  groups().get(i),
                  1 + i % 3));
    }
    People.write(dir.resolve("target.csv"), lines);
  }

  private static Path file() {
    return dir.resolve("target.csv");
  }

  static Stream<Arguments> targets() {
    return Stream.of(
        Arguments.of("{column: y}", (Supplier<Target>) () -> number()),
        Arguments.of("{column: y, weight: w}", (Supplier<Target>) () -> number().weight("w")),
        Arguments.of(
            "{column: y, kind: count, exposure: w, offset: since}",
            (Supplier<Target>)
                () -> Target.counts(file(), "id", "y").exposure("w").offset("since")),
        Arguments.of(
            "{time: days, event: died, entry: since, stratum: group}",
            (Supplier<Target>) () -> time().entry("since").stratum("group")));
  }

  private static Target number() {
    return Target.numbers(file(), "id", "y");
  }

  private static Target time() {
    return Target.times(file(), "id", "days", "died");
  }

  @ParameterizedTest
  @MethodSource("targets")
  void partiesWithViews(String yaml, Supplier<Target> target) {
    Study read =
        yaml(
            """
            study: people
            method: joint
            evaluate: {test: 0.25, repeats: 1}
            report: {points: 0}
            parties:
              st-mary: {view: blood, data: {csv: blood.csv, id: id}, target: {csv: target.csv, id: id, %s}
              riverside: {view: heart, data: {csv: heart.csv, id: id}}
              hillview: {view: sleep, data: {csv: sleep.csv, id: id}}
            """
                .formatted(yaml.substring(1)));
    Study built = parties("joint").target("st-mary", target.get()).build();
    assertSame(built, read);
    Run run = Parallax.run(built);
    assertThat(run.resultHash()).isEqualTo(Parallax.run(read).resultHash());
    assertThatThrownBy(run::accuracy).hasMessageContaining("use metrics()");
  }

  @Test
  void sitesWithPeopleOfTheirOwnAndTimesForCalibration() {
    String site = "{data: {blood: {csv: blood.csv, id: id}, heart: {csv: heart.csv, id: id}}, ";
    String target = "target: {csv: target.csv, id: id, time: days, event: died}}\n";
    Study read =
        yaml(
            "study: people\nmethod: hregression\nsettings: {grid: 2}\nviews: [blood, heart]\n"
                + "evaluate: {test: 0.25, repeats: 1, times: [5, 10]}\nreport: {points: 0}\n"
                + "parties:\n"
                + ("  a: " + site + target)
                + ("  b: " + site + target)
                + ("  c: " + site + target));
    StudyBuilder sites =
        rest(Parallax.study("people").method("hregression").setting("grid", 2))
            .views("blood", "heart")
            .times(5, 10);
    for (String party : List.of("a", "b", "c")) {
      sites =
          sites.site(
              party,
              Map.of(
                  "blood",
                  Rows.csv(dir.resolve("blood.csv"), "id"),
                  "heart",
                  Rows.csv(dir.resolve("heart.csv"), "id")),
              time());
    }
    assertSame(sites.build(), read);
  }

  @Test
  void targetsInMemoryAreThoseOfFilesAndPredictNumbers() {
    Target memory =
        Target.times(People.IDS, values(5), events()).with("group", groups()).stratum("group");
    Run run = Parallax.run(memory("joint").target("st-mary", memory).build());
    Study files = parties("joint").target("st-mary", time().stratum("group")).build();
    assertThat(run.resultHash()).isEqualTo(Parallax.run(files).resultHash());
    Run numbers =
        Parallax.run(
            memory("regression").target("st-mary", Target.numbers(People.IDS, values(4))).build());
    Predictions found =
        numbers
            .model()
            .predict(
                Map.of(
                    "blood", People.rows(2, 1),
                    "heart", People.rows(2, 2),
                    "sleep", People.rows(1, 3)));
    double mean = Arrays.stream(values(4)).average().orElseThrow();
    assertThat(Arrays.stream(found.numbers()).average().orElseThrow())
        .isCloseTo(mean, within(1e-9));
    assertThat(found.labels().get(0)).isEqualTo(Double.toString(found.numbers()[0]));
  }

  @Test
  void aSavedModelKeepsItsTarget() {
    Path folder = dir.resolve("kept");
    Run run = Parallax.run(parties("joint").target("st-mary", time()).build());
    run.model().save(folder);
    assertThat(folder.resolve("target_values.json")).exists();
    assertThat(Parallax.load(folder).about()).isEqualTo(run.model().about());
  }

  @Test
  void whatContradictsItselfIsRejected() {
    assertThatThrownBy(() -> number().exposure("w"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("target.exposure does not belong to a target of kind number");
    assertThatThrownBy(() -> number().stratum("group"))
        .hasMessageContaining("target.stratum does not belong");
    assertThatThrownBy(() -> time().weight("days")).hasMessageContaining("names a column twice");
    assertThatThrownBy(() -> number().with("w", List.of())).hasMessageContaining("in a file");
    StudyBuilder both =
        parties("joint")
            .target("st-mary", number())
            .labels("st-mary", Labels.csv(file(), "id", "group"));
    assertThatThrownBy(both::build).hasMessageContaining("stands beside labels");
    StudyBuilder times = parties("joint").target("st-mary", number()).times(5);
    assertThatThrownBy(times::build)
        .hasMessageContaining("evaluate.times is for a target of times");
    StudyBuilder classes = parties("vfedmv").target("st-mary", number());
    assertThatThrownBy(classes::build).hasMessageContaining("does not learn a target");
    StudyBuilder unknown = parties("joint").target("elsewhere", number());
    assertThatThrownBy(unknown::build).hasMessageContaining("target names party 'elsewhere'");
    StudyBuilder named = rest(Parallax.study("people").method("joint")).party("model", "v", rows());
    assertThatThrownBy(named.target("model", number())::build)
        .hasMessageContaining("a party is called 'model'");
  }

  private static Rows rows() {
    return Rows.csv(dir.resolve("blood.csv"), "id");
  }

  private static void assertSame(Study built, Study read) {
    assertThat(built.layout()).isEqualTo(read.layout());
    assertThat(built.task()).isEqualTo(read.task());
    assertThat(built.evaluation()).isEqualTo(read.evaluation());
    assertThat(RunFolder.manifest(built)).isEqualTo(RunFolder.manifest(read));
  }

  private static StudyBuilder parties(String method) {
    return rest(Parallax.study("people").method(method))
        .party("st-mary", "blood", rows())
        .party("riverside", "heart", Rows.csv(dir.resolve("heart.csv"), "id"))
        .party("hillview", "sleep", Rows.csv(dir.resolve("sleep.csv"), "id"));
  }

  private static StudyBuilder memory(String method) {
    return rest(Parallax.study("people").method(method))
        .party("st-mary", "blood", People.rows(2, 1))
        .party("riverside", "heart", People.rows(2, 2))
        .party("hillview", "sleep", People.rows(1, 3));
  }

  private static StudyBuilder rest(StudyBuilder study) {
    return study.evaluate(Splits.random(0.25, 1)).pictures(0);
  }

  private static Study yaml(String text) {
    return Parallax.read(People.write(dir.resolve("study.yaml"), List.of(text)));
  }
}
