package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.grpc.Calls;
import io.parallax.identity.KeptRevocations;
import io.parallax.identity.RevocationList;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The list of revoked certificates, kept up to date while a party runs. */
final class RevocationUpdates {
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private final Node.Setup setup;
  private final Calls calls;
  private final Runnable reconnect;
  private final KeptRevocations kept;
  private Instant asked = Instant.MIN;

  RevocationUpdates(Node.Setup setup, Calls calls, Runnable reconnect) {
    this.setup = setup;
    this.calls = calls;
    this.reconnect = reconnect;
    this.kept = setup.kept();
  }

  /** Keeps the newest list, and connects anew when there is one; rejects a list that is stale. */
  void look(boolean connected) {
    boolean given = setup.revoked().isPresent() && offered(setup.revoked().get());
    boolean sent = connected && asked.plus(PAUSE).isBefore(Instant.now()) && sent();
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

  private boolean sent() {
    byte[] have = kept.list().map(RevocationList::hash).orElse(new byte[0]);
    boolean newer =
        calls
            .revocations(have)
            .filter(list -> kept.offer("the coordinator's revocation list", list))
            .isPresent();
    asked = Instant.now();
    return newer;
  }
}
