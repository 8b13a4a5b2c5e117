package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.party.LedgerVolumes.Volume;
import io.parallax.web.Call;
import io.parallax.web.Reply;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * Pages of the ledger with a summary by study and the state of its chain. Only new entries are
 * read; {@link #verified} reads all volumes again.
 */
final class LedgerPages {
  private static final int PAGE = 25;
  private static final int STUDIES = 20;
  private static final int MOST_EXPORTED = 100_000;
  private final Path state;
  private final PartyStudies reader;
  private LedgerStudies studies;
  private LedgerIndex index;
  private Check check = new Check("", "", 1);

  /**
   * The last check of the chain.
   *
   * @param fault the place where it is broken; empty: it is not
   * @param from the first entry that was checked
   */
  private record Check(String fault, String at, long from) {}

  /** A study that can be chosen. */
  record Choice(String study, String name) {}

  /**
   * A page of the ledger.
   *
   * @param messages the number of entries in the whole ledger
   * @param chosen the number of entries that the filter takes
   * @param fault the place where the chain is broken; empty: it is not
   * @param checked the time of the last check; new entries are checked as they come
   * @param from the first entry that was checked
   * @param head the head of the chain
   * @param choices the studies of the whole ledger
   * @param studies the chosen studies, newest first
   * @param more the number of chosen studies that are older than these
   * @param page the number of entries on a page
   */
  record Page(
      long messages,
      long chosen,
      String fault,
      String checked,
      long from,
      String head,
      List<Choice> choices,
      List<LedgerKind> kinds,
      List<LedgerSummary> studies,
      int more,
      int page,
      List<LedgerEntry> entries) {}

  LedgerPages(Path state, PartyStudies reader) {
    this.state = state;
    this.reader = reader;
    anew();
  }

  private void anew() {
    studies = new LedgerStudies(state, reader);
    index = new LedgerIndex();
  }

  /** Answers a call for a page of chosen entries. */
  synchronized Reply page(Call call) {
    return Reply.json(200, page(filter(call), call.number("before")));
  }

  /** Answers a call for all chosen entries as a file. */
  Reply export(Call call) {
    LedgerExport.Format format = LedgerExport.Format.of(call.text("format"));
    String type = format == LedgerExport.Format.CSV ? "text/csv" : "application/json";
    return Reply.text(200, type, export(filter(call), format));
  }

  /** Reads a choice of entries as the page writes it; of a broken ledger there is none. */
  private synchronized LedgerFilter filter(Call call) {
    readOn();
    return check.fault().isEmpty()
        ? LedgerFilter.of(
            studies, call.text("study"), call.text("kind"), call.text("from"), call.text("to"))
        : LedgerFilter.ALL;
  }

  /** Reads all volumes again. */
  Page verified() {
    Check now = checked();
    synchronized (this) {
      anew();
      check = now;
      return page(LedgerFilter.ALL, 0);
    }
  }

  private Check checked() {
    String at = Instant.now().toString();
    try {
      return new Check("", at, LedgerCheck.of(ledger()).from());
    } catch (BadInput e) {
      return new Check(shown(e), at, 1);
    }
  }

  private Path ledger() {
    return Node.Setup.ledger(state);
  }

  private String shown(BadInput e) {
    return e.getMessage().replace(ledger().toAbsolutePath().getParent() + "/", "");
  }

  /**
   * Returns a page of entries, newest first.
   *
   * @param before the number of the entry before which the page ends; 0: the newest page
   */
  synchronized Page page(LedgerFilter filter, long before) {
    readOn();
    boolean broken = !check.fault().isEmpty();
    List<LedgerSummary> chosen = broken ? List.of() : LedgerSummary.of(studies, filter);
    int shown = Math.min(STUDIES, chosen.size());
    long count = broken ? 0 : count(filter);
    LedgerReader.Mark end = studies.mark();
    return new Page(
        end.count(),
        count,
        check.fault(),
        check.at(),
        check.from(),
        end.chain(),
        broken ? List.of() : choices(),
        List.of(LedgerKind.values()),
        chosen.subList(0, shown),
        chosen.size() - shown,
        PAGE,
        broken ? List.of() : find(filter, before, Math.min(PAGE, count)));
  }

  private List<Choice> choices() {
    return studies.all().stream().map(study -> new Choice(study, studies.name(study))).toList();
  }

  private long count(LedgerFilter filter) {
    return studies.state().totals().stream()
        .filter(total -> filter.takes(total.key()))
        .mapToLong(LedgerTotals.Total::messages)
        .sum();
  }

  private List<LedgerEntry> find(LedgerFilter filter, long before, long most) {
    List<Volume> there = LedgerVolumes.of(ledger());
    return most == 0 ? List.of() : index.find(there, filter, before, most);
  }

  /** Returns the chosen entries as CSV or JSON. */
  String export(LedgerFilter filter, LedgerExport.Format format) {
    synchronized (this) {
      readOn();
      if (count(filter) > MOST_EXPORTED) {
        throw new BadInput(
            "%,d entries are chosen; the page exports at most %,d; choose fewer, or use './parallax ledger export'"
                .formatted(count(filter), MOST_EXPORTED));
      }
    }
    return LedgerExport.text(studies, ledger(), filter, format);
  }

  private void readOn() {
    if (!check.fault().isEmpty()) {
      return;
    }
    try {
      LedgerState now = studies.state();
      if (check.at().isEmpty()) {
        check = new Check("", Instant.now().toString(), now.from());
      }
    } catch (BadInput e) {
      check = new Check(shown(e), Instant.now().toString(), 1);
    }
  }
}
