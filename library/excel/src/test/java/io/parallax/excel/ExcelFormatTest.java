package io.parallax.excel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.data.RowFormat;
import io.parallax.data.RowTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExcelFormatTest {
  private static final Object[] HEAD = {"id", "age", "ill"};
  @TempDir Path dir;

  /** A workbook with these rows in one sheet, and nothing in another. */
  private Path book(Object[]... rows) throws IOException {
    Path file = dir.resolve("book.xlsx");
    try (OutputStream out = Files.newOutputStream(file)) {
      Workbook book = new Workbook(out, "test", "1.0");
      Worksheet sheet = book.newWorksheet("ward");
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < rows[i].length; j++) {
          put(sheet, i, j, rows[i][j]);
        }
      }
      book.newWorksheet("empty");
      book.finish();
    }
    return file;
  }

  private static void put(Worksheet sheet, int row, int column, Object value) {
    if (value instanceof Number number) {
      sheet.value(row, column, number);
    } else if (value instanceof Boolean flag) {
      sheet.value(row, column, flag);
    } else {
      sheet.value(row, column, (String) value);
    }
  }

  private static RowTable table(String text) {
    return (RowTable) RowFormat.of(text, Map.of());
  }

  @Test
  void aSheetIsATable() throws IOException {
    Object[] first = {"p", 1.5, true};
    Object[] second = {"q", null, false};
    Path book = book(HEAD, first, second);
    assertThat(table(book.toString()).names()).containsExactly("id", "age", "ill");
    assertThat(table(book + ":ward").cells())
        .containsExactly(List.of("p", "1.5", "1"), List.of("q", "", "0"));
    assertThat(table(book + ":ward").reading()).isEqualTo(Map.of("sheet", "ward"));
    assertThat(table(book.toString()).table("id").values().row(1)).containsExactly(Double.NaN, 0);
  }

  @Test
  void mistakesAreToldInOneLine() throws IOException {
    Object[] row = {"p", 1, true};
    Path book = book(HEAD, row);
    refused(book + ":nobody", "there is no sheet 'nobody'; correct 'sheet' (it has ward, empty)");
    refused(book + ":empty", "the sheet is empty; it needs a header row and data");
    refused(dir.resolve("none.xlsx").toString(), "cannot read the file");
    refused(book(HEAD, new Object[0], row).toString(), "row 2: the row is empty; remove it");
    Object[] wide = {"p", 1, true, "more"};
    refused(book(HEAD, wide).toString(), "row 2: there is a cell outside of the columns");
    Path broken = Files.writeString(dir.resolve("broken.xlsx"), "id,x\n");
    refused(broken.toString(), "the Excel file is damaged, or no .xlsx file");
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> table(text).count())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(message);
  }
}
