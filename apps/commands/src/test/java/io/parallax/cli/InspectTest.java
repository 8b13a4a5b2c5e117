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
    assertThat(Cli.run("data", "inspect", keys, "--id", "session").err())
        .contains("--id and --time belong together");
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
