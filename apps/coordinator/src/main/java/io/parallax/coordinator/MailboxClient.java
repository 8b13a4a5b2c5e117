package io.parallax.coordinator;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.identity.Pem;
import io.parallax.identity.RevocationList;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Map;

/** The coordinator's mailbox, as operators and the authority use it. */
public final class MailboxClient {
  private final CoordinatorClient client;

  public MailboxClient(CoordinatorClient client) {
    this.client = client;
  }

  public Mailbox read() {
    try {
      return Json.MAPPER.readValue(client.get("/v1/invitations"), Mailbox.class);
    } catch (JsonProcessingException e) {
      throw new BadInput("the coordinator's answer cannot be read; has it this version?", e);
    }
  }

  /**
   * Registers an invitation.
   *
   * @param key the public half of its secret
   */
  public void invite(String name, String role, String key, Instant expires) {
    post(
        "/v1/invitations",
        Map.of("name", name, "role", role, "key", key, "expires", expires.toString()));
  }

  public void admit(Invited invited, X509Certificate certificate) {
    post(
        "/v1/invitations/admit",
        Map.of("key", invited.key(), "certificate", Pem.text(certificate)));
  }

  public void refuse(Invited invited, String reason) {
    post("/v1/invitations/refuse", Map.of("key", invited.key(), "reason", reason));
  }

  /** Withdraws the open invitation of a name. */
  public void cancel(String name) {
    post("/v1/invitations/cancel", Map.of("name", name));
  }

  public void renewed(X509Certificate certificate) {
    post("/v1/renewals", Map.of("certificate", Pem.text(certificate)));
  }

  /** Brings a list of revoked certificates; an older one changes nothing. */
  public void revocations(RevocationList list) {
    client.post("/v1/revocations", list.text());
  }

  private void post(String path, Map<String, String> body) {
    try {
      client.post(path, Json.MAPPER.writeValueAsString(body));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
