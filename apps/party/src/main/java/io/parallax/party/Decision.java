package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.parallax.core.BadInput;
import io.parallax.grpc.Registry.Say;
import io.parallax.grpc.Registry.Verdict;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What an owner has decided about a study, as the party keeps it. Only a hash of it leaves; the
 * salt in it keeps others from trying what it could be the hash of.
 *
 * @param at when
 * @param until the last day of an approval, in UTC; empty: it has no end
 * @param rows what they were when the owner approved; none of a refusal
 * @param judging what the study may use of this party's labels
 */
public record Decision(
    String study,
    String name,
    String researcher,
    Say say,
    String at,
    String until,
    String reason,
    List<Rows> rows,
    Judging judging,
    String salt) {

  /**
   * How often results of an approved study are judged by this party's labels.
   *
   * @param source where the labels are
   * @param verdicts how many sets of scores are compared with them
   */
  public record Judging(String source, int verdicts) {
    public static final Judging NONE = new Judging("", 0);
  }

  /**
   * The rows of one view, or the labels of one.
   *
   * @param count how many; -1: not known before they are read
   * @param columns by name; empty: they have numbers, or are not known before they are read
   * @param sha256 of what they are read from
   */
  public record Rows(String view, long count, List<String> columns, String sha256) {
    public Rows {
      columns = List.copyOf(columns);
    }

    /** In words; the fingerprint tells nobody anything. */
    @Override
    public String toString() {
      String many = count < 0 ? "rows in the engine" : count + " rows";
      return view + ": " + many + (columns.isEmpty() ? "" : ", " + columns.size() + " columns");
    }
  }

  public Decision {
    rows = List.copyOf(rows);
    judging = judging == null ? Judging.NONE : judging; // as an earlier version wrote it
  }

  /** Refuses other rows than those that the owner approved. */
  public void requireRows(List<Rows> now) {
    for (Rows was : rows) {
      if (!now.contains(was)) {
        throw new BadInput(
            "the rows of view %s have changed since the approval of %s; propose the study anew, or restore them"
                .formatted(was.view, at.substring(0, 10)));
      }
    }
  }

  /** Whether the last day of an approval is over. */
  boolean ended(LocalDate today) {
    return !until.isEmpty() && today.isAfter(LocalDate.parse(until));
  }

  static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  /** In a sentence, for the ledger. */
  @JsonIgnore
  String sentence() {
    String seen = rows.stream().map(Rows::toString).collect(Collectors.joining("; "));
    return "study %s of %s %s%s%s%s"
        .formatted(
            name,
            researcher,
            say.word(),
            until.isEmpty() ? "" : " until " + until,
            reason.isEmpty() ? "" : ": " + reason,
            seen.isEmpty() ? "" : "; " + seen);
  }

  /**
   * A decision with the party's signature.
   *
   * @param record the hash of the decision as it is kept
   */
  public record Signed(Decision decision, String record, byte[] signature) {
    /** As it is told. */
    Verdict verdict() {
      return new Verdict(
          decision.study, decision.say, decision.until, record, signature, decision.reason);
    }
  }
}
