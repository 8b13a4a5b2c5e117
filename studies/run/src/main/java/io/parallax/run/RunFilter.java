package io.parallax.run;

import io.parallax.core.BadInput;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * The runs that a person wants to see; empty conditions let all pass.
 *
 * @param since the day, in UTC, on which the run began or after which it did
 */
public record RunFilter(
    Optional<String> study,
    Optional<String> method,
    Optional<String> tag,
    Optional<LocalDate> since) {

  /** Returns the filter of these conditions, each of which may be null. */
  public static RunFilter of(String study, String method, String tag, String since) {
    return new RunFilter(
        Optional.ofNullable(study),
        Optional.ofNullable(method),
        Optional.ofNullable(tag),
        Optional.ofNullable(since).map(RunFilter::day));
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      throw new BadInput("--since is '" + text + "'; it must be a day such as 2026-11-19", e);
    }
  }

  /** Returns whether a run meets all conditions. */
  public boolean lets(Runs.Kept run) {
    return study.map(run.study()::equals).orElse(true)
        && method.map(run.method()::equals).orElse(true)
        && tag.map(run.notes().tags()::contains).orElse(true)
        && since.map(day -> began(run).map(own -> !own.isBefore(day)).orElse(false)).orElse(true);
  }

  private static Optional<LocalDate> began(Runs.Kept run) {
    return run.notes().instant().map(at -> at.atZone(ZoneOffset.UTC).toLocalDate());
  }
}
