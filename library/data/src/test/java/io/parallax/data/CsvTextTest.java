package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that written text is read back unchanged, and is never a formula in a spreadsheet. */
class CsvTextTest {
  @TempDir Path folder;

  @Test
  void quotesCommasAndLineEndsComeBack() throws Exception {
    List<String> cells = List.of("id", "a \"b\"", "c,d", "e\nf", "", "=1+1", "'g", "-0.5");
    Path file = folder.resolve("a.csv");
    try (CsvText csv = CsvText.exact(file)) {
      csv.row("1", "2", "3", "4", "5", "6", "7", "8").row(cells);
    }
    assertThat(CsvFile.of(file).cells()).containsExactly(cells);
    String text = CsvText.exact(new StringWriter()).row(cells).toString();
    assertThat(Files.readString(file)).endsWith(text).contains("\"a \"\"b\"\"\",\"c,d\"");
  }

  @Test
  void aTextIsNoFormulaAndANumberStaysOne() {
    String csv =
        CsvText.forPeople("id", "what")
            .row("=HYPERLINK(\"http://x\")", "@SUM(1)")
            .row("+1 555", "-well")
            .row("\tx", "-1.5e3")
            .row("−1+2", "＝1+1")
            .row("＋1", "－1")
            .row("＠SUM", "a－b")
            .row(-2.5, null)
            .toString();
    assertThat(csv)
        .isEqualTo(
            """
            id,what
            "'=HYPERLINK(""http://x"")",'@SUM(1)
            '+1 555,'-well
            '\tx,-1.5e3
            '−1+2,'＝1+1
            '＋1,'－1
            '＠SUM,a－b
            -2.5,
            """);
  }
}
