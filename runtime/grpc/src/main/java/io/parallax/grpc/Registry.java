package io.parallax.grpc;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.Refused;
import io.parallax.identity.CertificateInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The studies as parties see them, and their decisions; each party sees only the studies that name
 * it.
 */
public interface Registry {
  /**
   * Takes a request to renew the caller's certificate.
   *
   * @return the renewed certificate as PEM text; empty until the authority has answered
   */
  default Optional<String> renew(CertificateInfo who, String request) {
    throw new Refused("this coordinator passes on no requests to renew certificates");
  }

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
   * A request for predictions with the model of a finished study.
   *
   * @param name the party's name for it
   * @param within the most seconds that it may take
   */
  record Wish(String study, String name, int within) {
    /** The most seconds of any: a first listing of many ids takes long. */
    public static final int LONGEST = 300;
  }

  /**
   * The end of a request for predictions.
   *
   * @param people the number of people that were scored
   * @param missing who did not answer, and why; empty: all parties did
   * @param advice on a party that is missing
   */
  record Predicted(int people, String missing, String advice) {}

  /**
   * Scores people of a party with the model of a finished study.
   *
   * @throws io.parallax.core.Refused if the study does not allow it
   */
  default Predicted predict(CertificateInfo who, Wish wish) {
    throw new io.parallax.core.Refused("this coordinator makes no joint predictions");
  }

  /**
   * Returns the result of a study that waits until its parties release it, as JSON.
   *
   * @throws io.parallax.core.Refused if it does not wait for this party
   */
  default String result(CertificateInfo who, String study) {
    throw new io.parallax.core.Refused("this coordinator holds no results back");
  }

  /** Stores what a party's owner shows of its rows, in place of what was shown before. */
  default void show(CertificateInfo who, ViewCatalogue catalogue) {
    throw new io.parallax.core.Refused("this coordinator has no catalogue");
  }

  /** A party's decision on a study. */
  enum Say {
    APPROVED,
    /** Approved; the owner will decide whether the researcher sees the result. */
    RESERVED,
    /** The researcher may see the result. */
    RELEASED,
    /** The researcher may not see the result. */
    WITHHELD,
    REFUSED,
    /** Denied by the party's policy; its owner may approve it later. */
    OBJECTED,
    /** Withdrawn after an approval. */
    WITHDRAWN;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the party takes part in the study. */
    public boolean approves() {
      return this == APPROVED || this == RESERVED || this == RELEASED;
    }

    public static Say of(String word) {
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

    /** Returns the reason of a release: the hash of the result that the owner has seen. */
    public static String seen(String result) {
      return "result "
          + HexFormat.of().formatHex(Hashes.of(result.getBytes(StandardCharsets.UTF_8)));
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
