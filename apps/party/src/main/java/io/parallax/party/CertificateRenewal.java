package io.parallax.party;

import io.parallax.core.Reveals;
import io.parallax.grpc.Calls;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Renewal;
import java.util.function.Consumer;

/**
 * Renews the party's certificate while it runs. The request goes over the party's own connection,
 * and the answer is used from the next connection on, which is made at once.
 */
@Reveals(
    "this party's name and public key, as in its certificate, to the coordinator and the authority,"
        + " to renew the certificate")
final class CertificateRenewal {
  private final Renewal renewal;
  private final Node.Setup setup;
  private final Calls calls;
  private final Ledger ledger;
  private final Consumer<String> notes;
  private final Runnable reconnect;
  private String request;

  /**
   * @param reconnect makes new connections, which show the new certificate
   */
  CertificateRenewal(
      Node.Setup setup, Calls calls, Ledger ledger, Consumer<String> notes, Runnable reconnect) {
    this.renewal = new Renewal(setup.credentials(), Renewal.file(setup.state()));
    this.setup = setup;
    this.calls = calls;
    this.ledger = ledger;
    this.notes = notes;
    this.reconnect = reconnect;
  }

  /** Asks for a renewed certificate when it is due; the ledger has the request before it leaves. */
  void look() {
    if (!renewal.asks()) {
      return;
    }
    if (request == null) {
      request = renewal.request();
      ledger.told("", "", 0, Ledger.RENEWAL, request);
      notes.accept(
          "the certificate ends on %s; a renewed one was asked for".formatted(info().validUntil()));
    }
    calls.renew(request).ifPresent(this::take);
  }

  private void take(String certificate) {
    renewal.take(certificate);
    request = null;
    notes.accept("the certificate was renewed until " + info().validUntil());
    reconnect.run();
  }

  private CertificateInfo info() {
    return setup.credentials().certificateInfo();
  }
}
