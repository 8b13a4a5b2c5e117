package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Variables of MATLAB's files: {@code {mat: FILE, variable: X}}. */
public final class MatFormat implements RowFormat {
  private static final String VARIABLE = "variable";
  private static final Pattern PART = Pattern.compile("(?i)(.+\\.mat(?:\\.gz)?):(.*)");

  @Override
  public String name() {
    return "mat";
  }

  @Override
  public List<Key> keys() {
    return List.of(
        new Key(VARIABLE, "the one that holds the numbers: X, or X{2} of a cell array", true),
        new Key("transpose", "true: samples are the file's columns", false));
  }

  @Override
  public List<String> endings() {
    return List.of(".mat");
  }

  @Override
  public RowSource source(Section section) {
    String variable = section.settings().get(VARIABLE);
    if (variable == null) {
      throw new BadInput(
          section.called()
              + " has no 'variable'; name the one that holds the numbers ('./parallax data inspect"
              + " FILE' lists them)");
    }
    return new MatrixFile(section.file(), Optional.of(variable), section.flag("transpose"));
  }

  @Override
  public Optional<RowSource> named(String text, Map<String, String> settings) {
    Matcher part = PART.matcher(text);
    if (part.matches()) {
      Map<String, String> all = new HashMap<>(settings);
      all.put(VARIABLE, part.group(2));
      return RowFormat.super.named(part.group(1), all);
    }
    if (ends(text)) {
      throw new BadInput(
          "%s: name a variable of the file, %s:NAME; './parallax data inspect' lists them"
              .formatted(text, text));
    }
    return Optional.empty();
  }
}
