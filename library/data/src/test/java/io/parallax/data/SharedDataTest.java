package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SharedDataTest {
  @Test
  void handwrittenDigitsAreReadWholeAndFast() {
    Path file = SharedData.file("mfeat/view_pix.csv.gz");
    CsvFile.of(file).table("id");
    long start = System.nanoTime();
    Table table = CsvFile.of(file).table("id");
    assertThat((System.nanoTime() - start) / 1e9).as("seconds").isLessThan(20);
    assertThat(table.values().rows()).isEqualTo(2000);
    assertThat(table.values().cols()).isEqualTo(240);
    assertThat(table.missing()).isZero();
    LabelColumn labels = CsvFile.of(SharedData.file("mfeat/labels.csv")).labels("id", "label");
    assertThat(labels.classes()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    assertThat(labels.ids()).isEqualTo(table.ids());
  }

  @Test
  void wideTextTablesAreReadWholeAndFast() {
    Path file = SharedData.file("bbcsport/view_seg1.csv.gz");
    CsvFile.of(file).table("id");
    long start = System.nanoTime();
    Table table = CsvFile.of(file).table("id");
    assertThat((System.nanoTime() - start) / 1e9).as("seconds").isLessThan(20);
    assertThat(table.values().rows()).isEqualTo(544);
    assertThat(table.values().cols()).isEqualTo(3183);
  }

  @Test
  void hospitalsHaveTheMissingCellsTheirDescriptionCounts() {
    assertThat(missing("cleveland")).isEqualTo(6);
    assertThat(missing("hungarian")).isEqualTo(782);
    assertThat(missing("switzerland")).isEqualTo(273);
    assertThat(missing("va")).isEqualTo(698);
  }

  private static long missing(String hospital) {
    return CsvFile.of(SharedData.file("heart-disease/" + hospital + ".csv")).table("id").missing();
  }
}
