package io.parallax.setup;

import io.parallax.coordinator.Mailbox;
import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.coordinator.Mailbox.Renewing;
import io.parallax.coordinator.MailboxClient;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Shown;
import io.parallax.engine.NodeLog;
import io.parallax.identity.Authority;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.RevocationList;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The authority's own process: renews certificates for the same name, key and hosts without a
 * question, and keeps the list of revoked certificates fresh at the coordinator.
 */
public final class AuthorityService {
  private static final long PAUSE_MILLIS = 2000;
  private static final int MOST_NOTED = 1000;
  private static final Duration STALE_SOON = Duration.ofDays(10);
  private final MailboxClient mailbox;
  private final Authority authority;
  private final Duration valid;
  private final Consumer<String> notes;
  private final Set<String> noted = new HashSet<>();

  /**
   * @param valid how long renewed certificates are valid
   */
  public AuthorityService(
      MailboxClient mailbox, Authority authority, Duration valid, Consumer<String> notes) {
    this.mailbox = mailbox;
    this.authority = authority;
    this.valid = valid;
    this.notes = notes;
  }

  /** Works until it is interrupted. */
  public void run() throws InterruptedException {
    while (!Thread.currentThread().isInterrupted()) {
      guarded("the mailbox", this::look);
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** Signs what waits now. */
  public void look() {
    Mailbox box = mailbox.read();
    box.renewals()
        .forEach(one -> guarded("the renewal of " + Shown.text(one.name()), () -> renew(one)));
    guarded("the list of revoked certificates", () -> revocations(box));
    box.invitations().stream().filter(Invited::waiting).forEach(this::waits);
  }

  private void renew(Renewing one) {
    KeyRequest request = KeyRequest.parse("the request to renew", one.request());
    X509Certificate renewed = authority.renew(request, valid);
    mailbox.renewed(renewed);
    notes.accept(
        "renewed the certificate of %s until %s"
            .formatted(request.name(), CertificateInfo.of(renewed).validUntil()));
  }

  /** Signs the list anew before it is stale, and brings one that the coordinator does not have. */
  private void revocations(Mailbox box) {
    Instant fresh = authority.revocationList().freshUntil();
    Instant end = authority.certificate().getNotAfter().toInstant();
    if (fresh.isBefore(Instant.now().plus(STALE_SOON)) && fresh.isBefore(end)) {
      fresh = authority.refresh();
      notes.accept("the list of revoked certificates is fresh until " + fresh);
    }
    RevocationList list = authority.revocationList();
    if (!box.revocations().equals(HexFormat.of().formatHex(list.hash()))) {
      mailbox.revocations(list);
    }
  }

  private void waits(Invited one) {
    note("%s has joined and waits: ./parallax consortium admit".formatted(Shown.text(one.name())));
  }

  /** A failure is noted once and does not end the service. */
  private void guarded(String what, Runnable work) {
    try {
      work.run();
    } catch (BadInput | Refused e) {
      note(what + ": " + e.getMessage());
    }
  }

  private void note(String text) {
    if (noted.size() > MOST_NOTED) {
      noted.clear();
    }
    if (noted.add(text)) {
      NodeLog.warn(notes, text);
    }
  }
}
