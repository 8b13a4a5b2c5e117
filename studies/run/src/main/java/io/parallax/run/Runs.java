package io.parallax.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
   * @param notes its name, tags and beginning
   * @param finished how many of its splits are finished
   * @param result what it found, when all of them are
   */
  public record Kept(
      Path folder,
      String study,
      String method,
      String mode,
      RunNotes notes,
      int finished,
      Optional<StudyResult> result) {}

  /** Returns all runs in a folder by the time when they began, the newest last. */
  public static List<Kept> in(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new BadInput("there is no folder " + folder + "; runs are kept where they are started");
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(run -> Files.exists(run.resolve("manifest.json")))
          .map(Runs::read)
          .sorted(
              Comparator.comparing((Kept kept) -> kept.notes().started())
                  .thenComparing(kept -> kept.folder().toString()))
          .toList();
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + folder, e);
    }
  }

  /** Returns a run's folder: as it is given, or else the one of this name in runs/. */
  public static Path named(Path run) {
    Path listed = Path.of("runs").resolve(run);
    return !Files.exists(run) && Files.exists(listed) ? listed : run;
  }

  /**
   * Gives a run a name, unless it is empty, and tags, and takes tags away. Its result stays.
   *
   * @param ended the tags to take away
   */
  public static void note(Path run, RunNotes more, List<String> ended) {
    Kept kept = read(run);
    RunNotes notes = kept.notes().with(more).without(ended);
    if (!notes.equals(kept.notes())) {
      notes.keep(run);
      kept.result().ifPresent(result -> TidyFiles.rename(run, notes.calls(result)));
    }
  }

  /**
   * Deletes a run that no process is working on; its manifest last, so that the rest can follow.
   */
  public static void delete(Path run) {
    try (RunFolder folder = RunFolder.kept(run)) {
      List<Path> inside;
      try (Stream<Path> files = Files.walk(folder.path())) {
        inside = new ArrayList<>(files.sorted(Comparator.reverseOrder()).toList());
      }
      Path manifest = run.resolve("manifest.json");
      inside.removeAll(List.of(manifest, run));
      for (Path file : inside) {
        Files.delete(file);
      }
      Files.delete(manifest);
      Files.delete(run);
    } catch (IOException e) {
      throw BadInput.quoting("cannot delete all of " + run + "; give the command again", e);
    }
  }

  /** Returns the results of a run's finished splits. */
  static List<SplitResult> splits(Path run) {
    List<SplitResult> all = new ArrayList<>();
    KeptResults kept = new KeptResults(run);
    Optional<SplitResult> next = kept.read(PartName.of(1) + ".json", SplitResult.class);
    while (next.isPresent()) {
      all.add(next.get());
      next = kept.read(PartName.of(all.size() + 1) + ".json", SplitResult.class);
    }
    return all;
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
          RunNotes.of(run),
          (int) finished,
          Files.exists(result)
              ? Optional.of(Json.MAPPER.readValue(result.toFile(), StudyResult.class))
              : Optional.empty());
    } catch (IOException e) {
      throw BadInput.quoting(run + " cannot be read; it may be of another version of Parallax", e);
    }
  }
}
