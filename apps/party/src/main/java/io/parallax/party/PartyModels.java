package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.engine.DurableFile;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The models of which a party keeps a part, a folder for each. Studies of the same name are
 * versions of one model: the newest that is not retired is in use.
 */
public final class PartyModels {
  private static final String RETIRED = "retired";
  private static final String HEAD = "model.json";
  private final Path folder;

  /**
   * @param state the party's state folder
   */
  public PartyModels(Path state) {
    this.folder = state.resolve("models");
  }

  /**
   * A version of a model.
   *
   * @param name the folder's name: the study's name and 8 digits of its hash
   * @param trained when its training ended
   * @param use "in use", "earlier" or "retired"
   */
  public record Version(String name, Model model, Instant trained, String use) {}

  /** Returns all versions, by name of the study and the newest first. */
  public List<Version> list() {
    List<Version> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.list(folder)) {
        all.filter(path -> Files.exists(path.resolve(HEAD))).forEach(p -> found.add(read(p)));
      } catch (IOException e) {
        throw new BadInput("cannot read " + folder + "; check its rights", e);
      }
    }
    found.sort(
        Comparator.comparing((Version v) -> v.model().study())
            .thenComparing(Version::trained, Comparator.reverseOrder()));
    return inUse(found);
  }

  private static Version read(Path path) {
    try {
      Instant trained = Files.getLastModifiedTime(path.resolve(HEAD)).toInstant();
      return new Version(
          path.getFileName().toString(),
          ModelFolder.at(path).model(),
          trained.truncatedTo(ChronoUnit.SECONDS),
          Files.exists(path.resolve(RETIRED)) ? RETIRED : "earlier");
    } catch (IOException e) {
      throw new BadInput("cannot read " + path + "; check its rights", e);
    }
  }

  private static List<Version> inUse(List<Version> sorted) {
    List<Version> marked = new ArrayList<>();
    String last = "";
    for (Version one : sorted) {
      boolean first = !one.use().equals(RETIRED) && !one.model().study().equals(last);
      last = one.use().equals(RETIRED) ? last : one.model().study();
      marked.add(first ? new Version(one.name(), one.model(), one.trained(), "in use") : one);
    }
    return marked;
  }

  /** Ends predictions with a model at this party, until it is restored. */
  public void retire(String name) {
    byte[] now = Instant.now().toString().getBytes(StandardCharsets.US_ASCII);
    DurableFile.replace(require(name).resolve(RETIRED), now);
  }

  /** Allows predictions with a retired model again. */
  public void restore(String name) {
    try {
      if (!Files.deleteIfExists(require(name).resolve(RETIRED))) {
        throw new BadInput("model " + name + " is not retired; there is nothing to restore");
      }
    } catch (IOException e) {
      throw new BadInput("cannot change " + folder + "; check its rights", e);
    }
  }

  /** Removes this party's part of a model for good. */
  public void erase(String name) {
    Path path = require(name);
    try (Stream<Path> all = Files.walk(path)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    } catch (IOException e) {
      throw new BadInput("cannot remove " + path + "; check its rights", e);
    }
  }

  /** Returns whether a model is retired. */
  static boolean retired(ModelFolder model) {
    return Files.exists(model.path().resolve(RETIRED));
  }

  private Path require(String name) {
    return list().stream()
        .filter(version -> version.name().equals(name))
        .map(version -> folder.resolve(version.name()))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "this party has no model '%s'; it has %s"
                        .formatted(name, list().stream().map(Version::name).toList())));
  }
}
