package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.demo.LinkCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says of things that a test cannot easily make go wrong between machines. */
class DoctorTest {
  @TempDir Path dir;

  @Test
  void aClockThatIsMinutesOffIsToldWithWhatToDo() {
    assertThat(DoctorCommand.clock(1_000_000, 1_000_040)).isEqualTo("differs by 40 ms");
    assertThatThrownBy(() -> DoctorCommand.clock(1_000_000, 1_090_000))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("differ by 90 s")
        .hasMessageContaining("NTP");
  }

  @Test
  void aWayThatKeepsBytesGivesTheSameStudyAndOneThatChangesThemDoesNot() {
    assertThat(new LinkCheck(answer -> answer.clone()).run().sound()).isTrue();
    assertThat(new LinkCheck(DoctorTest::disturbed).run().sound()).isFalse();
  }

  @Test
  void viewsThatCannotWorkAreNamed() throws IOException {
    Files.writeString(dir.resolve("good.csv"), "id,x,y,label\na,1,2,ill\n");
    Files.writeString(dir.resolve("void.csv"), "");
    Files.writeString(dir.resolve("head.csv"), "id,x\n");
    Files.writeString(dir.resolve("ids.csv"), "id\na\n");
    Cli doctor =
        doctor(
            """
            data:
              good: {csv: good.csv, id: id}
              void: {csv: void.csv, id: id}
              head: {csv: head.csv, id: id}
              ids: {csv: ids.csv, id: id}
              other: {csv: good.csv, id: nix}
              wide: {csv: good.csv, id: id, columns: [x, zzz]}
              self: {csv: good.csv, id: id, columns: [id, x]}
              time: {csv: good.csv, id: id, time: hour}
            labels:
              good: {csv: good.csv, id: id, column: label}
              wide: {csv: good.csv, id: id, column: labl}
            """);
    assertThat(doctor.exit()).isEqualTo(1);
    assertThat(doctor.out())
        .containsPattern("ok +view good +.*good.csv, 2 columns and the id")
        .containsPattern("BAD +view void +.*void.csv: the file is empty")
        .containsPattern("BAD +view head +.*head.csv: a header but no rows")
        .containsPattern("BAD +view ids +.*ids.csv: no column besides the id")
        .containsPattern("BAD +view other +.*good.csv: no column 'nix' for the id; the file has id")
        .containsPattern("BAD +view wide +.*good.csv: no column 'zzz' for the view")
        .containsPattern("BAD +view self +.*column 'id' is the id; take it out of 'columns'")
        .containsPattern("BAD +view time +.*no column 'hour' for the time")
        .containsPattern("ok +labels good +.*good.csv")
        .containsPattern("BAD +labels wide +.*no column 'labl' for the label; did you mean 'label'")
        .doesNotContain("All is well");
  }

  private Cli doctor(String rows) throws IOException {
    Path file = dir.resolve("party.yaml");
    Files.writeString(file, "party: maple\ncoordinator: 127.0.0.1:1\n" + rows);
    return Cli.run("doctor", file);
  }

  private static byte[] disturbed(byte[] answer) {
    byte[] other = answer.clone();
    other[answer.length / 2] ^= 64;
    return other;
  }
}
