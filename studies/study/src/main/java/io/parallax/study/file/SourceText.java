package io.parallax.study.file;

import io.parallax.core.BadInput;
import io.parallax.data.RowFormat;
import io.parallax.data.RowSource;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.TargetSource;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

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

  /**
   * Reads labels: a section as in a study file, {@code {csv: FILE, id: COLUMN, column: COLUMN}}.
   */
  public static LabelSource labels(String text) {
    Yaml section = section("--labels", text, "{csv: FILE, id: COLUMN, column: COLUMN}");
    return new SourceSection(Path.of("")).labels(section, Optional.empty(), "--labels");
  }

  /** Reads a target: a section as in a study file. */
  public static TargetSource target(String text) {
    Yaml value = section("--target", text, "{csv: FILE, id: COLUMN, time: COLUMN, event: COLUMN}");
    return new SourceSection(Path.of("")).target(value, Optional.empty(), "--target");
  }

  private static Yaml section(String option, String text, String example) {
    if (!text.startsWith("{")) {
      throw new BadInput(
          "%s is no section; it must be one as in a study file; write %s"
              .formatted(option, example));
    }
    return Yaml.parse(option, text);
  }
}
