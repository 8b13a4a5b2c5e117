package io.parallax.party;

import io.parallax.grpc.Registry.Offer;
import io.parallax.grpc.Registry.Say;
import io.parallax.watch.HealthNotes;
import io.parallax.watch.Notice;
import io.parallax.watch.Notifier;
import io.parallax.web.MetricsText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Tells a party's owner what waits for a decision, and those on call what is wrong. */
final class OwnerNotices implements AutoCloseable {
  private static final String HELD = "held";
  private final Node.Setup setup;
  private final Notifier notifier;
  private final Node node;
  private final HealthNotes health;
  private final String name;

  OwnerNotices(Node.Setup setup, Node node, Consumer<String> notes) {
    this.setup = setup;
    this.node = node;
    this.name = "party " + setup.name();
    this.notifier = new Notifier(name, setup.watched().notices(), setup.state(), notes);
    Set<String> silent = Set.of(NodeHealth.COORDINATOR, NodeHealth.VERSION);
    Set<String> others = Set.of(NodeHealth.DECISIONS);
    this.health = new HealthNotes(name, silent, others, notifier, notes);
  }

  void start() {
    notifier.start();
  }

  /** Adds the numbers of notices. */
  void metrics(MetricsText text) {
    notifier.metrics(text);
  }

  /** Notes what has become wrong, or well again. */
  void look() {
    health.look(node.health().health());
    notifier.certificate(name, setup.credentials().certificateInfo().left());
  }

  /** Tells that a study waits for the owner. */
  void decision(Proposal proposal) {
    String study = Notice.word(proposal.name());
    notifier.tell(
        new Notice(
            "decision " + proposal.id(),
            Notice.Subject.DECISION,
            "Study %s (%s) waits for your decision".formatted(study, Notice.digits(proposal.id())),
            lines(
                "%s submitted it; the coordinator says so.".formatted(researcher(proposal)),
                "./parallax study approve --party FILE " + Notice.digits(proposal.id())),
            facts(proposal.id(), study, "waiting")));
  }

  private static String researcher(Proposal proposal) {
    String name = Notice.word(proposal.researcher());
    return name.isEmpty() ? "Somebody" : name;
  }

  private List<String> lines(String first, String command) {
    List<String> lines = new ArrayList<>(List.of(first, ""));
    lines.add("Read it and decide on the party's page" + page() + ", or type on its machine:");
    lines.add("  " + command);
    return lines;
  }

  /** Returns the page's address without a token, if others than this machine can reach it. */
  private String page() {
    return setup
        .page()
        .filter(page -> page.host().isPresent())
        .flatMap(page -> node.pagePort().map(page::origin))
        .map(origin -> " " + origin + "/")
        .orElse("");
  }

  private Map<String, String> facts(String id, String study, String state) {
    return Map.of("party", setup.name().name(), "study", study, "hash", id, "state", state);
  }

  /** Tells of results that wait for the owner, and drops what was decided before it was sent. */
  void offers(List<Offer> offers, Approvals approvals) {
    Set<String> open = new HashSet<>();
    for (Offer offer : offers) {
      boolean decides = offer.undecided() && approvals.of(offer.study()).isEmpty();
      if (decides) {
        open.add("decision " + offer.study());
      }
      if (offer.state().equals(HELD) && reserved(offer, approvals)) {
        open.add("release " + offer.study());
        release(offer);
      }
    }
    notifier.drop(
        notice ->
            (notice.about() == Notice.Subject.DECISION || notice.about() == Notice.Subject.RELEASE)
                && !open.contains(notice.key()));
  }

  /**
   * Returns whether the owner has kept the release; the coordinator's word for it is not enough.
   */
  private static boolean reserved(Offer offer, Approvals approvals) {
    return offer.decision().equals(Say.RESERVED.word())
        && approvals.of(offer.study()).filter(s -> s.decision().say() == Say.RESERVED).isPresent();
  }

  private void release(Offer offer) {
    String study = Notice.word(offer.name());
    notifier.tell(
        new Notice(
            "release " + offer.study(),
            Notice.Subject.RELEASE,
            "The result of study %s (%s) waits until you release it"
                .formatted(study, Notice.digits(offer.study())),
            lines(
                "The researcher sees nothing of it before.",
                "./parallax study release --party FILE " + Notice.digits(offer.study())),
            facts(offer.study(), study, HELD)));
  }

  @Override
  public void close() {
    notifier.close();
  }
}
