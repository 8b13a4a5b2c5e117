package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Offer;
import io.parallax.identity.CertificateInfo;
import io.parallax.web.MetricsText;
import io.parallax.web.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The state of a running party, for those on call: whether it can work, and its numbers. */
public final class NodeHealth {
  /** The least free space in the state folder. */
  public static final long LEAST_MEBIBYTES = 200;

  /** The most that the clocks of two machines may differ. */
  public static final long MOST_SKEW_MILLIS = 60_000;

  private static final Duration CLOCKS = Duration.ofMinutes(1);
  private final Node.Setup setup;
  private final Node node;
  private final Calls calls;
  private volatile Instant compared = Instant.MIN;
  private volatile long skewMillis;

  /**
   * A party's answer to whoever watches it.
   *
   * @param ready whether it can take part in studies
   * @param why what keeps it from that
   * @param soon what somebody has to do before long
   */
  record Health(boolean ready, List<String> why, List<String> soon) {}

  NodeHealth(Node.Setup setup, Node node, Calls calls) {
    this.setup = setup;
    this.node = node;
    this.calls = calls;
  }

  /** Compares the clock with the coordinator's, once a minute. */
  void compareClocks() {
    if (compared.plus(CLOCKS).isBefore(Instant.now())) {
      compared = Instant.now();
      long before = System.currentTimeMillis();
      long theirs = calls.probe(setup.version()).clockMillis();
      skewMillis = (before + System.currentTimeMillis()) / 2 - theirs;
    }
  }

  /** Returns the answer without names, paths and numbers of studies: it needs no token. */
  Health health() {
    return judge(
        node.connected(),
        free() >> 20,
        skewMillis,
        setup.credentials().certificateInfo(),
        waiting());
  }

  static Health judge(
      boolean connected, long mebibytes, long skew, CertificateInfo own, long waiting) {
    List<String> why = new ArrayList<>();
    List<String> soon = new ArrayList<>();
    if (!connected) {
      why.add("coordinator: no connection; the log says why");
    }
    if (mebibytes < LEAST_MEBIBYTES) {
      why.add("disk: %d MiB are free for the state; make room".formatted(mebibytes));
    }
    if (Math.abs(skew) > MOST_SKEW_MILLIS) {
      why.add(
          "clock: it differs from the coordinator's by %d s; set it (NTP)".formatted(skew / 1000));
    }
    if (own.left().isNegative()) {
      why.add("certificate: it has ended; renew it");
    } else if (own.endsSoon()) {
      soon.add("certificate: it ends in %d days; renew it".formatted(own.left().toDays()));
    }
    if (waiting > 0) {
      soon.add("decisions: studies wait for the owner");
    }
    return new Health(why.isEmpty(), why, soon);
  }

  Reply reply() {
    Health now = health();
    return Reply.json(now.ready() ? 200 : 503, now);
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

  private long free() {
    try {
      return Files.getFileStore(setup.state()).getUsableSpace();
    } catch (IOException e) {
      return 0; // a folder that is away has no room
    }
  }

  /** Returns the numbers for Prometheus. */
  Reply metrics() {
    return new MetricsText()
        .gauge("parallax_ready", "1 if it can take part in studies.", health().ready() ? 1 : 0)
        .gauge("parallax_connected", "1 if the coordinator answers.", node.connected() ? 1 : 0)
        .gauge(
            "parallax_certificate_seconds_left",
            "Seconds until the certificate ends.",
            setup.credentials().certificateInfo().left().toSeconds())
        .gauge("parallax_decisions_waiting", "Studies that wait for the owner.", waiting())
        .gauge("parallax_disk_free_bytes", "Bytes left for the state folder.", free())
        .gauge(
            "parallax_clock_seconds_ahead",
            "Seconds that the clock is ahead of the coordinator's.",
            skewMillis / 1000.0)
        .counter("parallax_ledger_entries_total", "Entries of the ledger.", node.left())
        .heap()
        .reply();
  }
}
