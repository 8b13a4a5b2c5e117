package io.parallax.party;

import io.parallax.core.AddedBy;
import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.RowLimits;
import io.parallax.core.Scaled;
import io.parallax.core.Summand;
import io.parallax.core.Unforeseen;
import io.parallax.engine.AskJournal;
import io.parallax.engine.AskRules;
import io.parallax.engine.Endpoint;
import io.parallax.engine.FilePartyStore;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.Part;
import io.parallax.grpc.PartHandler;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import io.parallax.remote.LeftOutRows;
import io.parallax.remote.NodeMessages.PredictionOpening;
import io.parallax.run.PartName;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Opens parts of approved studies and records in the ledger all that leaves. */
final class ApprovedParts implements PartHandler {
  private static final int MOST_KEYS = 4;
  private static final Duration KEYS_LAST = Duration.ofMinutes(10);
  private final Node.Setup own;
  private final PartyId me;
  private final PartyStudies studies;
  private final ProposalReader reader;
  private final Policy policy;
  private final Approvals approvals;
  private final Ledger ledger;
  private final Path states;
  private final Consumer<String> notes;
  private final Map<Part, OpenPart> open = new ConcurrentHashMap<>();
  private final Recent<MaskedSum.Keys> predictionKeys = new Recent<>(MOST_KEYS);

  private record OpenPart(
      Proposal proposal, Path state, Optional<ProofCount> proofs, RowLimits limits) {
    boolean limited(PartyId me, Class<?> type, byte[] answer) {
      return proofs.isPresent() && ProofCount.limited(me, type, answer, limits);
    }
  }

  ApprovedParts(
      Node.Setup own,
      PartyStudies studies,
      ProposalReader reader,
      Approvals approvals,
      Ledger ledger,
      Consumer<String> notes) {
    this.own = own;
    this.me = own.name();
    this.studies = studies;
    this.reader = reader;
    this.policy = own.policy();
    this.approvals = approvals;
    this.ledger = ledger;
    this.states = own.state().resolve("parts");
    this.notes = notes;
  }

  /** Reads no rows before the study is known to be approved and within the policy. */
  @Override
  public Endpoint open(Part part, byte[] opening, long newest) {
    Proposal proposal = reader.read(part.study(), PartyStudies.manifest(part.name(), opening));
    Decision approved = approvals.require(proposal);
    if (PartyStudies.uses(part.name())) {
      approvals.requireReleased(proposal);
    }
    policy.require(me.name(), proposal);
    PartWork work = studies.begin(proposal, approved, part.name(), opening, ledger);
    Path state = states.resolve(part.study()).resolve(part.name() + ".state");
    work.notes().forEach(note -> notes.accept("study " + proposal.name() + ": " + note));
    Set<String> allowed = new HashSet<>(policy.disclosure().allow());
    allowed.addAll(work.granted());
    AskJournal journal = journal(work, part, part.identity(opening));
    long known =
        work.once()
            ? Math.min(newest, journal.last())
            : newest; // a state without its asks is of no use
    AskRules rules =
        new AskRules(work.asks(), Sizes.of(work.letters()), journal, proposal.goesOn());
    Optional<ProofCount> proofs = proofs(proposal, part);
    Endpoint endpoint =
        new Endpoint(
                me,
                work.party(),
                work.asks(),
                work.parties(),
                studies.adding(sums(proposal, part, opening, proofs)),
                allowed,
                PartyStudies.uses(part.name()) || PartName.scoresOnly(part.name())
                    ? PartyStore.NONE // an interrupted prediction begins anew
                    : new FilePartyStore(state, part.identity(opening), known, Duration.ZERO),
                work.limits().telling(id -> notes.accept(cut(proposal, part))))
            .under(rules);
    open.put(part, new OpenPart(proposal, state, proofs, work.limits()));
    if (!PartName.serves(part.name())) {
      notes.accept("study " + proposal.name() + ": " + part.name());
    }
    return endpoint;
  }

  private Optional<ProofCount> proofs(Proposal proposal, Part part) {
    return proposal.proved() && !PartyStudies.uses(part.name())
        ? Optional.of(new ProofCount(ledger, part))
        : Optional.empty();
  }

  /** Returns the journal of asks, which is kept when the part has ended. */
  private AskJournal journal(PartWork work, Part part, byte[] run) {
    Path file = states.resolve(part.study()).resolve(part.name() + ".asked");
    return work.once() ? AskJournal.in(file, run) : AskJournal.inMemory();
  }

  private static String cut(Proposal proposal, Part part) {
    return "study %s, %s: many rows are longer than its protection.row-clip and are cut to it"
        .formatted(proposal.name(), part.name());
  }

  private SumProtocol sums(
      Proposal proposal, Part part, byte[] opening, Optional<ProofCount> proofs) {
    if (!proposal.masked() || PartName.serves(part.name())) { // there are no sums in a lookup
      return SumProtocol.plain();
    }
    SortedSet<PartyId> all = LeftOutRows.scoring(proposal.study(), part.name());
    byte[] run = part.identity(opening);
    if (PartName.predicts(part.name())) {
      SortedSet<PartyId> some =
          MessageCodec.decode(PredictionOpening.class, opening).parties(proposal.study());
      return MaskedSum.ofAll(some, run, predictionKeys(proposal, some)).bound();
    }
    MaskedSum masked =
        proposal.goesOn()
            ? MaskedSum.among(all, run, signing(proposal), opened(part), leftOut(part))
            : MaskedSum.ofAll(all, run, signing(proposal)).bound();
    return proofs.isPresent() ? masked.proved(proofs.get()) : masked;
  }

  private CertifiedSigning signing(Proposal proposal) {
    return new CertifiedSigning(own.credentials(), own.revocations(), proposal.keys());
  }

  /**
   * Returns the keys with the other parties for predictions, made anew every few minutes and when
   * there are new revocations, so that certificates are looked at again.
   */
  private MaskedSum.Keys predictionKeys(Proposal proposal, SortedSet<PartyId> all) {
    long since = System.currentTimeMillis() / KEYS_LAST.toMillis();
    String revoked = own.revocations().map(file -> file.toFile().lastModified()).toString();
    byte[] purpose = new Part(proposal.id(), "predictions").identity(new byte[0]);
    return predictionKeys.get(
        proposal.id() + " " + all + " " + since + " " + revoked,
        () -> new MaskedSum.Keys(all, purpose, me, signing(proposal)));
  }

  /** Returns a file that is kept, so that reopening the part does not allow the same sums again. */
  private Path opened(Part part) {
    return states.resolve(part.study()).resolve(part.name() + ".opened");
  }

  /** Returns a file that all parts of a study share. */
  private Path leftOut(Part part) {
    return states.resolve(part.study()).resolve("left-out");
  }

  @Override
  public void asked(Part part) {
    OpenPart opened = open.get(part);
    if (opened != null) {
      approvals.require(opened.proposal);
    }
  }

  @Override
  public void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256) {
    OpenPart opened = open.get(part);
    Proposal proposal = opened.proposal;
    boolean sum = Summand.class.isAssignableFrom(kind);
    boolean limited = sum && answer.length > 0 && opened.limited(me, kind, answer);
    if (sum) {
      opened.proofs.ifPresent(count -> count.adding(sequence, limited));
    }
    approvals.require(proposal); // may have been withdrawn or have ended meanwhile
    ledger.add(
        part.study(),
        part.name(),
        sequence,
        kind(kind, answer, proposal, limited),
        answer,
        HexFormat.of().formatHex(sha256));
  }

  private static Ledger.Kind kind(Class<?> type, byte[] answer, Proposal proposal, boolean proved) {
    if (type == SumProtocol.Notes.class) {
      return new Ledger.Kind(
          Ledger.MASKS,
          "",
          proposal.proved()
              ? "keys, codes and proofs that what it adds to a sum is within the study's limits"
              : "keys, encrypted shares and codes of a masked sum; nothing of the rows");
    }
    boolean sum = Summand.class.isAssignableFrom(type);
    String shape = sum && answer.length > 0 ? shape(type, answer) : "";
    return new Ledger.Kind(
        type.getSimpleName(),
        shape,
        !sum
            ? "shown to the coordinator"
            : !proposal.masked()
                ? "used only in sum; plain, so the coordinator could read it"
                : masked(type.getAnnotation(AddedBy.class), proved));
  }

  private static String masked(AddedBy by, boolean proved) {
    String how = proved ? "proved" : "masked";
    if (by == null || by.value() == AddedBy.Who.ALL_OTHERS) {
      return how
          + ": the coordinator can read only the sum over all parties"
          + (proved ? ", and each proves that its part is within the study's limits" : "");
    }
    return by.value() == AddedBy.Who.LABEL_HOLDER
        ? how + ", but only the party with the labels adds: the sum is its numbers"
        : how + ", but only parties with labels add: of one such party the sum is its numbers";
  }

  /** Reads the shapes, which precede the words: two numbers for every matrix. */
  private static String shape(Class<?> type, byte[] answer) {
    ByteBuffer bytes = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
    List<String> shapes = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getType() == Matrix.class || component.getType() == Scaled.class) {
        shapes.add(bytes.getInt() + "x" + bytes.getInt());
      }
    }
    return String.join(" ", shapes);
  }

  /** Logs a failure; an unforeseen one with its stack trace. */
  @Override
  public void failed(Part part, Throwable why) {
    OpenPart opened = open.get(part);
    String study = opened == null ? part.study() : opened.proposal.name();
    StringWriter text = new StringWriter().append("study " + study + ", " + part.name() + ": ");
    Failure failure = Failure.of(why);
    text.append(failure.getMessage());
    if (failure instanceof Unforeseen) {
      why.printStackTrace(new PrintWriter(text.append('\n'), true));
    }
    notes.accept(text.toString().strip());
  }

  /** Withholds text that the ledger cannot record; the replacement reveals nothing of the rows. */
  @Override
  public String telling(Part part, long sequence, String text) {
    String words = studies.told(text);
    try {
      ledger.told(part.study(), part.name(), sequence, "Failure", words);
      return words;
    } catch (UncheckedIOException e) {
      return "the ledger cannot be written, so the error is withheld; make room on the party's disk";
    }
  }

  @Override
  public void close(Part part) {
    OpenPart over = open.remove(part);
    if (over == null) {
      return;
    }
    over.proofs.ifPresent(ProofCount::end);
    studies.ended(over.proposal, part.name());
    try {
      Files.deleteIfExists(over.state);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + over.state, e);
    }
  }
}
