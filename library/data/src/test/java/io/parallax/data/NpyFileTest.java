package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyFileTest {
  @TempDir Path dir;

  private static final Matrix SIX = Matrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}});
  private static final byte[] WHOLE =
      NpyBytes.file("<f8", false, "(2, 3)", NpyBytes.doubles(1, 2, 3, 4, 5, 6));

  @Test
  void rowsAndColumnsAreCalledByTheirNumbers() {
    Table table = table(WHOLE);
    assertThat(table.values()).isEqualTo(SIX);
    assertThat(table.ids()).containsExactly("0", "1");
    assertThat(table.columns()).containsExactly("1", "2", "3");
    assertThat(table.numbered()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyVersionPlainOrGzip(int version) {
    String header = NpyBytes.header("'<f8'", false, "(2, 3)");
    byte[] bytes = NpyBytes.file(version, header, NpyBytes.doubles(1, 2, 3, 4, 5, 6));
    assertThat(table(bytes).values()).isEqualTo(SIX);
    assertThat(table(NpyBytes.gzip(bytes)).values()).isEqualTo(SIX);
  }

  @Test
  void columnsFirstAndTransposed() {
    byte[] columns = NpyBytes.file("<f8", true, "(2, 3)", NpyBytes.doubles(1, 4, 2, 5, 3, 6));
    assertThat(table(columns).values()).isEqualTo(SIX);
    byte[] flipped = NpyBytes.file("<f8", false, "(3, 2)", NpyBytes.doubles(1, 4, 2, 5, 3, 6));
    assertThat(new MatrixFile(put(flipped), Optional.empty(), true).table().values())
        .isEqualTo(SIX);
  }

  /** Type, a number's bytes from the most significant one, and the number. */
  @ParameterizedTest
  @CsvSource({
    "f4, 3fc00000, 1.5",
    "f8, bff8000000000000, -1.5",
    "i1, fe, -2",
    "u1, fe, 254",
    "i2, fffe, -2",
    "u2, fffe, 65534",
    "i4, fffffffe, -2",
    "u4, fffffffe, 4294967294",
    "i8, fffffffffffffffe, -2",
    "u8, fffffffffffff800, 18446744073709549568",
    "u8, ffffffffffffffff, 18446744073709551616",
    "u8, 8000000000000401, 9223372036854777856",
    "u8, 0000000000000007, 7",
    "b1, 01, 1",
    "b1, 00, 0",
    "f8, 7ff8000000000000, NaN"
  })
  void everyTypeInBothByteOrders(String type, String bytes, Double value) {
    byte[] big = ByteBuffer.allocate(bytes.length() / 2).array();
    for (int i = 0; i < big.length; i++) {
      big[i] = (byte) Integer.parseInt(bytes.substring(2 * i, 2 * i + 2), 16);
    }
    byte[] little = big.clone();
    for (int i = 0; i < big.length; i++) {
      little[i] = big[big.length - 1 - i];
    }
    String mark = big.length == 1 ? "|" : "<";
    assertThat(table(NpyBytes.file(mark + type, false, "(1,)", little)).values().get(0, 0))
        .isEqualTo(value);
    assertThat(table(NpyBytes.file(">" + type, false, "(1, 1)", big)).values().get(0, 0))
        .isEqualTo(value);
  }

  @Test
  void moreNumbersThanABufferHolds() {
    ByteBuffer data = ByteBuffer.allocate(2 * 70_001).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 70_001; i++) {
      data.putShort((short) (i % 30_000));
    }
    byte[] bytes = NpyBytes.file("<i2", false, "(70001L,)", data.array());
    Matrix values = table(NpyBytes.gzip(bytes)).values();
    assertThat(values.rows()).isEqualTo(70_001);
    assertThat(values.get(69_999, 0)).isEqualTo(9_999);
  }

  @Test
  void labelsAreARowOrAColumnOfNumbers() {
    byte[] numbers = NpyBytes.doubles(3, 1, 0.5, 10, 3);
    for (String shape : List.of("(5,)", "(5, 1)", "(1, 5)")) {
      LabelColumn labels = labels(NpyBytes.file("<f8", false, shape, numbers));
      assertThat(labels.classes()).containsExactly("0.5", "1", "3", "10");
      assertThat(labels.codes()).containsExactly(2, 1, 0, 3, 2);
      assertThat(labels.ids()).containsExactly("0", "1", "2", "3", "4");
    }
    assertThatThrownBy(() -> labels(WHOLE))
        .hasMessageEndingWith(
            "x.npy: 2 × 3 numbers are not labels; labels must be one row or one column");
    assertThatThrownBy(
            () -> labels(NpyBytes.file("<f8", false, "(2,)", NpyBytes.doubles(1, Double.NaN))))
        .hasMessageEndingWith(
            "x.npy row 1 (rows count from 0): has no label; give it one, or remove the row"
                + " everywhere");
  }

  @Test
  void missingValuesAndThoseThatStandForThem() {
    Table table =
        table(NpyBytes.file("<f8", false, "(2, 2)", NpyBytes.doubles(1, 2, 3, Double.NaN)));
    assertThatThrownBy(() -> table.under(Missing.ERROR))
        .hasMessageEndingWith(
            "x.npy row 1, column 2 (rows count from 0, columns from 1): the value is missing (1 in"
                + " all); fill it in, or set 'missing: mean' in the study");
    Column first = new Column("1", List.of(), List.of(3.0), List.of());
    assertThat(table.encoded(List.of(first)).values().toArray()).containsExactly(1, Double.NaN);
    assertThat(table.encoded(List.of(first)).columns()).containsExactly("1");
    assertThatThrownBy(() -> table.encoded(List.of(Column.numeric("age"))))
        .hasMessageEndingWith(
            "x.npy: column 'age' is requested, but columns have no names or categories in this file, only the numbers 1 to 2; use a CSV file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      value = {
        "a.npy; a.npy; -",
        "a.NPY.GZ; a.NPY.GZ; -",
        "C:/b.mat:X; C:/b.mat; X",
        "b.mat:X{2}; b.mat; X{2}",
        "b.mat:X[2]; b.mat; X[2]",
        "c.csv; -; -",
        "npy; -; -",
        "a.npy.csv; -; -"
      })
  void aFileIsKnownByItsName(String text, String file, String variable) {
    Optional<MatrixFile> named =
        RowFormat.of(text, Map.of()) instanceof MatrixFile matrix
            ? Optional.of(matrix)
            : Optional.empty();
    assertThat(named.map(m -> m.file().toString())).isEqualTo(Optional.ofNullable(file));
    assertThat(named.flatMap(MatrixFile::variable)).isEqualTo(Optional.ofNullable(variable));
  }

  private Table table(byte[] bytes) {
    return new MatrixFile(put(bytes), Optional.empty(), false).table();
  }

  private LabelColumn labels(byte[] bytes) {
    return new MatrixFile(put(bytes), Optional.empty(), false).labels();
  }

  private Path put(byte[] bytes) {
    try {
      return Files.write(dir.resolve("x.npy"), bytes);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
