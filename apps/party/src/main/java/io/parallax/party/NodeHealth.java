package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Offer;
import io.parallax.identity.CertificateInfo;
import io.parallax.watch.Health;
import io.parallax.watch.Heap;
import io.parallax.watch.Machine;
import io.parallax.watch.Thresholds;
import io.parallax.web.MetricsText;
import io.parallax.web.Reply;
import java.time.Duration;

/** The state of a running party, for those on call: whether it can work, and its numbers. */
public final class NodeHealth {
  /** The least free space in the state folder, unless the party's file says otherwise. */
  public static final long LEAST_MEBIBYTES = Thresholds.USUAL.disk() >> 20;

  /** The topics that have lines of their own in the log. */
  static final String COORDINATOR = "coordinator";

  static final String VERSION = "version";

  static final String DECISIONS = "decisions";

  /** The most that the clocks of two machines may differ. */
  public static final long MOST_SKEW_MILLIS = 60_000;

  private static final Duration CLOCKS = Duration.ofMinutes(1);
  private final Node.Setup setup;
  private final Node node;
  private final Calls calls;
  private volatile long compared = System.nanoTime() - CLOCKS.toNanos(); // not by the wall clock
  private volatile long skewMillis;

  NodeHealth(Node.Setup setup, Node node, Calls calls) {
    this.setup = setup;
    this.node = node;
    this.calls = calls;
  }

  /** Compares the clock with the coordinator's, once a minute. */
  void compareClocks() {
    if (System.nanoTime() - compared >= CLOCKS.toNanos()) { // whoever sets the clock sees it
      compared = System.nanoTime();
      long before = System.currentTimeMillis();
      long theirs = calls.probe(setup.version()).clockMillis();
      skewMillis = (before + System.currentTimeMillis()) / 2 - theirs;
    }
  }

  /** Returns the answer without names, paths and numbers of studies: it needs no token. */
  Health health() {
    return judge(
        setup.watched().limits(),
        new Contact(node.connected(), node.dialer().denial(), node.dialer().otherVersion()),
        Machine.free(setup.state()),
        Heap.now(),
        skewMillis,
        setup.credentials().certificateInfo(),
        waiting());
  }

  /**
   * The coordinator as a party sees it.
   *
   * @param answers whether it answered the last call
   * @param denial why it denied the last connection; empty: it did not
   * @param otherVersion what keeps this party from its studies; empty: nothing
   */
  record Contact(boolean answers, String denial, String otherVersion) {}

  static Health judge(
      Thresholds limits,
      Contact contact,
      long free,
      Heap heap,
      long skew,
      CertificateInfo own,
      long waiting) {
    return new Health.Findings(limits)
        .fault(!contact.answers(), COORDINATOR, "no connection; the log says why")
        .fault(!contact.denial().isEmpty(), COORDINATOR, "it denies this party; the log says why")
        .fault(
            !contact.otherVersion().isEmpty(),
            VERSION,
            "another version than the coordinator's; the log says more")
        .fault(
            Math.abs(skew) > MOST_SKEW_MILLIS,
            "clock",
            "it differs from the coordinator's by %d s; set it (NTP)".formatted(skew / 1000))
        .machine(free, heap, own)
        .soon(waiting > 0, DECISIONS, "studies wait for the owner")
        .health();
  }

  Reply reply() {
    return health().reply();
  }

  /** Returns the number of studies that wait for the owner's decision. */
  private long waiting() {
    return node.offers().stream().filter(Offer::undecided).filter(this::open).count();
  }

  /** Returns whether the owner has not signed yet; the coordinator may not know. */
  private boolean open(Offer offer) {
    try {
      return !setup.approvals().decided(offer.study());
    } catch (BadInput | Refused e) {
      return true; // a decision that cannot be read is none
    }
  }

  /** Returns the numbers for Prometheus. */
  Reply metrics() {
    MetricsText text = new MetricsText();
    node.notices().metrics(text);
    text.gauge("parallax_ready", "1 if it can take part in studies.", health().ready() ? 1 : 0)
        .gauge("parallax_connected", "1 if the coordinator answers.", node.connected() ? 1 : 0)
        .gauge(
            "parallax_certificate_seconds_left",
            "Seconds until the certificate ends.",
            setup.credentials().certificateInfo().left().toSeconds())
        .gauge("parallax_decisions_waiting", "Studies that wait for the owner.", waiting())
        .gauge(
            "parallax_clock_seconds_ahead",
            "Seconds that the clock is ahead of the coordinator's.",
            skewMillis / 1000.0)
        .counter("parallax_ledger_entries_total", "Entries of the ledger.", node.left());
    return Machine.metrics(text, setup.state()).reply();
  }
}
