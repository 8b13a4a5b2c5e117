package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.Matrix;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFileTest {
  @TempDir Path folder;

  @Test
  void aTableIsReadWithItsIdsAndColumns() {
    Table table = CsvFile.of(file("a,id,b\n1,x,-2.5e1\n.5,y,+3\n")).table("id");
    assertThat(table.ids()).containsExactly("x", "y");
    assertThat(table.columns()).containsExactly("a", "b");
    assertThat(table.values()).isEqualTo(Matrix.of(new double[][] {{1, -25}, {0.5, 3}}));
  }

  @Test
  void quotesBlankLinesWindowsLineEndsAndSpacesDoNotMatter() {
    Table table =
        CsvFile.of(file("id,\"a, \"\"b\"\"\"\r\n\"1\n2\",\"7\"\r\n\r\n 3 , 8 \r\n")).table("id");
    assertThat(table.columns()).containsExactly("a, \"b\"");
    assertThat(table.ids()).containsExactly("1\n2", "3");
    assertThat(table.values()).isEqualTo(Matrix.of(new double[][] {{7}, {8}}));
  }

  @Test
  void aByteOrderMarkIsSkipped() {
    assertThat(CsvFile.of(file("\uFEFFid,ä\n1,2\n")).table("id").columns()).containsExactly("ä");
  }

  @Test
  void gzipIsToldByContentAndNotByName() {
    byte[] packed = gzip("\uFEFFid,a\n1,2\n");
    assertThat(CsvFile.of(file("plain-name.csv", packed)).table("id").values().get(0, 0))
        .isEqualTo(2);
    Path unpacked = file("not-packed.csv.gz", "id,a\n1,2\n".getBytes(StandardCharsets.UTF_8));
    assertThat(CsvFile.of(unpacked).table("id").values().get(0, 0)).isEqualTo(2);
  }

  @Test
  void missingCellsBecomeNaN() {
    Table table = CsvFile.of(file("id,a,b\n1,,NA\n2,nan,?\n3,Null, \n4,1,2\n")).table("id");
    assertThat(table.missing()).isEqualTo(6);
    assertThat(table.values().get(2, 1)).isNaN();
    assertThat(table.firstMissing().orElseThrow()).endsWith("row 1 below the header, column 'a'");
  }

  @Test
  void exceptedColumnsAreNotRead() {
    Table table = CsvFile.of(file("id,label,a\n1,ill,2\n")).table("id", List.of("label"));
    assertThat(table.columns()).containsExactly("a");
  }

  @Test
  void numbersAreReadToTheLastBit() {
    String[] texts = {
      "0.1", "1e-320", "123456789", "0123456789012", "-0", "9007199254740993", "5."
    };
    Table table = CsvFile.of(file("id,a\n" + rows(texts))).table("id");
    for (int i = 0; i < texts.length; i++) {
      assertThat(table.values().get(i, 0)).isEqualTo(Double.parseDouble(texts[i]));
    }
  }

  @Test
  void labelsThatAreNumbersAreSortedAsNumbers() {
    LabelColumn labels = CsvFile.of(file("id,y\n1,10\n2,9\n3,-1\n4,10\n")).labels("id", "y");
    assertThat(labels.classes()).containsExactly("-1", "9", "10");
    assertThat(labels.codes()).containsExactly(2, 1, 0, 2);
    assertThat(labels.codesFor(List.of("3", "1"))).containsExactly(0, 2);
  }

  @Test
  void labelsThatAreWordsAreSortedAsText() {
    LabelColumn labels = CsvFile.of(file("id,y\n1,well\n2,10\n3,ill\n")).labels("id", "y");
    assertThat(labels.classes()).containsExactly("10", "ill", "well");
    assertThat(labels.codes()).containsExactly(2, 0, 1);
  }

  private static String rows(String... cells) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      rows.append(i).append(',').append(cells[i]).append('\n');
    }
    return rows.toString();
  }

  private Path file(String text) {
    return file("data.csv", text.getBytes(StandardCharsets.UTF_8));
  }

  private Path file(String name, byte[] content) {
    try {
      return Files.write(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
