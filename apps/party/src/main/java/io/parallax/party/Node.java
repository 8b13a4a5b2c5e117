package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.engine.Hashes;
import io.parallax.engine.HeldFolder;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Dialer;
import io.parallax.grpc.Limits;
import io.parallax.grpc.Registry.Offer;
import io.parallax.identity.Credentials;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A running party: dials the coordinator, looks for studies, takes part in approved ones. */
public final class Node implements AutoCloseable {
  private static final long LOOK_MILLIS = 1000;
  private final Setup setup;
  private final Workplace workplace;
  private final HeldFolder held;
  private final Ledger ledger;
  private final Approvals approvals;
  private final Dialer dialer;
  private final Calls calls;
  private final Consumer<String> notes;
  private final Set<String> told = new HashSet<>();
  private final Optional<PartyPage> page;
  private volatile List<Offer> offers = List.of();
  private volatile boolean connected;
  private volatile boolean closed;

  /**
   * What a party is.
   *
   * @param state the folder where it keeps ledger, approvals and states
   * @param page the port of the owner's page, on this machine only; 0: any free one; none: no page
   */
  public record Setup(
      PartyId name,
      Dialer.Address coordinator,
      Credentials credentials,
      Optional<Path> revocations,
      Policy policy,
      Path state,
      Optional<Integer> page,
      String version) {
    public Path ledger() {
      return ledger(state);
    }

    /** Where a party that keeps its state here has its ledger. */
    public static Path ledger(Path state) {
      return state.resolve("ledger.jsonl");
    }

    /** The owner's token for the page, made when there is none. */
    public OwnerToken token() {
      return OwnerToken.in(state);
    }

    public Approvals approvals() {
      return new Approvals(credentials, state.resolve("approvals"));
    }
  }

  public Node(Setup setup, Workplace workplace, Consumer<String> notes) {
    this.setup = setup;
    this.workplace = workplace;
    this.notes = notes;
    this.held = HeldFolder.take(setup.state(), "party", notes);
    this.ledger = Ledger.open(setup.ledger(), notes);
    this.approvals = setup.approvals();
    NodeDesk desk = new NodeDesk(setup, workplace, approvals, ledger, notes);
    this.calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations());
    this.dialer =
        new Dialer(
            setup.coordinator(),
            setup.credentials(),
            setup.revocations(),
            setup.version(),
            desk,
            Limits.ofHeap(),
            notes);
    this.page =
        setup.page().map(port -> new PartyPage(port, setup, workplace, this, setup.token(), notes));
  }

  /** Where the owner's page is. */
  public Optional<Integer> pagePort() {
    return page.map(PartyPage::port);
  }

  /** The studies that name this party, as the coordinator last said. */
  List<Offer> offers() {
    return offers;
  }

  /** Whether the coordinator answered the last time. */
  boolean connected() {
    return connected;
  }

  /** How many messages have left. */
  long left() {
    return ledger.count();
  }

  /** The owner's decision; what the coordinator says of the study is asked again at once. */
  void decide(Proposal proposal, boolean approved, String reason) {
    approvals.decide(calls, proposal, approved, reason);
    ask();
  }

  private void ask() {
    offers = calls.studies();
    connected = true;
  }

  /** Runs until it is closed. */
  public void run() {
    dialer.start();
    while (!closed) {
      try {
        ask();
        offers.stream().filter(Offer::undecided).forEach(this::look);
      } catch (BadInput | Refused e) {
        connected = false; // the dialer tells why
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look(Offer offer) {
    if (told.contains(offer.study())) {
      return;
    }
    try {
      read(offer).ifPresent(proposal -> consider(offer, proposal));
    } catch (UncheckedIOException e) {
      notes.accept("study " + offer.name() + ": " + e.getMessage() + "; start the party again");
    }
    told.add(offer.study());
  }

  /** Of a study that cannot be read, the coordinator is told why. */
  private Optional<Proposal> read(Offer offer) {
    if (!HexFormat.of().formatHex(Hashes.of(offer.manifest())).equals(offer.study())) {
      notes.accept(
          "study " + offer.name() + " has another hash than its name; it is not looked at");
      return Optional.empty();
    }
    try {
      return Optional.of(workplace.read(offer.manifest()));
    } catch (BadInput | Refused e) {
      object(offer, e.getMessage());
      return Optional.empty();
    }
  }

  private void consider(Offer offer, Proposal proposal) {
    List<String> against = setup.policy().objections(proposal);
    if (!against.isEmpty()) {
      object(offer, String.join("; ", against));
    } else if (setup.policy().automatic()) {
      approvals.decide(calls, proposal, true, "within the policy");
      notes.accept("study " + offer.name() + " is within the policy and was approved");
    } else {
      notes.accept(
          "study %s waits for your decision: ./parallax study approve %s"
              .formatted(offer.name(), offer.study().substring(0, 12)));
    }
  }

  /** The researcher would wait for ever; the owner may still change the policy. */
  private void object(Offer offer, String why) {
    if (!offer.objected()) {
      approvals.object(calls, offer.study(), ledger, workplace.told(why));
    }
    notes.accept("study " + offer.name() + " cannot be approved: " + why);
  }

  @Override
  public void close() {
    closed = true;
    page.ifPresent(PartyPage::close);
    dialer.close();
    calls.close();
    ledger.close();
    held.close();
  }
}
