package io.parallax.study.file;

import io.parallax.data.catalogue.Catalogue;
import io.parallax.data.catalogue.DataFolder;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** The path of a data file in a study. */
final class StudyPath {
  private static final String DATA = "$" + DataFolder.VARIABLE + "/";

  private StudyPath() {}

  /** From the study's folder; $PARALLAX_DATA/… is in the folder of public data sets. */
  public static Path of(Yaml value, Path folder) {
    return of(value, folder, System::getenv);
  }

  static Path of(Yaml value, Path folder, UnaryOperator<String> environment) {
    if (!value.text().startsWith(DATA)) {
      return folder.resolve(value.text());
    }
    String file = value.text().substring(DATA.length());
    Path path =
        DataFolder.of(environment)
            .orElseThrow(
                () ->
                    value.error(
                        "PARALLAX_DATA is not set; set it to the folder that holds "
                            + file
                            + advice(", or get it: ", file)))
            .root()
            .resolve(file);
    if (!Files.exists(path)) {
      throw value.error("there is no file " + path + advice("; get it: ", file));
    }
    return path;
  }

  /** Returns advice on getting a file of a known data set. */
  private static String advice(String before, String file) {
    return Catalogue.bundled()
        .find(file.substring(0, Math.max(0, file.indexOf('/'))))
        .map(set -> before + "./parallax data get " + set.name() + " --from FOLDER-OR-URL")
        .orElse("");
  }
}
