package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.grpc.Calls;
import io.parallax.identity.KeptRevocations;
import io.parallax.identity.RevocationList;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Keeps the newest list of revoked certificates, from the owner's file and the coordinator. */
final class RevocationWatch {
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private final Node.Setup setup;
  private final KeptRevocations kept;
  private final Calls calls;
  private final Runnable reconnect;
  private Instant asked = Instant.MIN;

  /**
   * @param reconnect makes new connections, for which certificates are looked at again
   */
  RevocationWatch(Node.Setup setup, KeptRevocations kept, Calls calls, Runnable reconnect) {
    this.setup = setup;
    this.kept = kept;
    this.calls = calls;
    this.reconnect = reconnect;
  }

  /** Stores the newest list and reconnects when there is one; rejects a stale one. */
  void look(boolean connected) {
    boolean given = setup.revoked().isPresent() && offered(setup.revoked().get());
    boolean sent = false;
    if (connected && asked.plus(PAUSE).isBefore(Instant.now())) {
      byte[] have = kept.list().map(RevocationList::hash).orElse(new byte[0]);
      sent =
          calls
              .revocations(have)
              .filter(list -> kept.offer("the coordinator's revocation list", list))
              .isPresent();
      asked = Instant.now();
    }
    if ((given || sent) && kept.list().orElseThrow().size() > 0) {
      reconnect.run();
    }
    kept.list()
        .filter(RevocationList::stale)
        .ifPresent(
            list -> {
              throw new BadInput(
                  "it was fresh until %s, and later revocations are unknown; create a new one with './parallax ca refresh' at the authority; the coordinator distributes it"
                      .formatted(list.freshUntil()));
            });
  }

  private boolean offered(Path file) {
    return kept.offer(RevocationList.read(file, setup.credentials().authority()));
  }
}
