package io.parallax.party;

import io.parallax.engine.DurableFile;
import io.parallax.grpc.Calls;
import io.parallax.grpc.ViewCatalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;

/** Shows the coordinator what the owner wants shown, once after every start of the party. */
final class CatalogueTelling {
  private static final Duration AGAIN = Duration.ofMinutes(1);
  private final PartyStudies studies;
  private final Calls calls;
  private final Ledger ledger;
  private final Path last; // what was shown last; it has to be taken back when the owner says so
  private Instant next = Instant.MIN;
  private volatile ViewCatalogue found;
  private volatile boolean told;

  CatalogueTelling(Path state, PartyStudies studies, Calls calls, Ledger ledger) {
    this.last = state.resolve("catalogue");
    this.studies = studies;
    this.calls = calls;
    this.ledger = ledger;
  }

  /**
   * Returns what researchers see now, word for word; empty: nothing, as far as this start knows.
   */
  String shown() {
    ViewCatalogue now = found;
    return !told || now == null || now.views().isEmpty() ? "" : text(now);
  }

  /** Tells it, if that is still to be done; the ledger has it before it leaves. */
  void tell() {
    if (told || Instant.now().isBefore(next)) {
      return;
    }
    next = Instant.now().plus(AGAIN); // rows are not counted every second if something is wrong
    boolean before = Files.exists(last);
    if (found == null) {
      ViewCatalogue now = studies.catalogue();
      if (before || !now.views().isEmpty()) {
        ledger.told("", "", 0, Ledger.CATALOGUE, text(now));
      }
      found = now;
    }
    if (before || !found.views().isEmpty()) {
      DurableFile.replace(last, text(found).getBytes(StandardCharsets.UTF_8));
      calls.show(found);
    }
    if (found.views().isEmpty()) {
      remove();
    }
    told = true;
  }

  private void remove() {
    try {
      Files.deleteIfExists(last);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Describes a catalogue, word for word. */
  static String text(ViewCatalogue catalogue) {
    return catalogue.views().isEmpty()
        ? "nothing is shown any more"
        : catalogue.views().stream().map(CatalogueTelling::text).collect(Collectors.joining("; "));
  }

  private static String text(ViewCatalogue.View view) {
    return "view "
        + view.name()
        + (view.rows().isEmpty() ? "" : ", rows: " + view.rows())
        + (view.columns().isEmpty() ? "" : ", columns: " + String.join(", ", view.columns()));
  }
}
