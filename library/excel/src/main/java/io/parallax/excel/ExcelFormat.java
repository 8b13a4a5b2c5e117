package io.parallax.excel;

import io.parallax.data.RowFormat;
import io.parallax.data.RowSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Sheets of Excel's files: {@code {xlsx: FILE, sheet: NAME}}. */
public final class ExcelFormat implements RowFormat {
  private static final String SHEET = "sheet";
  private static final Pattern PART = Pattern.compile("(?i)(.+\\.xlsx):(.+)");

  @Override
  public String name() {
    return "xlsx";
  }

  @Override
  public List<Key> keys() {
    Key sheet = new Key(SHEET, "the sheet's name; without it the first", true);
    return Stream.concat(TABLE.stream(), Stream.of(sheet)).toList();
  }

  @Override
  public List<String> endings() {
    return List.of(".xlsx");
  }

  @Override
  public RowSource source(Section section) {
    return new ExcelSheet(section.file(), Optional.ofNullable(section.settings().get(SHEET)));
  }

  @Override
  public Optional<RowSource> named(String text, Map<String, String> settings) {
    Matcher part = PART.matcher(text);
    Map<String, String> all = new HashMap<>(settings);
    if (part.matches()) {
      all.put(SHEET, part.group(2));
    }
    return RowFormat.super.named(part.matches() ? part.group(1) : text, all);
  }
}
