package io.parallax.party;

import io.parallax.core.Answers;
import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.core.Shown;
import io.parallax.engine.MessageText;
import io.parallax.remote.NodeMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows one entry of a ledger, and the message itself where it is kept. */
public final class SentText {
  private final LedgerStudies studies;
  private final Path sent;

  private SentText(PartyConfig party) {
    this.studies = LedgerStudies.of(party);
    this.sent = SentMessages.in(party.state());
  }

  /** Returns the lines about an entry. */
  public static List<String> of(PartyConfig party, long number) {
    LedgerEntry[] found = new LedgerEntry[1];
    Path ledger = Node.Setup.ledger(party.state());
    long count =
        Ledger.walk(
            ledger, entry -> found[0] = entry.number() == number ? entry : found[0], chain -> {});
    if (found[0] == null) {
      throw new BadInput(
          "entry %d is not here; the ledger has %,d, the oldest of which may be in an archive"
              .formatted(number, count));
    }
    return new SentText(party).lines(found[0]);
  }

  private List<String> lines(LedgerEntry entry) {
    List<String> lines = new ArrayList<>();
    String study = entry.study();
    lines.add("entry %d, %s".formatted(entry.number(), entry.time()));
    lines.add("study     %s %s".formatted(studies.name(study), study));
    lines.add("part      %s, exchange %d".formatted(entry.part(), entry.exchange()));
    lines.add("message   %s %s".formatted(entry.message(), entry.shape()).stripTrailing());
    lines.add("meaning   " + studies.meaning(study, LedgerKind.of(entry), entry.message()));
    lines.add("to        %s; %s".formatted(entry.to(), entry.protection()));
    lines.add("bytes     %,d, SHA-256 %s".formatted(entry.bytes(), entry.sha256()));
    if (!entry.text().isEmpty()) {
      lines.add("text      " + Shown.text(entry.text()));
    }
    lines.addAll(kept(entry));
    return lines;
  }

  private List<String> kept(LedgerEntry entry) {
    try {
      Optional<byte[]> bytes = SentMessages.read(sent, entry);
      if (bytes.isEmpty()) {
        return List.of(
            "kept      no; 'ledger: {keep: 30 days}' in the party's file keeps messages");
      }
      if (!SentCheck.fits(entry, bytes.get())) {
        throw new BadInput(
            "the kept message of entry %d has another length or hash than its entry; it was changed"
                .formatted(entry.number()));
      }
      List<String> lines = new ArrayList<>(List.of("kept      yes, with this length and hash"));
      content(entry, bytes.get()).forEach(line -> lines.add("  " + Shown.text(line)));
      return lines;
    } catch (IOException e) {
      throw new BadInput(
          "the kept message of entry %d cannot be unpacked".formatted(entry.number()), e);
    }
  }

  private List<String> content(LedgerEntry entry, byte[] message) {
    if (entry.message().equals(Ledger.MASKS)) {
      return List.of("keys, encrypted shares and codes of a masked sum: random bytes");
    }
    Optional<Proposal> proposal = studies.proposal(entry.study());
    Optional<Class<? extends Record>> type =
        proposal.flatMap(known -> type(known, entry.message()));
    if (message.length == 0 || type.isEmpty()) {
      return List.of(
          message.length == 0
              ? "empty: the exchange was done before, and nothing is told again"
              : "the study cannot be read here any more, so the bytes have no names");
    }
    try {
      int parties = proposal.get().parties().size();
      return MessageText.of(type.get(), message, parties, LedgerKind.hidden(entry.protection()));
    } catch (Failure e) {
      return List.of("not readable as " + entry.message() + ": " + e.getMessage());
    }
  }

  private static Optional<Class<? extends Record>> type(Proposal proposal, String message) {
    return NodeMessages.asks(proposal.study()).stream()
        .map(Answers::typeFor)
        .filter(type -> type.getSimpleName().equals(message))
        .<Class<? extends Record>>map(type -> type.asSubclass(Record.class))
        .findFirst();
  }
}
