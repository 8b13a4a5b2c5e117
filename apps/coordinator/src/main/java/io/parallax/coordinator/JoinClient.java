package io.parallax.coordinator;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.identity.OneTimeKey;
import io.parallax.identity.PinnedAuthority;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Map;

/**
 * Joins a consortium by an invitation. The coordinator's certificate is checked against the hash in
 * the invitation before anything is told, and the invitation's secret itself is never told.
 */
public final class JoinClient {
  private final CoordinatorClient client;
  private PinnedAuthority pinned;

  /**
   * The coordinator's answer.
   *
   * @param state waiting, admitted, refused, cancelled or expired
   * @param certificate of a party that was admitted
   * @param port the coordinator's port for parties
   * @param clock the coordinator's, in milliseconds
   */
  public record Answer(
      String state,
      String name,
      String role,
      String certificate,
      String reason,
      int port,
      long clock) {}

  /**
   * @param server such as https://parallax.example.org:7444
   * @param authority the SHA-256 of the authority's certificate
   */
  public JoinClient(String server, byte[] authority) {
    this.client =
        new CoordinatorClient(
            server, "", refused -> pinned = new PinnedAuthority(authority, refused));
  }

  /** Sends a request, which may be repeated, and returns what became of it. */
  public Answer join(OneTimeKey key, String request) {
    String signed = Invitations.content(key.open(), request);
    Map<String, String> body =
        Map.of(
            "key",
            key.open(),
            "request",
            request,
            "signature",
            Base64.getEncoder().encodeToString(key.sign(signed)));
    try {
      String answer = client.post("/v1/join", Json.MAPPER.writeValueAsString(body));
      return Json.MAPPER.readValue(answer, Answer.class);
    } catch (JsonProcessingException e) {
      throw new BadInput("the coordinator's answer cannot be read; has it this version?", e);
    }
  }

  /** Returns the authority's certificate, as the coordinator has shown it. */
  public X509Certificate authority() {
    return pinned
        .authority()
        .orElseThrow(() -> new IllegalStateException("nothing was asked before"));
  }
}
