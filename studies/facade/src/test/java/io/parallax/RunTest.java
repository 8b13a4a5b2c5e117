package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Round;
import io.parallax.core.Stopped;
import io.parallax.run.Progress;
import io.parallax.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs, models and predictions from Java. */
class RunTest {
  @TempDir Path dir;

  @Test
  void leavesNothingOnDiskWithoutFolder() throws IOException {
    Set<String> before = temporary();
    Run run = Parallax.run(People.vertical().build());
    assertThat(temporary()).isEqualTo(before);
    assertThat(run.result().folder()).isEmpty();
    assertThat(run.accuracy()).isBetween(0.7, 1.0);
    assertThat(run.report()).contains("<html").contains("people");
    assertThat(run.text()).contains("accuracy");
  }

  private static Set<String> temporary() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("parallax-work-"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void resumesAfterStopToTheSameBits() {
    Study study = People.vertical().build();
    AtomicInteger rounds = new AtomicInteger();
    Options stopping =
        Options.in(dir.resolve("run")).progress(counting(rounds)).stopWhen(() -> rounds.get() >= 3);
    assertThatThrownBy(() -> Parallax.run(study, stopping)).isInstanceOf(Stopped.class);
    assertThat(rounds.get()).isBetween(3, 4);
    Run resumed = Parallax.run(study, Options.in(dir.resolve("run")));
    assertThat(resumed.resultHash()).isEqualTo(Parallax.run(study).resultHash());
    assertThat(resumed.result().folder()).isEqualTo(dir.resolve("run").toString());
    Run again = Parallax.run(study, Options.in(dir.resolve("run")).stopWhen(() -> true));
    assertThat(again.resultHash()).isEqualTo(resumed.resultHash());
    assertThat(again.report()).isEqualTo(resumed.report());
  }

  @Test
  void stopsWhenTheCallerIsInterrupted() throws IOException {
    Study study = People.vertical().build();
    Set<String> before = temporary();
    Thread caller = Thread.currentThread();
    AtomicInteger rounds = new AtomicInteger();
    Progress interrupting = counting(rounds, () -> caller.interrupt());
    assertThatThrownBy(() -> Parallax.run(study, Options.NONE.progress(interrupting)))
        .isInstanceOf(Stopped.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(temporary()).isEqualTo(before);
  }

  private static Progress counting(AtomicInteger rounds) {
    return counting(rounds, () -> {});
  }

  private static Progress counting(AtomicInteger rounds, Runnable then) {
    return new Progress() {
      @Override
      public void round(Round round, Study.Stop stop) {
        rounds.incrementAndGet();
        then.run();
      }
    };
  }

  @Test
  void predictsTheSameAfterSaveAndLoad() throws IOException {
    TrainedModel model = Parallax.run(People.vertical().build()).model();
    model.save(dir.resolve("model"));
    TrainedModel loaded = Parallax.load(dir.resolve("model"));
    assertThat(loaded.about()).isEqualTo(model.about());
    Predictions found = model.predict(newPeople());
    assertThat(loaded.predict(newPeople())).usingRecursiveComparison().isEqualTo(found);
    assertThat(found.ids()).isEqualTo(People.IDS);
    assertThat(found.classes()).containsExactly("ill", "well");
    long right =
        People.IDS.stream()
            .filter(id -> found.byId().get(id).equals(People.labels().get(People.IDS.indexOf(id))))
            .count();
    assertThat(right).isGreaterThan(45);
    Rows file = Rows.csv(People.csv(dir.resolve("blood.csv"), 4, 31), "id");
    Map<String, Rows> mixed =
        Map.of("blood", file, "heart", People.rows(3, 32), "sleep", People.rows(2, 33));
    assertThat(model.predict(mixed)).usingRecursiveComparison().isEqualTo(found);
    found.save(dir.resolve("found.csv"));
    List<String> lines = Files.readAllLines(dir.resolve("found.csv"));
    assertThat(lines.get(0)).contains("id,class,score:ill,score:well");
    assertThat(lines).hasSize(61);
  }

  private static Map<String, Rows> newPeople() {
    return Map.of(
        "blood", People.rows(4, 31), "heart", People.rows(3, 32), "sleep", People.rows(2, 33));
  }

  @Test
  void rowsWithoutNamesAreMatchedByTheirNumbers() {
    String[] labels = People.labels().toArray(String[]::new);
    Study study =
        Parallax.study("plain")
            .method("vfedmv")
            .party("a", "first", Rows.of(People.numbers(4, 1)))
            .party("b", "second", Rows.of(People.numbers(3, 2)))
            .labels("b", Labels.of(labels))
            .evaluate(Splits.folds(3))
            .rounds(20)
            .pictures(0)
            .build();
    assertThat(study.protection().masked()).isFalse(); // of two parties a sum hides nothing
    Predictions found =
        Parallax.run(study)
            .model()
            .predict(
                Map.of(
                    "second",
                    Rows.of(People.numbers(3, 5)),
                    "first",
                    Rows.of(People.numbers(4, 6))));
    assertThat(found.ids().subList(0, 2)).containsExactly("0", "1");
  }

  @Test
  void splitsGoBySubjectsOfLabelsInMemory() {
    List<String> subjects = People.IDS.stream().map(id -> id.substring(0, 3)).toList();
    Study study =
        People.vertical()
            .labels("st-mary", Labels.of(People.IDS, People.labels()).with("ward", subjects))
            .evaluate(Splits.subjects(0.3, 1, "ward"))
            .model(false)
            .build();
    assertThat(Parallax.run(study).accuracy()).isGreaterThan(0.5);
  }
}
