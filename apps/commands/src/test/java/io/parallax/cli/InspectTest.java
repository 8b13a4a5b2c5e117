package io.parallax.cli;

import static io.parallax.cli.SmallStudy.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectTest {
  @TempDir Path dir;

  @Test
  void tellsWhatIsInAFile() {
    Path file =
        put(
            dir.resolve("ward.csv"),
            "patient,age,smoker,unit,site\np1,50,yes,1,7\np2,,no,3,7\np3,70,yes,5,7\np4,60,?,7,7\n");
    Cli cli = Cli.run("data", "inspect", file);
    assertThat(cli.exit()).isZero();
    assertThat(cli.out())
        .contains("ward.csv: 4 rows × 5 columns")
        .containsPattern("could be the id +patient, unit")
        .containsPattern("numeric +3 columns, standard deviations from 0\\.00 to 8\\.16")
        .containsPattern("with words +2: patient, smoker")
        .containsPattern("constant +1: site")
        .containsPattern("missing cells +2, most in age \\(1\\), smoker \\(1\\)")
        .containsPattern("values of smoker +no \\(1\\), yes \\(2\\)");
  }

  @Test
  void tellsHowLongSequencesAre() {
    SequenceStudy.write(dir);
    Path keys = dir.resolve("keys.csv");
    Cli cli = Cli.run("data", "inspect", keys, "--id", "session", "--time", "press");
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(cli.out())
        .contains("keys.csv: 60 sequences, 450 steps × 2 channels")
        .containsPattern("steps +3 to 12, median 8\n")
        .containsPattern("time per step +median 0\\.3\\d+")
        .containsPattern("channel hold +mean 0\\.1\\d+, standard deviation 0\\.0\\d+")
        .containsPattern("values of group +letter \\(\\d+\\), space \\(\\d+\\)");
    MatrixStudy.npy(dir.resolve("w.npy"), new double[5][6], "(5, 3, 2)");
    assertThat(Cli.run("data", "inspect", dir.resolve("w.npy")).out())
        .contains("w.npy: 5 sequences, 15 steps × 2 channels")
        .containsPattern("steps +3\n")
        .containsPattern("channel 2 +mean 0\\.000, standard deviation 0\\.000");
    assertThat(Cli.run("data", "inspect", keys, "--time", "press").err())
        .contains("--time orders the rows of an id; add --id COLUMN");
    assertThat(Cli.run("data", "inspect", keys, "--id", "session").out())
        .containsPattern("ids in session +60 in 450 rows; several rows of an id are a sequence");
  }

  @Test
  void tellsWhatIsBetweenColumnsAndCountsInTheOrderOfNumbers() {
    Path semicolons = put(dir.resolve("s.csv"), "id;x\np1;2\np2;3\n");
    assertThat(Cli.run("data", "inspect", semicolons).out())
        .contains("'{csv: FILE, separator: \";\"}'");
    Path tabs = put(dir.resolve("t.csv"), "id\tx\np1\t2\np2\t3\n");
    assertThat(Cli.run("data", "inspect", tabs).out()).contains("'{csv: FILE, separator: tab}'");
    Path few = put(dir.resolve("f.csv"), "id,x\np1,10\np2,2\np3,11\np4,2\n");
    assertThat(Cli.run("data", "inspect", few).out())
        .containsPattern("values of x +2 \\(2\\), 10 \\(1\\), 11 \\(1\\)\n")
        .containsPattern("numeric +1 columns, standard deviation 4.2\\d\n")
        .doesNotContain("from 4.2");
    assertThat(Cli.run("data", "inspect", few, "--id", "id").out())
        .containsPattern("ids in id +4 in 4 rows, each once");
  }

  @Test
  void draftsAStudyThatRuns() {
    SmallStudy.write(dir);
    Cli drafted =
        Cli.run(
            "data",
            "inspect",
            "--study",
            dir.resolve("a.csv"),
            dir.resolve("b.csv"),
            dir.resolve("labels.csv"));
    assertThat(drafted.exit()).as(drafted.err()).isZero();
    assertThat(drafted.out()).contains("method: joint", "column: label", "# guessed");
    Path study = put(dir.resolve("first.yaml"), drafted.out().replace("repeats: 10", "repeats: 1"));
    Cli run = Cli.run("run", study, "--out", dir.resolve("first"));
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("40 samples, 2 classes");
  }

  @Test
  void draftsPartiesOfDifferentPeopleFromFilesWithTheSameColumns() {
    String header = "who,x,colour,y\n";
    Path one =
        put(dir.resolve("one.csv"), header + "p1,1,red,0\np2,2,blue,1\np3,,red,0\np4,1,red,1\n");
    Path two =
        put(dir.resolve("two.csv"), header + "q1,1,red,0\nq2,2,blue,1\nq3,3,red,0\nq4,1,red,1\n");
    assertThat(Cli.run("data", "inspect", "--study", "--id", "who", one, two).out())
        .contains("method: hfedmv", "views: {all: [x, ", "  two: {data: {csv: ", "missing: mean");
    assertThat(Cli.run("data", "inspect", "--study", "--id", "x", one, two).exit()).isZero();
    assertThat(Cli.run("data", "inspect", "--study", "--id", "zz", one).err())
        .contains("one.csv has no column 'zz'; it has who, x, colour, y");
    Path same = put(dir.resolve("same.csv"), "a,b\n1,2\n1,2\n");
    assertThat(Cli.run("data", "inspect", "--study", same).err())
        .contains("no column names the rows of all files");
  }

  @Test
  void refusesWhatIsNoCsvFile() {
    assertThat(Cli.run("data", "inspect", dir.resolve("nope.csv")).exit()).isEqualTo(2);
    assertThat(Cli.run("data", "inspect", dir).exit()).isEqualTo(2);
    assertThat(Cli.run("data", "inspect", put(dir.resolve("empty.csv"), "")).exit()).isEqualTo(2);
    Cli ragged = Cli.run("data", "inspect", put(dir.resolve("ragged.csv"), "a,b\n1\n"));
    assertThat(ragged.exit()).isEqualTo(2);
    assertThat(ragged.err()).contains("line 2");
    assertThat(Cli.run("data").exit()).isZero();
  }
}
