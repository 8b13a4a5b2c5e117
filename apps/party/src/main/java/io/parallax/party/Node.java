package io.parallax.party;

import io.parallax.audit.ShapeAudit;
import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Shown;
import io.parallax.engine.LockedFolder;
import io.parallax.engine.NodeLog;
import io.parallax.engine.StateFormat;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Dialer;
import io.parallax.grpc.Limits;
import io.parallax.grpc.Registry;
import io.parallax.grpc.Registry.Offer;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeptRevocations;
import io.parallax.identity.RevocationList;
import io.parallax.remote.NetworkManifest;
import io.parallax.watch.WatchSettings;
import io.parallax.web.Person;
import io.parallax.web.file.PageSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A running party: connects to the coordinator and takes part in approved studies. */
public final class Node implements AutoCloseable {
  private static final long LOOK_MILLIS = 1000;
  private static final Duration AGAIN = Duration.ofSeconds(5); // for coordinators that forget
  private static final int MOST_REMEMBERED = 1000;

  /** The format of the state; a change of it is a migration here. */
  static final StateFormat FORMAT = new StateFormat("ledger.jsonl", List.of());

  private final Setup setup;
  private final PartyStudies studies;
  private final LockedFolder held;
  private final Ledger ledger;
  private final Approvals approvals;
  private final OwnerDecisions decisions;
  private final CatalogueTelling catalogue;
  private final NodeHealth health;
  private final OwnerNotices notices;
  private final CertificateRenewal renewal;
  private final Dialer dialer;
  private final Calls calls;
  private final Consumer<String> notes;
  private final Map<String, Instant> told = new HashMap<>();
  private final Guard guard;
  private final ProposalReader reader;
  private final RevocationUpdates revocations;
  private final Optional<PartyPage> page;
  private volatile List<Offer> offers = List.of();
  private volatile boolean connected;
  private volatile boolean closed;

  /**
   * A party's settings.
   *
   * @param revoked the owner's list of revoked certificates, in addition to the coordinator's
   * @param state the folder of ledger, approvals and states
   * @param page the owner's page; empty: none
   * @param keep how long messages that left are kept; empty: not at all
   * @param watched from when on something is worth a warning, and where notices go
   */
  public record Setup(
      PartyId name,
      Dialer.Address coordinator,
      Credentials credentials,
      Optional<Path> revoked,
      Policy policy,
      Path state,
      Optional<PageSettings> page,
      Optional<SentMessages.Rule> keep,
      WatchSettings watched,
      String version) {
    public Path ledger() {
      return ledger(state);
    }

    /** Returns the ledger in a state folder. */
    public static Path ledger(Path state) {
      return state.resolve("ledger.jsonl");
    }

    /** Returns the newest list of revoked certificates that this party has seen. */
    public KeptRevocations kept() {
      KeptRevocations kept = new KeptRevocations(revocationFile(), credentials.authority());
      revoked.ifPresent(file -> kept.offer(RevocationList.read(file, credentials.authority())));
      return kept;
    }

    private Path revocationFile() {
      return state.resolve("revoked.pem");
    }

    /** Returns the file of that list. */
    public Optional<Path> revocations() {
      Path kept = revocationFile();
      return Files.exists(kept) || revoked.isEmpty() ? Optional.of(kept) : revoked;
    }

    /** Returns the owner's token for the page, which is created if it is missing. */
    public OwnerToken token() {
      return OwnerToken.in(state);
    }

    /** Measures attacks on generated rows of a study's shape, unless they are known. */
    public ShapeAudit.Measured measured(Proposal proposal, List<Decision.Rows> rows) {
      try (Measurements measurements = new Measurements(state)) {
        return measurements.measure(proposal.study(), rows);
      }
    }

    public Approvals approvals() {
      return new Approvals(credentials, policy, state.resolve("approvals"));
    }
  }

  /** Whoever signs an automatic approval. */
  private static final Person POLICY = Person.ofToken("the policy (approve: automatic)", Set.of());

  public Node(Setup setup, PartyStudies studies, Consumer<String> notes) {
    this(setup, studies, Limits.ofHeap(), notes);
  }

  public Node(Setup setup, PartyStudies studies, Limits limits, Consumer<String> notes) {
    this.setup = setup;
    this.studies = studies;
    this.notes = notes;
    this.guard = new Guard(notes);
    this.held = LockedFolder.take(setup.state(), "party", notes);
    FORMAT.open(setup.state(), setup.version(), notes);
    this.ledger = Ledger.open(setup.ledger(), notes);
    ledger.keep(setup.keep().map(rule -> new SentMessages(setup.state(), rule)));
    this.approvals = setup.approvals();
    this.reader = new ProposalReader(setup.credentials(), studies);
    ApprovedParts desk = new ApprovedParts(setup, studies, reader, approvals, ledger, notes);
    this.calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations());
    this.revocations = new RevocationUpdates(setup, calls, this::reconnect);
    this.decisions = new OwnerDecisions(setup, approvals, studies, ledger, calls, this::ask);
    this.health = new NodeHealth(setup, this, calls);
    this.notices = new OwnerNotices(setup, this, notes);
    this.catalogue = new CatalogueTelling(setup.state(), studies, calls, ledger);
    this.renewal = new CertificateRenewal(setup, calls, ledger, notes, this::reconnect);
    this.dialer =
        new Dialer(
            setup.coordinator(),
            setup.credentials(),
            setup.revocations(),
            setup.version(),
            desk,
            limits,
            notes);
    this.page =
        setup
            .page()
            .map(page -> new PartyPage(page, setup, reader, approvals, decisions, this, notes));
  }

  /** Returns the port of the owner's page. */
  public Optional<Integer> pagePort() {
    return page.map(PartyPage::port);
  }

  /** Returns the studies that name this party, as last received. */
  List<Offer> offers() {
    return offers;
  }

  /** Returns what researchers see of the rows. */
  String shown() {
    return catalogue.shown();
  }

  PartyStudies studies() {
    return studies;
  }

  /** Returns whether the last call to the coordinator succeeded. */
  boolean connected() {
    return connected;
  }

  /** Returns the connection to the coordinator. */
  Dialer dialer() {
    return dialer;
  }

  /** Returns the state for those on call. */
  NodeHealth health() {
    return health;
  }

  OwnerNotices notices() {
    return notices;
  }

  /** Returns the number of messages that have left. */
  long left() {
    return ledger.count();
  }

  /** Returns all that this party knows about a study. */
  Dossier dossier(String study) {
    return studies.dossier(study, offers, decisions::measuredYet);
  }

  /** Scores people of this party with the model of a study. */
  JointPredictions.Predicted predict(PredictionWish wish) {
    Offer offer = new PartyModels(setup.state()).trained(wish.study(), offers);
    Proposal proposal = reader.read(offer.study(), offer.manifest());
    approvals.requireReleased(proposal);
    JointPredictions predictions = studies.predictions();
    return wish.alone()
        ? predictions.own().alone(proposal, wish.ids())
        : predictions.predict(
            proposal,
            wish.ids(),
            wish.known(),
            wish.seconds(),
            (name, left) -> calls.predict(new Registry.Wish(offer.study(), name, left)));
  }

  private void ask() {
    offers = calls.studies();
    connected = true;
  }

  /** Runs until it is closed. */
  public void run() {
    dialer.start();
    notices.start();
    while (!closed) {
      guard.run("the owner's decisions", () -> approvals.all().forEach(ledger::decided));
      guard.run("the revocation list", () -> revocations.look(connected));
      guard.run("the models", () -> studies.expire().forEach(notes));
      try {
        ask();
        forget();
        guard.run("the catalogue", catalogue::tell);
        guard.run("the certificate", renewal::look);
        guard.run("the clock", health::compareClocks);
        for (Offer offer : offers) {
          String name = "study " + offer.name();
          guard.run(name, () -> agree(offer));
          guard.run(name, () -> look(offer));
        }
        guard.run("the notices", () -> notices.offers(offers, approvals));
      } catch (BadInput | Refused e) {
        connected = false; // the dialer reports the reason
      }
      guard.run("the health", notices::look);
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Forgets studies that are no longer offered, once there are many. */
  private void forget() {
    if (told.size() >= MOST_REMEMBERED) {
      Set<String> offered = new HashSet<>();
      for (Offer offer : offers) {
        offered.add(offer.study());
        approvals.of(offer.study()).ifPresent(own -> offered.add(own.record()));
      }
      told.keySet().retainAll(offered);
    }
  }

  /** Connects anew with the certificates of now. */
  private void reconnect() {
    dialer.again();
    calls.again();
  }

  /** Sends the coordinator a decision that it does not know, again if it has forgotten it. */
  private void agree(Offer offer) {
    Optional<Decision.Signed> own = approvals.of(offer.study());
    if (own.isEmpty()) {
      return;
    }
    boolean known = own.get().decision().say().word().equals(offer.decision());
    if (known) {
      told.remove(own.get().record());
    } else if (untoldSince(Instant.now().minus(AGAIN), own.get().record())) {
      told.put(own.get().record(), Instant.now());
      try {
        approvals.tell(calls, own.get());
      } catch (BadInput e) {
        told.remove(own.get().record()); // it is not reachable
        throw e;
      }
    }
  }

  private boolean untoldSince(Instant then, String record) {
    return told.getOrDefault(record, Instant.MIN).isBefore(then);
  }

  private void look(Offer offer) {
    boolean open = offer.undecided() && approvals.of(offer.study()).isEmpty();
    if (open && told.putIfAbsent(offer.study(), Instant.now()) == null) {
      try {
        read(offer).ifPresent(proposal -> consider(offer, proposal));
      } catch (BadInput e) {
        told.remove(offer.study()); // the coordinator was not reachable and received nothing
        throw e;
      }
    }
  }

  /** Reads an offer, or objects to one that cannot be read. */
  private Optional<Proposal> read(Offer offer) {
    Optional<String> other = NetworkManifest.otherVersion(offer.manifest());
    if (other.isPresent()) { // it can be decided when versions are the same again
      NodeLog.warn(notes, Shown.text("study " + offer.name() + ": " + other.get()));
      return Optional.empty();
    }
    try {
      return Optional.of(reader.read(offer.study(), offer.manifest()));
    } catch (BadInput | Refused e) {
      object(offer, e);
    }
    return Optional.empty();
  }

  private void consider(Offer offer, Proposal proposal) {
    List<Objection> against = approvals.objections(proposal);
    if (!against.isEmpty()) {
      object(offer, Objection.refusal("", against));
    } else if (setup.policy().approval().automatic()) {
      approve(offer, proposal);
    } else {
      notices.decision(proposal);
      notes.accept(
          "study %s waits for your decision: on the page, or ./parallax study approve --party FILE %s"
              .formatted(proposal.name(), offer.study().substring(0, 12)));
    }
  }

  private void approve(Offer offer, Proposal proposal) {
    try {
      ledger.decided(approvals.approve(proposal, studies.rows(proposal), Optional.empty(), POLICY));
    } catch (BadInput e) { // its rows cannot be read
      object(offer, e);
      return;
    }
    agree(offer);
    notes.accept("study " + proposal.name() + " is within the policy and was approved");
  }

  /** Objects, so that the researcher does not wait; the owner may still change the policy. */
  private void object(Offer offer, Failure why) {
    if (!offer.objected()) {
      approvals.object(calls, offer.study(), ledger, studies.told(why.told()));
    }
    NodeLog.warn(
        notes, Shown.text("study " + offer.name() + " cannot be approved: " + why.getMessage()));
  }

  @Override
  public void close() {
    closed = true;
    page.ifPresent(PartyPage::close);
    notices.close();
    decisions.close();
    dialer.close();
    calls.close();
    ledger.close();
    held.close();
  }
}
