package io.parallax.grpc;

import io.parallax.identity.Passport;
import java.util.List;

/** What parties can learn about studies and say to them; each sees only those that name it. */
public interface Registry {
  /**
   * A study as a party sees it.
   *
   * @param study the hash of its manifest
   * @param decision of this party: "", "approved" or "refused"
   */
  record Offer(String study, String name, String state, byte[] manifest, String decision) {}

  List<Offer> studies(Passport who);

  /**
   * Takes an owner's decision.
   *
   * @throws io.parallax.core.Refused if the study does not name this party with this key
   */
  void decide(Passport who, Verdict verdict);

  /** An owner's signed yes or no. */
  record Verdict(String study, boolean approved, byte[] signature, String reason) {
    /** What is signed. */
    public static byte[] content(String study, String party, boolean approved) {
      String text = "parallax approval\n" + study + "\n" + party + "\n" + approved;
      return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
  }
}
