package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says of things that a test cannot easily make go wrong between machines. */
class DoctorTest {
  @TempDir Path dir;

  @Test
  void viewsThatCannotWorkAreNamed() throws IOException {
    Files.writeString(dir.resolve("good.csv"), "id,x,y,label\na,1,2,ill\nb,1,3,well\n");
    Files.writeString(dir.resolve("truth.csv"), "id,label\na,ill\nb,well\n");
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
              wide: {csv: truth.csv, id: id, column: labl}
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

  /** Every cell that could be told holds SECRET or 471147114711. */
  @Test
  void rowsThatNoStudyCanUseAreNamedByLineAndNotShown() throws IOException {
    Files.writeString(dir.resolve("cell.csv"), "id,x,y\na,1,2\nb,3,SECRET\nc,5,6\n");
    Files.writeString(dir.resolve("twice.csv"), "id,x\n471147114711,1\nb,2\n471147114711,3\n");
    Files.writeString(dir.resolve("none.csv"), "id,x\na,1\nb,\nc,NA\n");
    Files.writeString(dir.resolve("words.csv"), "id,x,sex\na,1,SECRET\nb,2,f\nc,3,\n");
    Files.writeString(dir.resolve("huge.csv"), "id,x\na,1e200\nb,2\n");
    Files.writeString(dir.resolve("short.csv"), "id,x,y\na,1,2\nb,3\n");
    Files.writeString(dir.resolve("one.csv"), "id,label\na,SECRET\nb,SECRET\n");
    Files.writeString(dir.resolve("gap.csv"), "id,label\na,ill\nb,\n");
    Files.writeString(dir.resolve("others.csv"), "id,label\nx,SECRET\ny,well\n");
    Files.writeString(
        dir.resolve("time.csv"), "id,days,dead\na,471147114711,1\nb,-471147114711,0\n");
    Files.writeString(
        dir.resolve("event.csv"), "id,days,dead\na,471147114711,1\nb,12,471147114711\n");
    String file =
        """
        data:
          cell: {csv: cell.csv, id: id}
          twice: {csv: twice.csv, id: id}
          none: {csv: none.csv, id: id}
          words: {csv: words.csv, id: id}
          huge: {csv: huge.csv, id: id}
          short: {csv: short.csv, id: id}
        labels:
          cell: {csv: one.csv, id: id, column: label}
          none: {csv: gap.csv, id: id, column: label}
          words: {csv: others.csv, id: id, column: label}
        target:
          words: {csv: time.csv, id: id, time: days, event: dead}
          none: {csv: event.csv, id: id, time: days, event: dead}
        """;
    Cli doctor = doctor(file);
    assertThat(doctor.exit()).isEqualTo(1);
    assertThat(doctor.out())
        .containsPattern("BAD +view cell +.*cell.csv line 3, column 'y': is not a finite number")
        .containsPattern("BAD +view twice +.*twice.csv line 4: the same id as on line 2")
        .containsPattern("ok +view none +.*none.csv, 1 columns and the id, 3 rows")
        .containsPattern(
            "WARN view none +.*row 2 below the header, column 'x': .*missing .2 in all")
        .containsPattern("WARN view words +.*column 'sex' has no number; .*'categorical'")
        .containsPattern("BAD +view huge +.*column 'x' has values too large")
        .containsPattern("BAD +view short +.*short.csv line 3")
        .containsPattern("BAD +labels cell +.*column 'label' holds one class only")
        .containsPattern("BAD +labels none +.*gap.csv line 3, column 'label': has no label")
        .containsPattern("BAD +labels words +.*no id occurs in all of .*others.csv .2 ids.")
        .containsPattern("BAD +target words +.*time.csv: ")
        .containsPattern("BAD +target none +.*column 'dead' .* neither 0 nor 1 in row 2")
        .doesNotContain("SECRET", "471147114711", "1e200")
        .containsPattern("11 to mend. Warnings: 2.");
    Cli quick = doctor(file, "--quick");
    assertThat(quick.out())
        .containsPattern("ok +view cell +.*2 columns and the id\\n")
        .contains("2 to mend.") // no certificate, and the coordinator is away
        .doesNotContain("WARN", "SECRET", "471147114711");
  }

  private Cli doctor(String rows, String... options) throws IOException {
    Path file = dir.resolve("party.yaml");
    Files.writeString(file, "party: maple\ncoordinator: 127.0.0.1:1\n" + rows);
    return Cli.run(Stream.concat(Stream.of("doctor", file), Stream.of(options)).toArray());
  }
}
