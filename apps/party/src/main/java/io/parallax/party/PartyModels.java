package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.grpc.Registry.Offer;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The models of which a party keeps a part, a folder for each. Studies of the same name are
 * versions of one model: the newest that is not retired is in use. Every change of a version is a
 * line in a file beside the folders.
 */
public final class PartyModels {
  private static final String RETIRED = "retired";
  private static final String IN_USE = "in use";
  private static final String HEAD = "model.json";
  private static final String ORIGIN = "version.json";
  private final Path folder;
  private final Path log;

  /**
   * @param state the party's state folder
   */
  public PartyModels(Path state) {
    this.folder = state.resolve("models");
    this.log = state.resolve("models.log");
  }

  /**
   * A version of a model.
   *
   * @param name the folder's name: the study's name and 8 digits of its hash
   * @param use "in use", "earlier" or "retired"
   */
  public record Version(String name, Model model, Origin origin, String use) {}

  /**
   * The origin of a version.
   *
   * @param trained when its training ended
   * @param before the version that this party had before; empty: it is the first
   * @param seal the hash of the model's files; empty: it was kept by an earlier program
   */
  public record Origin(String trained, String before, String seal) {}

  /**
   * The owner's rule on how long versions are kept; 0: no limit.
   *
   * @param days since the training
   * @param versions of a model, the newest
   */
  public record Retention(int days, int versions) {
    public static final Retention ANY = new Retention(0, 0);
  }

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
            .thenComparing(v -> v.origin().trained(), Comparator.reverseOrder()));
    return inUse(found);
  }

  private static Version read(Path path) {
    return new Version(
        path.getFileName().toString(),
        ModelFolder.at(path).model(),
        origin(path),
        Files.exists(path.resolve(RETIRED)) ? RETIRED : "earlier");
  }

  private static Origin origin(Path path) {
    Path file = path.resolve(ORIGIN);
    try {
      return Files.exists(file)
          ? Json.MAPPER.readValue(file.toFile(), Origin.class)
          : new Origin(seconds(Files.getLastModifiedTime(path.resolve(HEAD)).toInstant()), "", "");
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; restore it, or train again", e);
    }
  }

  private static String seconds(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * Returns the study whose model is meant.
   *
   * @param study its hash, 8 or more digits of it, or the name of one whose model is in use
   */
  Offer trained(String study, List<Offer> offers) {
    List<Offer> named =
        offers.stream()
            .filter(offer -> study.length() >= 8 && offer.study().startsWith(study))
            .toList();
    if (named.isEmpty()) {
      Set<String> used = inUse();
      named =
          offers.stream()
              .filter(offer -> offer.name().equals(study))
              .filter(offer -> used.contains(study + "-" + offer.study().substring(0, 8)))
              .toList();
    }
    if (named.size() != 1) {
      throw new BadInput(
          "there is no such study of this party with a model in use, or more than one; give its hash, or 8 or more digits of it");
    }
    return named.get(0);
  }

  private static List<Version> inUse(List<Version> sorted) {
    List<Version> marked = new ArrayList<>();
    String last = "";
    for (Version one : sorted) {
      boolean first = !one.use().equals(RETIRED) && !one.model().study().equals(last);
      last = one.use().equals(RETIRED) ? last : one.model().study();
      marked.add(first ? new Version(one.name(), one.model(), one.origin(), IN_USE) : one);
    }
    return marked;
  }

  /** Returns the names of the versions in use. */
  Set<String> inUse() {
    return list().stream()
        .filter(version -> version.use().equals(IN_USE))
        .map(Version::name)
        .collect(Collectors.toSet());
  }

  /** Notes where a version comes from, once its files are whole. */
  void trained(ModelFolder model, String party) {
    Path file = model.path().resolve(ORIGIN);
    String name = model.path().getFileName().toString();
    String study = model.model().study();
    String before =
        list().stream()
            .filter(one -> one.model().study().equals(study) && !one.name().equals(name))
            .findFirst()
            .map(Version::name)
            .orElse("");
    Origin known = Files.exists(file) ? origin(model.path()) : new Origin("", before, "");
    Origin now = new Origin(seconds(Instant.now()), known.before(), seal(model, party));
    if (!now.seal().equals(known.seal())) { // otherwise a part that was asked for again
      DurableFile.replace(file, json(now));
      note("trained", name, before.isEmpty() ? "the first version" : "after " + before);
    }
  }

  private static byte[] json(Origin origin) {
    try {
      return Json.MAPPER.writeValueAsBytes(origin);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String seal(ModelFolder model, String party) {
    try {
      return Hashes.ofLines(
          List.of(
              Hashes.ofFile(model.path().resolve(HEAD)),
              Hashes.ofFile(model.path().resolve(party + ".json"))));
    } catch (IOException e) {
      return "unreadable";
    }
  }

  /** Returns whether the files of a version are those that its training left. */
  static boolean whole(ModelFolder model, String party) {
    String seal = origin(model.path()).seal();
    return seal.isEmpty() || seal.equals(seal(model, party));
  }

  /** Ends predictions with a model at this party, until it is restored. */
  public void retire(String name) {
    Path path = require(name);
    byte[] now = Instant.now().toString().getBytes(StandardCharsets.US_ASCII);
    DurableFile.replace(path.resolve(RETIRED), now);
    note(RETIRED, name, "by its owner");
  }

  /** Allows predictions with a retired model again. */
  public void restore(String name) {
    try {
      if (!Files.deleteIfExists(require(name).resolve(RETIRED))) {
        throw new BadInput("model " + name + " is not retired; there is nothing to restore");
      }
      note("restored", name, "by its owner");
    } catch (IOException e) {
      throw new BadInput("cannot change " + folder + "; check its rights", e);
    }
  }

  /** Removes this party's part of a model for good. */
  public void erase(String name) {
    erase(name, "by its owner");
  }

  private void erase(String name, String why) {
    Path path = require(name);
    try (Stream<Path> all = Files.walk(path)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    } catch (IOException e) {
      throw new BadInput("cannot remove " + path + "; check its rights", e);
    }
    note("erased", name, why);
  }

  /** Erases versions that the owner's rule does not keep, and returns a sentence on each. */
  List<String> expire(Retention rule, Instant now) {
    List<String> erased = new ArrayList<>();
    String study = "";
    int newer = 0;
    for (Version one : list()) {
      newer = one.model().study().equals(study) ? newer + 1 : 0;
      study = one.model().study();
      Optional<String> why = beyond(one, newer, rule, now);
      if (why.isPresent()) {
        erase(one.name(), why.get());
        erased.add("model %s was erased: %s".formatted(one.name(), why.get()));
      }
    }
    return erased;
  }

  private static Optional<String> beyond(Version one, int newer, Retention rule, Instant now) {
    Instant trained = Instant.parse(one.origin().trained());
    if (rule.days() > 0 && trained.plus(Duration.ofDays(rule.days())).isBefore(now)) {
      return Optional.of("models.keep-days is %d".formatted(rule.days()));
    }
    return rule.versions() > 0 && newer >= rule.versions()
        ? Optional.of(
            "models.keep is %d, and so many versions are newer".formatted(rule.versions()))
        : Optional.empty();
  }

  /** Returns whether a model is retired. */
  static boolean retired(ModelFolder model) {
    return Files.exists(model.path().resolve(RETIRED));
  }

  /** Returns the folder of a version: by its name, a study's name, or the digits of its hash. */
  public ModelFolder find(String study) {
    List<Version> all = list();
    List<Version> named =
        all.stream()
            .filter(
                one ->
                    one.name().equals(study)
                        || one.model().study().equals(study) && one.use().equals(IN_USE)
                        || study.length() >= 8 && one.name().endsWith("-" + study.substring(0, 8)))
            .toList();
    if (named.size() != 1) {
      throw unknown(study);
    }
    return ModelFolder.at(folder.resolve(named.get(0).name()));
  }

  /** Returns the version of this name. */
  public Version version(String name) {
    return list().stream()
        .filter(version -> version.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private Path require(String name) {
    return folder.resolve(version(name).name());
  }

  private BadInput unknown(String name) {
    return new BadInput(
        "this party has no model '%s'; it has %s"
            .formatted(name, list().stream().map(Version::name).toList()));
  }

  /** Returns the time of the last change of a version; 0: there was none. */
  long changed() {
    return log.toFile().lastModified();
  }

  private void note(String what, String name, String why) {
    String line = "%s %s %s: %s\n".formatted(seconds(Instant.now()), what, name, why);
    try {
      Files.writeString(log, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new BadInput("cannot write " + log + "; check room and rights", e);
    }
  }
}
