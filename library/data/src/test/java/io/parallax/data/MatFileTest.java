package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Sinks;

class MatFileTest {
  @TempDir Path dir;
  private Path file;

  private static final Matrix SIX = Matrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}});

  @BeforeEach
  void writeAFile() throws IOException {
    file = dir.resolve("x.mat");
    write(Deflater.BEST_SPEED);
  }

  private void write(int compression) throws IOException {
    var complex = Mat5.newComplex(1, 1);
    var cell = Mat5.newCell(1, 2).set(0, six(MatlabType.Double)).set(1, Mat5.newString("no"));
    Mat5File content =
        (Mat5File)
            Mat5.newMatFile()
                .addArray("X", six(MatlabType.Double))
                .addArray("views", cell)
                .addArray("one", Mat5.newCell(1, 1).set(0, Mat5.newCell(1, 1)))
                .addArray("gt", Mat5.newMatrix(1, 2))
                .addArray("text", Mat5.newString("words"))
                .addArray("struct", Mat5.newStruct())
                .addArray("complex", complex)
                .addArray("empty", Mat5.newMatrix(0, 3))
                .addArray("cube", Mat5.newMatrix(Mat5.dims(2, 3, 4)));
    write(content, compression);
  }

  private void write(Mat5File content, int compression) throws IOException {
    Files.deleteIfExists(file);
    try (var sink = Sinks.newStreamingFile(file.toFile())) {
      Mat5.newWriter(sink).setDeflateLevel(compression).writeMat(content);
    }
  }

  private static us.hebi.matlab.mat.types.Matrix six(MatlabType type) {
    var matrix = Mat5.newMatrix(2, 3, type);
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        matrix.setDouble(i, j, SIX.get(i, j));
      }
    }
    return matrix;
  }

  @ParameterizedTest
  @ValueSource(ints = {Deflater.NO_COMPRESSION, Deflater.BEST_COMPRESSION})
  void variablesAndElementsOfCellArrays(int compression) throws IOException {
    write(compression);
    assertThat(table("X").values()).isEqualTo(SIX);
    assertThat(table("X").ids()).containsExactly("0", "1");
    assertThat(table("X").columns()).containsExactly("1", "2", "3");
    assertThat(table("views{1}").values()).isEqualTo(SIX);
    assertThat(table("views[1]").values()).isEqualTo(SIX);
    assertThat(new MatrixFile(file, Optional.of("X"), true).table().values())
        .isEqualTo(SIX.transpose());
    assertThat(new MatrixFile(file, Optional.of("gt"), false).labels().ids())
        .containsExactly("0", "1");
    Files.write(file, NpyBytes.gzip(Files.readAllBytes(file)));
    assertThat(table("X").values()).isEqualTo(SIX);
  }

  @ParameterizedTest
  @EnumSource(
      value = MatlabType.class,
      names = {
        "Double", "Single", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64"
      })
  void everyTypeOfNumber(MatlabType type) throws IOException {
    var negative = Mat5.newMatrix(1, 1, type);
    negative.setLong(0, -1);
    write(
        (Mat5File) Mat5.newMatFile().addArray("X", six(type)).addArray("n", negative),
        Deflater.BEST_SPEED);
    assertThat(table("X").values()).isEqualTo(SIX);
    double bits = Double.parseDouble(type.name().replaceAll("\\D", "0").replaceAll("^0+", "0"));
    double expected = type.name().startsWith("U") ? Math.pow(2, bits) - 1 : -1;
    assertThat(table("n").values().get(0, 0)).isEqualTo(expected);
  }

  @Test
  void flagsAreOnesAndZeros() throws IOException {
    var flags = Mat5.newLogical(1, 2);
    flags.setBoolean(1, true);
    write((Mat5File) Mat5.newMatFile().addArray("X", flags), Deflater.BEST_SPEED);
    assertThat(table("X").values().toArray()).containsExactly(0, 1);
  }

  /** Written by hand from the format's description: the library writes no sparse matrices. */
  @Test
  void sparseMatricesAreReadDense() throws IOException {
    Files.write(file, SparseMat.bytes("S", 3, 2, new int[] {2, 0}, new int[] {0, 1, 2}, 1.5, -4));
    assertThat(table("S").values())
        .isEqualTo(Matrix.of(new double[][] {{0, -4}, {0, 0}, {1.5, 0}}));
    Files.write(
        file, SparseMat.bytes("S", 1 << 30, 1 << 30, new int[] {2, 0}, new int[] {0, 1, 2}, 1, 2));
    assertThat(catchThrowable(() -> table("S"))).isInstanceOf(BadInput.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Y | : no variable 'Y'; did you mean 'X'? the file has X, views, one, gt, text and 4 more",
        "nowhere | : no variable 'nowhere'; the file has X, views, one, gt, text and 4 more",
        "X{1} | :X{1}: the variable is not a cell array; leave out the element",
        "views | :views: the variable is a cell array of 2; name one of them, {1} to {2}",
        "views{3} | :views{3}: the variable is a cell array of 2; name one of them, {1} to {2}",
        "one | :one: the variable is a cell array of 1; name one of them, {1}",
        "one{1} | :one{1}: holds a cell array within a cell array; save its matrices as variables",
        "views{2} | :views{2}: holds text, not numbers; name a matrix",
        "text | :text: holds text, not numbers; name a matrix",
        "struct | :struct: holds a struct; save its fields as variables, with save -struct",
        "complex | :complex: holds complex numbers; save real and imaginary parts as columns",
        "empty | :empty: the array is empty; a table needs rows and columns",
        "cube | :cube: the array has 3 dimensions; a table has rows and columns; save sequences as a .npy file"
      })
  void aVariableThatIsNoTable(String variable, String message) {
    assertThatThrownBy(() -> table(variable))
        .isInstanceOf(BadInput.class)
        .hasMessage(file + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "X{0}", "X{}", "X{1,2}", "X(1)", "X.a", "a b", "X{1}{2}"})
  void aTextThatIsNoVariable(String variable) {
    assertThatThrownBy(() -> table(variable))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "'"
                + variable
                + "' does not name a variable; write X, or X{2} for the second element of a cell"
                + " array");
  }

  @Test
  void filesOfOtherVersions() throws IOException {
    String later =
        ": this is a MATLAB file of version 7.3 (HDF5), which is not read; save it with -v7";
    String other = ": this is not a MATLAB file of version 5 to 7; save it with -v7";
    refused("MATLAB 7.3 MAT-file, Platform: GLNXA64" + " ".repeat(200), later);
    refused("\u0089HDF\r\n\u001a\n" + " ".repeat(200), later);
    refused("", other);
    refused("id,a\n1,2\n", other);
    refused("\0".repeat(200), other);
    refused(
        "MATLAB 5.0 MAT-file" + " ".repeat(105) + "\0\1IM", ": no variable 'X'; the file has none");
  }

  private void refused(String content, String message) throws IOException {
    Files.write(file, content.getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> table("X")).isInstanceOf(BadInput.class).hasMessage(file + message);
  }

  /** Whatever is cut off or changed: numbers, or a line that says what is wrong. */
  @ParameterizedTest
  @ValueSource(ints = {Deflater.NO_COMPRESSION, Deflater.BEST_COMPRESSION})
  void noDamageBreaksTheReader(int compression) throws IOException {
    var cell = Mat5.newCell(1, 1).set(0, six(MatlabType.Double));
    write((Mat5File) Mat5.newMatFile().addArray("X", cell), compression);
    byte[] whole = Files.readAllBytes(file);
    for (int i = 0; i < whole.length; i++) {
      Files.write(file, Arrays.copyOf(whole, i));
      Throwable thrown = catchThrowable(() -> table("X{1}"));
      assertThat(thrown).as("cut at " + i).isInstanceOf(BadInput.class);
      for (int change : new int[] {0x05, 0x80}) {
        byte[] changed = whole.clone();
        changed[i] ^= (byte) change;
        Files.write(file, changed);
        thrown = catchThrowable(() -> table("X{1}"));
        assertThat(thrown == null || thrown instanceof BadInput).as(i + ": " + thrown).isTrue();
      }
    }
    Files.write(file, Arrays.copyOf(whole, whole.length - 9));
    assertThatThrownBy(() -> table("X{1}"))
        .hasMessage(
            file + ": the file is cut off or damaged; copy it again, or save it again with -v7");
  }

  @Test
  void theVariablesOfAFile() {
    assertThat(MatVariable.in(file))
        .startsWith(
            new MatVariable("X", "double 2 × 3"),
            new MatVariable("views", "cell 1 × 2: {1} double 2 × 3, {2} char 1 × 2"))
        .hasSize(9);
  }

  private Table table(String variable) {
    return new MatrixFile(file, Optional.of(variable), false).table();
  }
}
