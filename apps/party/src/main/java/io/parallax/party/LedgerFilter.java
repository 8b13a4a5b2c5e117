package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Shown;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;

/**
 * A choice of a ledger's entries.
 *
 * @param studies hashes of studies; empty: all
 * @param from the first day, in UTC
 * @param to the last day, in UTC
 */
public record LedgerFilter(
    Set<String> studies,
    Optional<LedgerKind> kind,
    Optional<LocalDate> from,
    Optional<LocalDate> to) {
  public static final LedgerFilter ALL =
      new LedgerFilter(Set.of(), Optional.empty(), Optional.empty(), Optional.empty());

  public LedgerFilter {
    studies = Set.copyOf(studies);
    if (from.isPresent() && to.isPresent() && from.get().isAfter(to.get())) {
      throw new BadInput(
          "the first day, %s, is after the last, %s; exchange them"
              .formatted(from.get(), to.get()));
    }
  }

  /**
   * Reads a choice as people write it; what is empty or null chooses all.
   *
   * @param study a name, a hash, or 8 or more digits of a hash
   */
  public static LedgerFilter of(
      LedgerStudies known, String study, String kind, String from, String to) {
    return new LedgerFilter(
        blank(study) ? Set.of() : known.named(study),
        blank(kind) ? Optional.empty() : Optional.of(LedgerKind.of(kind)),
        day("from", from),
        day("to", to));
  }

  private static boolean blank(String text) {
    return text == null || text.isBlank();
  }

  private static Optional<LocalDate> day(String what, String text) {
    try {
      return blank(text) ? Optional.empty() : Optional.of(LocalDate.parse(text.strip()));
    } catch (DateTimeParseException e) {
      throw new BadInput(
          "'%s' is '%s'; it must be a day such as 2026-11-30".formatted(what, Shown.text(text)));
    }
  }

  boolean takes(LedgerEntry entry) {
    return takes(LedgerTotals.Key.of(entry));
  }

  boolean takes(LedgerTotals.Key key) {
    return (studies.isEmpty() || studies.contains(key.study()))
        && kind.map(own -> own == key.kind()).orElse(true)
        && from.map(day -> key.day().compareTo(day.toString()) >= 0).orElse(true)
        && to.map(day -> key.day().compareTo(day.toString()) <= 0).orElse(true);
  }
}
