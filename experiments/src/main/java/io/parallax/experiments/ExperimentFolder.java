package io.parallax.experiments;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.study.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The folder of an experiment, for one choice of settings, data and seeds. */
final class ExperimentFolder {
  private ExperimentFolder() {}

  /**
   * The settings, data and version that decide the result.
   *
   * @param sets hashes of the experiment's own data sets
   * @param files hashes of the user's files; none: the studies tell their files themselves
   * @param seeds for which it is run, if it reads one
   */
  private record Identity(
      String experiment,
      String version,
      String build,
      boolean quick,
      String data,
      Map<String, String> sets,
      @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, String> files,
      List<Long> seeds,
      JsonNode settings) {}

  /** Opens it, or rejects one that holds another experiment. */
  static Path open(
      ExperimentSpec recipe,
      boolean quick,
      Optional<String> data,
      List<Long> seeds,
      Optional<Path> out) {
    Identity identity =
        new Identity(
            recipe.name(),
            Version.NUMBER,
            Version.build(),
            quick,
            data.orElse(""),
            DataMark.bySet(recipe),
            data.filter(named -> !recipe.knowsItsData())
                .map(named -> files(recipe, Studies.dataFolder(named)))
                .orElse(null),
            seeds,
            recipe.settings());
    byte[] text = bytes(identity);
    String mark = HexFormat.of().formatHex(Hashes.of(text), 0, 4);
    Path folder = out.orElse(Path.of("runs", "reproduce-" + recipe.name() + "-" + mark));
    Path file = folder.resolve("experiment.json");
    try {
      if (Files.exists(file) && !Arrays.equals(Files.readAllBytes(file), text)) {
        throw new BadInput(
            folder
                + " holds another experiment (other settings, data or version); choose another --out");
      }
      Files.createDirectories(folder);
      DurableFile.replace(file, text);
    } catch (IOException e) {
      throw new BadInput("cannot write to " + folder + "; choose another --out", e);
    }
    return folder;
  }

  /** The hashes of the user's files: other data is another experiment. */
  private static Map<String, String> files(ExperimentSpec recipe, Path folder) {
    Map<String, String> hashes = new LinkedHashMap<>();
    hashes.put("labels", hash(folder.resolve("labels.csv")));
    Studies.views(recipe, folder)
        .forEach(view -> hashes.put(view, hash(MultiViewSet.file(folder, view))));
    return hashes;
  }

  private static String hash(Path file) {
    try {
      return Hashes.ofFile(file);
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; the experiment needs it", e);
    }
  }

  static byte[] bytes(Object content) {
    try {
      return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
