package io.parallax.grpc;

import io.parallax.identity.Passport;
import java.util.List;

/** What parties can learn about studies and say to them; each sees only those that name it. */
public interface Registry {
  /**
   * A study as a party sees it.
   *
   * @param study the hash of its manifest
   * @param decision of this party: "", "approved", "refused" or "objected"
   */
  record Offer(String study, String name, String state, byte[] manifest, String decision) {
    /** Whether the owner can decide; an objection of the policy is not the last word. */
    public boolean undecided() {
      return objected() ? !state.equals("stopped") : decision.isEmpty() && state.equals("waiting");
    }

    public boolean objected() {
      return decision.equals(Verdict.OBJECTED);
    }
  }

  List<Offer> studies(Passport who);

  /**
   * Takes an owner's decision.
   *
   * @throws io.parallax.core.Refused if the study does not name this party with this key
   */
  void decide(Passport who, Verdict verdict);

  /**
   * An owner's signed yes or no.
   *
   * @param objection no is what the party's policy says, and its owner may say yes later
   * @param reason one line of text, cut where it is too long
   */
  record Verdict(
      String study, boolean approved, boolean objection, byte[] signature, String reason) {
    public static final String OBJECTED = "objected";
    private static final int MOST_CHARACTERS = 1000;

    public Verdict {
      String line = reason.replaceAll("\\p{Cntrl}+", " ");
      reason = line.substring(0, Math.min(line.length(), MOST_CHARACTERS));
    }

    /** In one word. */
    public String word() {
      return approved ? "approved" : objection ? OBJECTED : "refused";
    }

    /** What is signed. */
    public static byte[] content(String study, String party, boolean approved) {
      String text = "parallax approval\n" + study + "\n" + party + "\n" + approved;
      return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
  }
}
