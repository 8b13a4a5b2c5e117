package io.parallax.study.file;

import io.parallax.core.BadInput;
import io.parallax.data.RowFormat;
import io.parallax.data.RowSource;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.Map;

/** A source of rows as a command line names it. */
public final class SourceText {
  private SourceText() {}

  /**
   * FILE, FILE.mat:VARIABLE, or a section as in a study file: {@code {csv: FILE, separator: ";"}}.
   *
   * @param transpose whether a matrix has its rows as columns
   */
  public static RowSource of(String text, boolean transpose) {
    if (!text.startsWith("{")) {
      return RowFormat.of(text, transpose ? Map.of("transpose", "true") : Map.of());
    }
    if (transpose) {
      throw new BadInput("--transpose does not go with a section; write 'transpose: true' into it");
    }
    return new SourceSection(Path.of("")).place(Yaml.parse("the source", text));
  }
}
