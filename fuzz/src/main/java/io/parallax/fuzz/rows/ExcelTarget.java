package io.parallax.fuzz.rows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;

/** Workbooks, and sheets that are packed into one, so that no checksum stops the fuzzer. */
public final class ExcelTarget extends RowsTarget {
  private static final String SHEET =
      """
      <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="str"><v>x</v></c></row>
      <row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>A2</f><v>7319.50817</v></c></row>
      </sheetData></worksheet>
      """;

  public ExcelTarget() {
    super("excel", ".xlsx");
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    return List.of(book(), SHEET.getBytes(StandardCharsets.UTF_8));
  }

  /** Packs a text that begins with a tag as the only sheet of a workbook. */
  @Override
  byte[] file(byte[] input) throws IOException {
    return input.length > 0 && input[0] == '<' ? packed(input) : input;
  }

  private static byte[] book() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Workbook book = new Workbook(bytes, "parallax", "1.0")) {
      Worksheet sheet = book.newWorksheet("people");
      sheet.value(0, 0, "id");
      sheet.value(0, 1, "x");
      sheet.value(1, 0, "p1");
      sheet.value(1, 1, 7319.50817);
    }
    return bytes.toByteArray();
  }

  private static byte[] packed(byte[] sheet) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setLevel(0);
      add(
          zip,
          "[Content_Types].xml",
          """
          <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override
           PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>
          """
              .getBytes(StandardCharsets.UTF_8));
      add(
          zip,
          "xl/workbook.xml",
          """
          <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
           xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>
          """
              .getBytes(StandardCharsets.UTF_8));
      add(
          zip,
          "xl/_rels/workbook.xml.rels",
          """
          <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship
           Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>
          """
              .getBytes(StandardCharsets.UTF_8));
      add(zip, "xl/worksheets/sheet1.xml", sheet);
    }
    return bytes.toByteArray();
  }

  private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content);
    zip.closeEntry();
  }

  @Override
  public List<String> words() {
    return List.of(
        "<row r=\"",
        "<c r=\"",
        " t=\"s\"",
        " t=\"b\"",
        " t=\"e\"",
        "<v>",
        "</v>",
        "<f>",
        "<is><t>",
        "AAAA1",
        "XFD1048576",
        "<!DOCTYPE x [<!ENTITY a \"b\">]>",
        "&a;",
        "r=\"0\"",
        "r=\"A0\"");
  }

  @Override
  public List<String> libraries() {
    return List.of("org.dhatim.fastexcel.**");
  }
}
