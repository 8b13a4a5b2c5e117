package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.grpc.Registry.Say;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.web.Person;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An owner's decision about a study, as the party stores it. Only its hash leaves; the salt
 * prevents others from guessing the content.
 *
 * @param at the time of the decision
 * @param until the last day of an approval, in UTC; empty: it has no end
 * @param rows the rows at the time of approval; none of a refusal
 * @param judging the allowed use of this party's labels
 * @param signatures the people who signed, in order
 * @param ledger the number of entries and the chain of the party's ledger at that time; empty: of
 *     an earlier version
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
    List<Signature> signatures,
    String salt,
    String ledger) {

  /** A decision that is not stored yet. */
  public Decision(
      String study,
      String name,
      String researcher,
      Say say,
      String at,
      String until,
      String reason,
      List<Rows> rows,
      Judging judging,
      List<Signature> signatures,
      String salt) {
    this(study, name, researcher, say, at, until, reason, rows, judging, signatures, salt, "");
  }

  /** Returns the decision with the end of the ledger, to which its hash then bears witness. */
  Decision after(LedgerReader.Mark end) {
    return new Decision(
        study,
        name,
        researcher,
        say,
        at,
        until,
        reason,
        rows,
        judging,
        signatures,
        salt,
        end.count() + " " + end.chain());
  }

  /**
   * A person's signature under a decision.
   *
   * @param account the account by which the page or the command line knows the person
   * @param under the word that was signed; null: as the decision says, of an earlier version
   */
  public record Signature(String name, String account, String at, String under) {
    /** The word of a signature that makes an approval last longer. */
    static final String PROLONGED = "prolonged";

    /** Returns the signature of a person, made now. */
    static Signature of(Person person, String under) {
      return new Signature(person.name(), person.id(), Instant.now().toString(), under);
    }

    /** Returns whether it may be the signature of this person. */
    boolean by(Person person) {
      return person().maybe(person);
    }

    private Person person() {
      return new Person(account, name, Set.of());
    }
  }

  /** Returns the number of different people who have signed. */
  int people() {
    List<Person> people = new ArrayList<>();
    for (Signature one : signatures) {
      if (people.stream().noneMatch(one::by)) {
        people.add(one.person());
      }
    }
    return people.size();
  }

  /** Returns the signatures under the last word. */
  private List<Signature> last() {
    String word = signatures.isEmpty() ? null : signatures.get(signatures.size() - 1).under;
    return signatures.stream().filter(one -> Objects.equals(one.under, word)).toList();
  }

  /**
   * The use of this party's labels to judge results of an approved study.
   *
   * @param source the location of the labels
   * @param verdicts number of sets of scores that are compared with them
   */
  public record Judging(String source, int verdicts) {
    public static final Judging NONE = new Judging("", 0);
  }

  /**
   * The rows or the labels of a view.
   *
   * @param count number of rows; -1: unknown before they are read
   * @param columns names of columns; empty: unnamed, or unknown before they are read
   * @param sha256 the hash of their source
   */
  public record Rows(String view, long count, List<String> columns, String sha256) {
    public Rows {
      columns = List.copyOf(columns);
    }

    /** Returns a hash of all rows that were shown, by which others are found. */
    static String seen(List<Rows> shown) {
      return Hashes.ofLines(
          shown.stream().map(one -> one + " " + one.columns + one.sha256).toList());
    }

    /** Describes the rows without their hash. */
    @Override
    public String toString() {
      String many = count < 0 ? "rows in the engine" : count + " rows";
      return view
          + ": "
          + many
          + (columns.isEmpty()
              ? ""
              : ", " + columns.size() + (columns.size() == 1 ? " column" : " columns"));
    }
  }

  public Decision {
    rows = List.copyOf(rows);
    judging = judging == null ? Judging.NONE : judging; // as an earlier version wrote it
    ledger = ledger == null ? "" : ledger;
    signatures = signatures == null ? List.of() : List.copyOf(signatures); // the same
  }

  /** Returns a later decision about the same study. */
  Decision then(Say later, String end, String why, List<Signature> signed, String fresh) {
    return new Decision(
        study,
        name,
        researcher,
        later,
        Instant.now().toString(),
        end,
        why,
        rows,
        judging,
        signed,
        fresh);
  }

  /** Rejects rows other than those that the owner approved. */
  public void requireRows(List<Rows> now) {
    for (Rows was : rows) {
      if (!now.contains(was)) {
        throw new BadInput(
            "the rows of view %s have changed since the approval of %s; propose the study anew, or restore them"
                .formatted(was.view, at.substring(0, 10)));
      }
    }
  }

  /** Returns whether the last day of an approval has passed. */
  boolean ended(LocalDate today) {
    return !until.isEmpty() && today.isAfter(LocalDate.parse(until));
  }

  static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  /** Describes the decision for the ledger. */
  @JsonIgnore
  String sentence() {
    String seen = rows.stream().map(Rows::toString).collect(Collectors.joining("; "));
    return "study %s of %s %s%s%s%s%s"
        .formatted(
            name,
            researcher,
            say.word(),
            signers(),
            until.isEmpty() ? "" : " until " + until,
            reason.isEmpty() ? "" : ": " + reason,
            seen.isEmpty() ? "" : "; " + seen);
  }

  private String signers() {
    return signatures.isEmpty()
        ? ""
        : " by " + last().stream().map(Signature::name).collect(Collectors.joining(" and "));
  }

  /**
   * A decision with the party's signature.
   *
   * @param record the hash of the stored decision
   */
  public record Signed(Decision decision, String record, byte[] signature) {
    /** Returns the decision as it is sent to the coordinator. */
    Verdict verdict() {
      return new Verdict(
          decision.study, decision.say, decision.until, record, signature, decision.reason);
    }
  }
}
