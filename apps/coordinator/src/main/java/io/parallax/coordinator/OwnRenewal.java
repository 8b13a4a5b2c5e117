package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Unavailable;
import io.parallax.engine.NodeLog;
import io.parallax.identity.Credentials;
import io.parallax.identity.Renewal;
import java.io.UncheckedIOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Renews the coordinator's own certificate: its request waits in its own mailbox. */
final class OwnRenewal implements AutoCloseable {
  private static final int LOOK_SECONDS = 1;
  private final Credentials own;
  private final Renewal renewal;
  private final Renewals mailbox;
  private final Consumer<String> notes;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "own-renewal");
            thread.setDaemon(true);
            return thread;
          });
  private String last = "";

  OwnRenewal(CoordinatorServer.Setup setup, Renewals mailbox, Consumer<String> notes) {
    this.own = setup.credentials();
    this.renewal = new Renewal(own, Renewal.file(setup.state()));
    this.mailbox = mailbox;
    this.notes = notes;
    clock.scheduleWithFixedDelay(this::look, 0, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  private void look() {
    try {
      if (renewal.asks()) {
        mailbox.ask(own.certificateInfo(), renewal.request()).ifPresent(this::take);
      }
    } catch (BadInput | Refused | Unavailable | UncheckedIOException e) {
      if (!last.equals(e.getMessage())) {
        last = String.valueOf(e.getMessage());
        NodeLog.warn(notes, "the coordinator's certificate could not be renewed: " + last);
      }
    }
  }

  private void take(String certificate) {
    renewal.take(certificate);
    notes.accept(
        "the coordinator's certificate was renewed until " + own.certificateInfo().validUntil());
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
