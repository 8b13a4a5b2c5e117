package io.parallax.grpc;

import io.parallax.core.BadInput;
import io.parallax.identity.CertificateInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The studies as parties see them, and their decisions; each party sees only the studies that name
 * it.
 */
public interface Registry {
  /**
   * A study as a party sees it.
   *
   * @param study the hash of its manifest
   * @param decision this party's decision: empty, or the word of a {@link Say}
   */
  record Offer(String study, String name, String state, byte[] manifest, String decision) {
    /** Returns true if the owner can decide; an objection of the policy can be overruled. */
    public boolean undecided() {
      return objected() ? !state.equals("stopped") : decision.isEmpty() && state.equals("waiting");
    }

    public boolean objected() {
      return decision.equals(Say.OBJECTED.word());
    }
  }

  List<Offer> studies(CertificateInfo who);

  /**
   * Takes an owner's decision.
   *
   * @throws io.parallax.core.Refused if the study does not name this party with this key
   */
  void decide(CertificateInfo who, Verdict verdict);

  /**
   * Scores people of a party with the model of a finished study, and returns how many.
   *
   * @param request the party's name for it
   * @throws io.parallax.core.Refused if the study does not allow it, or a party is away
   */
  default int predict(CertificateInfo who, String study, String request) {
    throw new io.parallax.core.Refused("this coordinator makes no joint predictions");
  }

  /** A party's decision on a study. */
  enum Say {
    APPROVED,
    REFUSED,
    /** Denied by the party's policy; its owner may approve it later. */
    OBJECTED,
    /** Withdrawn after an approval. */
    WITHDRAWN;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Say of(String word) {
      return Arrays.stream(values())
          .filter(say -> say.word().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new BadInput(
                      "the decision is unknown; it must be one of " + Arrays.toString(values())));
    }
  }

  /**
   * An owner's signed decision.
   *
   * @param until the last day of an approval, in UTC, such as 2027-01-31; empty if it does not
   *     expire
   * @param record the hash of the record that the party keeps of the decision; empty if there is
   *     none
   * @param reason one line of text, truncated if it is too long
   */
  record Verdict(
      String study, Say say, String until, String record, byte[] signature, String reason) {
    private static final int MOST_CHARACTERS = 1000;

    public Verdict {
      if (!until.matches("|\\d{4}-\\d{2}-\\d{2}") || !record.matches("|[0-9a-f]{64}")) {
        throw new BadInput(
            "the decision is invalid: its end must be a date such as 2027-01-31, and its record a SHA-256 hash");
      }
      String line = reason.replaceAll("[\\p{Cntrl}\\p{Cf}]+", " ");
      reason = line.substring(0, Math.min(line.length(), MOST_CHARACTERS));
    }

    /** Returns the bytes to sign. */
    public byte[] content(String party) {
      String text =
          String.join("\n", "parallax decision", study, party, say.word(), until, record, reason);
      return text.getBytes(StandardCharsets.UTF_8);
    }

    public Verdict signed(byte[] by) {
      return new Verdict(study, say, until, record, by, reason);
    }
  }
}
