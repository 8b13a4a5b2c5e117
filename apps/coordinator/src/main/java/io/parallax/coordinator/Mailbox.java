package io.parallax.coordinator;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The requests that wait at the coordinator for the authority, and the answers.
 *
 * @param revocations the hash of the list of revoked certificates; empty: the coordinator has none
 */
public record Mailbox(List<Invited> invitations, List<Renewing> renewals, String revocations) {
  public Mailbox { // as a coordinator sends it; nothing that is missing may end its reader
    invitations = present(invitations);
    renewals = present(renewals);
    revocations = text(revocations);
  }

  private static <T> List<T> present(List<T> all) {
    return all == null ? List.of() : all.stream().filter(Objects::nonNull).toList();
  }

  private static String text(String text) {
    return Objects.requireNonNullElse(text, "");
  }

  /**
   * An invitation with the request that came with it.
   *
   * @param key the public half of its secret
   * @param state open, waiting for the authority, admitted, refused, cancelled or expired
   * @param request a party's request for a certificate, or the number and hash of a person's token
   * @param answer a certificate, or the reason of a refusal
   */
  public record Invited(
      String key,
      String name,
      String role,
      String expires,
      String state,
      String request,
      String answer) {
    static final String OPEN = "open";
    static final String WAITING = "waiting";

    public Invited {
      key = text(key);
      name = text(name);
      role = text(role);
      expires = text(expires);
      state = text(state);
      request = text(request);
      answer = text(answer);
    }

    /** Returns whether it can still lead to something. */
    public boolean pending() {
      return state.equals(OPEN) || waiting();
    }

    /** Returns whether its request waits for the authority. */
    public boolean waiting() {
      return state.equals(WAITING);
    }

    /** Returns the invitation as it is now. */
    Invited now() {
      boolean over = pending() && Instant.parse(expires).isBefore(Instant.now());
      return over ? new Invited(key, name, role, expires, "expired", request, answer) : this;
    }
  }

  /**
   * A request to renew a certificate.
   *
   * @param certificate empty until the authority has answered
   */
  public record Renewing(String name, String request, String certificate) {
    public Renewing {
      name = text(name);
      request = text(request);
      certificate = text(certificate);
    }
  }
}
