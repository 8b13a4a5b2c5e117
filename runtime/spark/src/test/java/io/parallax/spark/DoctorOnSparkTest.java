package io.parallax.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the doctor's messages on views that are stored in Spark. */
class DoctorOnSparkTest {
  @TempDir Path folder;

  /** A node keeps its session as long as it runs; other tests have their own. */
  @AfterEach
  void stop() {
    SparkSession.getDefaultSession().get().stop();
  }

  @Test
  void viewsThatCannotWorkAreNamed() throws IOException {
    Files.writeString(folder.resolve("good.csv"), "id,x,y\na,1,2\n");
    Files.writeString(folder.resolve("void.csv"), "");
    Files.writeString(folder.resolve("head.csv"), "id,x\n");
    Path file =
        Files.writeString(
            folder.resolve("party.yaml"),
            """
            party: maple
            coordinator: 127.0.0.1:1
            engine: {spark: "local[1]"}
            data:
              good: {csv: good.csv, id: id}
              void: {csv: void.csv, id: id}
              head: {csv: head.csv, id: id}
              away: {csv: away.csv, id: id}
              other: {csv: good.csv, id: nix}
              wide: {csv: good.csv, id: id, columns: [x, zzz]}
            """);
    CommandLine doctor = CommandLine.run("doctor", file);
    assertThat(doctor.exit()).isEqualTo(1);
    assertThat(doctor.out())
        .containsPattern("ok +view good +in the engine, 2 columns and the id")
        .containsPattern("BAD +view void +.*void.csv: there are no rows")
        .containsPattern("BAD +view head +.*head.csv: there are no rows")
        .containsPattern("BAD +view away +cannot read .*away.csv: no such file or folder")
        .containsPattern("BAD +view other +.*good.csv: no column 'nix' for the id; the file has id")
        .containsPattern("BAD +view wide +.*good.csv: no column 'zzz' for the view")
        .doesNotContain("All is well");
  }
}
