package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvMistakesTest {
  @TempDir Path folder;

  @Test
  void aFileThatIsNotThere() {
    expect(() -> CsvFile.of(folder.resolve("none.csv")).table("id"), "none.csv: no such file");
  }

  @Test
  void aFolder() {
    expect(() -> CsvFile.of(folder).table("id"), "this is a folder");
  }

  @Test
  void aFileOneMayNotRead() {
    BadInput refused = FileBytes.explain(path().toString(), new AccessDeniedException("data.csv"));
    assertThat(refused)
        .hasMessageEndingWith("data.csv: no permission to read; change the file's permissions");
  }

  @Test
  void gzipCutOff() throws IOException {
    StringBuilder rows = new StringBuilder("id,a\n");
    IntStream.range(0, 50_000).forEach(i -> rows.append(i).append(',').append(i * 7).append('\n'));
    byte[] packed = CsvFileTest.gzip(rows.toString());
    for (int length : new int[] {5, packed.length / 2, packed.length - 3}) {
      Files.write(path(), Arrays.copyOf(packed, length));
      expect(() -> CsvFile.of(path()).table("id"), "data.csv: the gzip data is cut off");
    }
  }

  @Test
  void gzipDamaged() throws IOException {
    byte[] packed = CsvFileTest.gzip("id,a\n1,2\n");
    packed[packed.length - 6] ^= 1;
    Files.write(path(), packed);
    expect(() -> CsvFile.of(path()).table("id"), "the gzip data is damaged");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE"})
  void textInUtf16(String charset) throws IOException {
    Files.write(path(), "id,a\n1,2\n".getBytes(Charset.forName(charset)));
    expect(() -> CsvFile.of(path()).table("id"), "UTF-16, not UTF-8; save the file as UTF-8");
  }

  @Test
  void textInLatin1() throws IOException {
    Files.write(path(), "id,gr\u00f6\u00dfe\n1,2\n".getBytes(StandardCharsets.ISO_8859_1));
    expect(() -> CsvFile.of(path()).table("id"), "not UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "\uFEFF"})
  void anEmptyFile(String text) {
    expect(() -> table(text), "the file is empty");
  }

  @Test
  void aHeaderAlone() {
    expect(() -> table("id,a\n"), "a header but no rows");
  }

  @Test
  void aColumnNamedTwice() {
    expect(
        () -> table("id,a,b,a\n1,2,3,4\n"),
        "data.csv: columns 2 and 4 of the header have the same name");
  }

  @Test
  void aColumnWithoutName() {
    expect(() -> table(",a\n1,2\n"), "column 1 of the header has no name");
  }

  @Test
  void noIdColumn() {
    expect(
        () -> table("ID,b,c,d,e,f,g\n1,2,3,4,5,6,7\n"),
        "no column 'id' for the id; did you mean 'ID'? the file has ID, b, c, d, e and 2 more");
  }

  @Test
  void namesOfColumnsAreToldNobodyElse() {
    assertThatThrownBy(() -> table("ID,b\n1,2\n"))
        .isInstanceOfSatisfying(
            BadInput.class, e -> assertThat(e.told()).endsWith("no column 'id' for the id"));
  }

  @Test
  void noHeaderLine() {
    String message =
        expect(() -> table("x7,0.123,4.56\nx8,1,2\n"), "the first line looks like data");
    assertThat(message).doesNotContain("0.123");
  }

  @Test
  void columnsSeparatedBySemicolons() {
    expect(() -> table("id;a\n1;2\n"), "separator: \";\"");
  }

  @Test
  void noColumnBesidesTheId() {
    expect(() -> table("id\n1\n"), "no column besides the id");
  }

  @Test
  void aRowWithTooFewOrTooManyCells() {
    expect(() -> table("id,a\n1,2\n\n3\n"), "data.csv line 4: 1 cells, but the header has 2");
    expect(() -> table("id,a\n1,2,3\n"), "data.csv line 2: 3 cells, but the header has 2");
  }

  @Test
  void aQuoteThatIsNeverClosed() {
    expect(() -> table("id,a\n1,2\n3,\"4\n5,6\n7,8\n"), "data.csv line 3");
  }

  @Test
  void anEmptyId() {
    expect(() -> table("id,a\n1,2\n ,3\n"), "data.csv line 3: the id is empty");
  }

  @Test
  void anIdThatOccursTwice() {
    expect(() -> table("id,a\n7,2\n8,3\n7,4\n"), "line 4: the same id as on line 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SECRET", "1.2.3", "Infinity", "-inf", "1e999", "0x10", "5f", "1 2", "\"1,5\""})
  void aCellThatIsNoFiniteNumber(String cell) {
    String message =
        expect(
            () -> table("id,a,b\n1,2,3\n2,3," + cell + "\n"),
            "data.csv line 3, column 'b': is not a finite number");
    assertThat(message.substring(message.indexOf("line"))).doesNotContain(cell);
  }

  @Test
  void aMissingLabel() {
    expect(() -> labels("id,y\n1,a\n2,NA\n"), "line 3, column 'y': has no label");
  }

  @Test
  void oneClassOnly() {
    expect(() -> labels("id,y\n1,a\n2,a\n"), "column 'y' holds one class only");
  }

  @Test
  void noLabelColumn() {
    expect(() -> labels("id,lable\n1,a\n"), "no column 'y' for the label");
  }

  @Test
  void anExceptedColumnThatIsNotThere() {
    expect(() -> CsvFile.of(write("id,a\n1,2\n")).table("id", List.of("aa")), "no column 'aa'");
  }

  private Table table(String text) {
    return CsvFile.of(write(text)).table("id");
  }

  private LabelColumn labels(String text) {
    return CsvFile.of(write(text)).labels("id", "y");
  }

  private Path path() {
    return folder.resolve("data.csv");
  }

  private Path write(String text) {
    try {
      return Files.writeString(path(), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String expect(ThrowingCallable mistake, String part) {
    Throwable thrown = catchThrowable(mistake);
    assertThat(thrown).isInstanceOf(BadInput.class).hasMessageContaining(part);
    assertThat(thrown.getMessage()).doesNotContain("\n");
    return thrown.getMessage();
  }
}
