package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.BadInput;
import io.parallax.study.file.StudyText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The notes that are kept of a run and decide nothing of its result: when it began, how people call
 * it, and its study file.
 *
 * @param started as ISO-8601
 * @param name chosen by a person; empty: none
 * @param tags chosen by a person, in order
 * @param study where the copy of the study file came from; null if it never was a file
 */
public record RunNotes(
    String started,
    String name,
    List<String> tags,
    @JsonInclude(JsonInclude.Include.NON_NULL) Origin study) {
  static final String FILE = "run.json";
  static final String STUDY = "study.yaml";
  private static final String WORD = "[^\\p{C}\\p{Z}]([^\\p{C}]{0,78}[^\\p{C}\\p{Z}])?";

  /** No name, no tags. */
  public static final RunNotes NONE = new RunNotes("", "", List.of(), null);

  /**
   * The study file of the run, of which a copy is kept.
   *
   * @param folder from where its paths go
   * @param place of the run's method, if the file names several
   */
  public record Origin(String folder, int place) {}

  public RunNotes {
    tags = tags.stream().distinct().sorted().toList();
    Stream.concat(tags.stream(), Stream.of(name).filter(one -> !one.isEmpty()))
        .forEach(RunNotes::requireWord);
  }

  private static void requireWord(String word) {
    if (!word.matches(WORD)) {
      throw new BadInput(
          "a run's name or tag has more than 80 characters, a line break, or a blank at an end;"
              + " choose another");
    }
  }

  /** Returns the name and tags that a person gives. */
  public static RunNotes named(String name, List<String> tags) {
    return new RunNotes("", name, tags, null);
  }

  /** Returns the notes of a run that begins now, or goes on. */
  static RunNotes begun(Optional<RunNotes> kept, RunNotes wished, Optional<StudyText> text) {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    RunNotes before = kept.orElse(new RunNotes(now, "", List.of(), null));
    Origin origin = text.map(t -> new Origin(t.folder(), t.place())).orElse(before.study());
    return new RunNotes(before.started(), before.name(), before.tags(), origin).with(wished);
  }

  /** Returns these notes with another name, if one is given, and further tags. */
  public RunNotes with(RunNotes more) {
    return new RunNotes(
        started,
        more.name().isEmpty() ? name : more.name(),
        Stream.concat(tags.stream(), more.tags().stream()).toList(),
        study);
  }

  /** Returns these notes without some tags. */
  public RunNotes without(List<String> ended) {
    return new RunNotes(
        started, name, tags.stream().filter(tag -> !ended.contains(tag)).toList(), study);
  }

  /** Returns the name of a run's method in tables of several runs. */
  String calls(StudyResult run) {
    return name.isEmpty() ? run.about().title() : name;
  }

  /** Returns when the run began; empty for a run of an earlier version. */
  public Optional<Instant> instant() {
    return started.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(started));
  }

  /** Returns the notes of a kept run; an earlier version left none. */
  public static RunNotes of(Path run) {
    return new KeptResults(run).read(FILE, RunNotes.class).orElse(NONE);
  }

  /** Keeps these notes of a run. */
  public void keep(Path run) {
    new KeptResults(run).keep(FILE, this);
  }

  /** Returns the study of a kept run, as its file was written. */
  public static StudyText study(Path run) {
    Path file = run.resolve(STUDY);
    Origin origin = of(run).study();
    if (origin == null || !Files.exists(file)) {
      throw new BadInput(run + " has no study file; name the study file instead");
    }
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return new StudyText(file.toString(), text, origin.folder(), origin.place());
    } catch (IOException e) {
      throw BadInput.quoting(file + " cannot be read", e);
    }
  }
}
