package io.parallax.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.study.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a study's files are looked for, and what is said if public data are not there. */
class StudyPathTest {
  @TempDir Path dir;

  @Test
  void aPlainPathIsBesideTheStudy() {
    assertThat(of("rows.csv", null)).isEqualTo(dir.resolve("rows.csv"));
  }

  @Test
  void publicDataAreInTheirFolder() throws IOException {
    Path file = Files.createDirectories(dir.resolve("mfeat")).resolve("labels.csv");
    Files.writeString(file, "id,label\n");
    assertThat(of("$PARALLAX_DATA/mfeat/labels.csv", dir.toString())).isEqualTo(file);
  }

  @Test
  void whatIsMissingIsToldWithTheWayToGetIt() {
    refused("$PARALLAX_DATA/mfeat/labels.csv", dir.toString())
        .hasMessage(
            "study.yaml:1: there is no file "
                + dir.resolve("mfeat/labels.csv")
                + "; get it: ./parallax data get mfeat --from FOLDER-OR-URL");
    refused("$PARALLAX_DATA/ours/labels.csv", dir.toString())
        .hasMessage("study.yaml:1: there is no file " + dir.resolve("ours/labels.csv"));
    for (String unset : new String[] {null, " "}) {
      refused("$PARALLAX_DATA/wdbc/labels.csv", unset)
          .hasMessage(
              "study.yaml:1: PARALLAX_DATA is not set; set it to the folder that holds"
                  + " wdbc/labels.csv, or get it: ./parallax data get wdbc --from FOLDER-OR-URL");
    }
    refused("$PARALLAX_DATA/labels.csv", null)
        .hasMessage(
            "study.yaml:1: PARALLAX_DATA is not set; set it to the folder that holds labels.csv");
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(String text, String data) {
    return assertThatThrownBy(() -> of(text, data)).isInstanceOf(BadInput.class);
  }

  private Path of(String text, String data) {
    Yaml value = Yaml.parse("study.yaml", "csv: " + text).need("csv");
    return StudyPath.of(value, dir, name -> data);
  }
}
