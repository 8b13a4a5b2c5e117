package io.parallax.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The runs that are kept in a folder. */
public final class Runs {
  private Runs() {}

  /**
   * A kept run.
   *
   * @param finished how many of its splits are finished
   * @param result what it found, when all of them are
   */
  public record Kept(
      Path folder,
      String study,
      String method,
      String mode,
      int finished,
      Optional<StudyResult> result) {}

  /** All runs in a folder, by name. */
  public static List<Kept> in(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new BadInput("there is no folder " + folder + "; runs are kept where they are started");
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(run -> Files.exists(run.resolve("manifest.json")))
          .sorted(Comparator.comparing(Path::toString))
          .map(Runs::read)
          .toList();
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + folder, e);
    }
  }

  /** The run in this folder. */
  public static Kept read(Path run) {
    Path manifest = run.resolve("manifest.json");
    if (!Files.exists(manifest)) {
      throw new BadInput(run + " is no run folder: it has no manifest.json");
    }
    Path result = run.resolve("result.json");
    try (Stream<Path> files = Files.list(run)) {
      JsonNode about = Json.MAPPER.readTree(manifest.toFile());
      long finished =
          files.filter(f -> f.getFileName().toString().matches("split-\\d+\\.json")).count();
      return new Kept(
          run,
          about.path("study").asText(),
          about.path("method").asText(),
          about.path("settings").path("mode").asText(),
          (int) finished,
          Files.exists(result)
              ? Optional.of(Json.MAPPER.readValue(result.toFile(), StudyResult.class))
              : Optional.empty());
    } catch (IOException e) {
      throw BadInput.quoting(run + " cannot be read; it may be of another version of Parallax", e);
    }
  }
}
