package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake in a .npy file at a time, and one line about it. */
class NpyMistakesTest {
  @TempDir Path dir;

  private static final byte[] WHOLE =
      NpyBytes.file("<f8", false, "(2, 3)", NpyBytes.doubles(1, 2, 3, 4, 5, 6));

  record Case(String what, byte[] bytes, String message) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static final String SAVE = "; save a matrix of numbers, such as x.astype(float)";

  static Stream<Case> mistakes() {
    byte[] six = NpyBytes.doubles(1, 2, 3, 4, 5, 6);
    byte[] later = WHOLE.clone();
    later[6] = 9;
    byte[] minor = WHOLE.clone();
    minor[7] = 1;
    byte[] endless = NpyBytes.file(2, NpyBytes.header("'<f8'", false, "(2, 3)"), six);
    endless[11] = 0x7f;
    String no = ": this is not a .npy file; write it with numpy.save";
    String cut = ": the file is cut off: it should hold 2 × 3 numbers; copy it again";
    return Stream.of(
        a("nothing", new byte[0], no),
        a("another kind of file", "id,a\n1,2\n".getBytes(StandardCharsets.UTF_8), no),
        a("half of the magic", Arrays.copyOf(WHOLE, 4), no),
        a(
            "an archive",
            new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0},
            ": this is a .npz archive; save each array by itself, with numpy.save"),
        a(
            "a later version",
            later,
            ": .npy version 9.0 is not known; save it as version 1.0, 2.0 or 3.0"),
        a(
            "a later minor version",
            minor,
            ": .npy version 1.1 is not known; save it as version 1.0, 2.0 or 3.0"),
        a(
            "cut off within the header",
            Arrays.copyOf(WHOLE, 40),
            ": the file ends within its header; copy it again"),
        a(
            "cut off before the header",
            Arrays.copyOf(WHOLE, 9),
            ": the file ends within its header; copy it again"),
        a(
            "an endless header",
            endless,
            ": the header is longer than 1 MiB; write it with numpy.save"),
        a(
            "no header",
            NpyBytes.file(1, "{}", six),
            ": the header lacks type, order or shape; write the file with numpy.save"),
        a("cut off by a byte", Arrays.copyOf(WHOLE, WHOLE.length - 1), cut),
        a("no numbers at all", NpyBytes.file("<f8", false, "(2, 3)", new byte[0]), cut),
        a(
            "a number too many",
            Arrays.copyOf(WHOLE, WHOLE.length + 8),
            ": the file holds more than 2 × 3 numbers; it must hold one array"),
        a(
            "a huge claim",
            NpyBytes.file("<f8", false, "(999999999999, 999999999999)", six),
            ": the file is cut off: it should hold 999999999999 × 999999999999 numbers; copy it again"),
        a(
            "packed and cut off",
            Arrays.copyOf(NpyBytes.gzip(WHOLE), 60),
            ": the gzip data is cut off; copy the file again"),
        a(
            "objects",
            NpyBytes.file("|O", false, "(2, 3)", six),
            ": holds Python objects, which are not read" + SAVE),
        a(
            "records",
            NpyBytes.file(1, NpyBytes.header("[('a', '<f8')]", false, "(2,)"), six),
            ": holds records, not numbers" + SAVE),
        a(
            "complex numbers",
            NpyBytes.file("<c16", false, "(3,)", six),
            ": holds neither whole numbers nor floats of 4 or 8 bytes" + SAVE),
        a(
            "words",
            NpyBytes.file("<U4", false, "(3,)", six),
            ": holds neither whole numbers nor floats of 4 or 8 bytes" + SAVE),
        a(
            "four dimensions",
            NpyBytes.file("<f8", false, "(1, 2, 3, 1)", six),
            ": the array has 4 dimensions; tables have two, rows and columns, and sequences three:"
                + " rows, steps and channels"),
        a(
            "sequences cut off",
            NpyBytes.file("<f8", false, "(2, 2, 3)", six),
            ": the file is cut off: it should hold 2 × 6 numbers; copy it again"),
        a(
            "sequences without steps",
            NpyBytes.file("<f8", false, "(2, 0, 3)", new byte[0]),
            ": the array is empty; a table needs rows and columns"),
        a(
            "an endless shape",
            NpyBytes.file("<f8", false, "(2, 999999999999999999, 999999999999999999)", six),
            ": the file is cut off: it should hold 2 × 9223372036854775807 numbers; copy it again"),
        a(
            "an infinite number in a sequence",
            NpyBytes.file("<f8", false, "(1, 2, 2)", NpyBytes.doubles(1, 2, 3, 1 / 0.0)),
            " row 0 (rows count from 0), step 2 of the 2 that are kept, channel '2': the number is"
                + " infinite; correct it, or make it NaN: missing"),
        a(
            "no dimension",
            NpyBytes.file("<f8", false, "()", NpyBytes.doubles(1)),
            ": holds a single number; a table needs rows and columns"),
        a(
            "no rows",
            NpyBytes.file("<f8", false, "(0, 3)", new byte[0]),
            ": the array is empty; a table needs rows and columns"),
        a(
            "an infinite number",
            NpyBytes.file("<f8", false, "(2, 2)", NpyBytes.doubles(1, 2, 3, -1 / 0.0)),
            " row 1, column 2 (rows count from 0, columns from 1): the number is infinite; correct"
                + " it, or make it NaN: missing"));
  }

  private static Case a(String what, byte[] bytes, String message) {
    return new Case(what, bytes, message);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsToldInOneLine(Case mistake) {
    assertThatThrownBy(() -> table(mistake.bytes()))
        .isInstanceOf(BadInput.class)
        .hasMessage(dir.resolve("x.npy") + mistake.message());
  }

  /** Whatever is cut off or changed: numbers, or a line that says what is wrong. */
  @Test
  void noDamageBreaksTheReader() {
    byte[] packed = NpyBytes.gzip(WHOLE);
    for (byte[] bytes : List.of(WHOLE, packed)) {
      for (int i = 0; i < bytes.length; i++) {
        byte[] cut = Arrays.copyOf(bytes, i);
        assertThat(catchThrowable(() -> table(cut))).isInstanceOf(BadInput.class);
        byte[] changed = bytes.clone();
        changed[i] ^= 0x55;
        Throwable thrown = catchThrowable(() -> table(changed));
        assertThat(thrown == null || thrown instanceof BadInput).as(i + ": " + thrown).isTrue();
      }
    }
  }

  @Test
  void missingFilesAndFolders() {
    MatrixFile none = new MatrixFile(dir.resolve("none.npy"), Optional.empty(), false);
    assertThatThrownBy(none::table).hasMessageEndingWith("none.npy: no such file; check the path");
    MatrixFile folder = new MatrixFile(dir, Optional.empty(), false);
    assertThatThrownBy(folder::table)
        .hasMessageEndingWith(": this is a folder; name a .npy file in it");
  }

  @Test
  void aMatrixLargerThanTheMemoryIsRefusedBeforeThereIsRoom() {
    assertThatThrownBy(() -> MatrixFile.requireRoom("x", 1 << 20, 1 << 20))
        .hasMessage(
            "x: 1048576 × 1048576 numbers are more than one matrix holds; use fewer rows or columns");
    assertThatThrownBy(() -> MatrixFile.requireRoom("x", Long.MAX_VALUE, 2))
        .isInstanceOf(BadInput.class);
    assertThatThrownBy(() -> MatrixFile.requireRoom("x", 1 << 15, 1 << 15))
        .hasMessageStartingWith("x: 32768 × 32768 numbers need 8192 MB of memory; set PARALLAX_");
  }

  @Test
  void sequencesAreNoLabelsAndAreNotTransposed() {
    Path file = put(NpyBytes.file("<f8", false, "(6, 1, 1)", NpyBytes.doubles(1, 2, 3, 4, 5, 6)));
    assertThatThrownBy(new MatrixFile(file, Optional.empty(), false)::labels)
        .hasMessage(file + ": 6 × 2 numbers are not labels; labels must be one row or one column");
    assertThatThrownBy(new MatrixFile(file, Optional.empty(), true)::table)
        .hasMessage(
            file
                + ": an array of three dimensions is not transposed; save it as rows, steps and"
                + " channels");
  }

  private Table table(byte[] bytes) {
    return new MatrixFile(put(bytes), Optional.empty(), false).table();
  }

  private Path put(byte[] bytes) {
    try {
      return Files.write(dir.resolve("x.npy"), bytes);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
