package io.parallax.party;

import io.parallax.audit.ShapeAudit;
import io.parallax.core.Shown;
import io.parallax.remote.SumLimits;
import io.parallax.report.WrappedText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A study as its parties' owners read it before they sign. */
public final class ProposalText {
  private static final int WIDEST = 110;
  private final Proposal proposal;
  private final Policy policy;
  private final String me;

  /**
   * @param me the name of this party
   */
  public ProposalText(Proposal proposal, Policy policy, String me) {
    this.proposal = proposal;
    this.policy = policy;
    this.me = me;
  }

  /** Prints the whole text. */
  public void print(PrintWriter out) {
    out.println("Study " + proposal.name() + ", " + proposal.id());
    WrappedText.print(out, "  purpose  ", Shown.text(proposal.purpose()));
    line(out, "asked by", Shown.text(proposal.researcher()) + ", as the coordinator says");
    line(out, "parties", String.join(", ", proposal.parties()));
    line(out, "method", proposal.method().about().title() + " (" + proposal.method().name() + ")");
    WrappedText.print(out, "  labels   ", Receivers.labels(proposal, me));
    out.println();
    receivers(out);
    out.println("What the study does");
    line(out, "rounds", rounds());
    line(out, "sums", sums());
    if (!proposal.unpinned().isEmpty()) {
      line(out, "counts", "how many rows a party has, and so how much it counts, is its own word:");
      line(out, "", String.join(", ", proposal.unpinned()));
    }
    WrappedText.print(out, "  use      ", labels());
    line(out, "splits", splits());
    line(out, "views", Shown.text(String.join(", ", proposal.data().views())));
    line(
        out,
        "columns",
        proposal.data().columns().isEmpty()
            ? "all that this party's file offers"
            : Shown.text(String.join(", ", proposal.data().columns())));
    line(out, "ends", ends(policy));
    WrappedText.print(out, "  policy   ", policy());
    reveals(out);
    out.println("The study file");
    Shown.lines(proposal.text()).lines().forEach(line -> wrapped(out, line));
    out.println();
    out.flush();
  }

  private void receivers(PrintWriter out) {
    out.println("Who learns what");
    for (Receiver receiver : Receivers.of(proposal, me)) {
      out.println("  " + receiver.who());
      receiver.learns().forEach(text -> WrappedText.print(out, "    - ", Shown.text(text)));
    }
    out.println();
  }

  private void reveals(PrintWriter out) {
    out.println();
    out.println("Message by message");
    for (Proposal.Revealed r : proposal.reveals()) {
      WrappedText.print(out, "  %-6s%-17s".formatted(r.way(), r.message()), r.what());
    }
    out.println();
    out.println("  sum: used only in sum. shown: seen one by one. down: comes to this party.");
    out.println();
  }

  /** Prints the attacks on generated rows of the study's shape, by receiver. */
  public void measured(ShapeAudit.Measured measured, PrintWriter out) {
    out.println("Measured on generated rows of this study's shape, none of yours");
    MeasuredText.lines(measured).forEach(text -> WrappedText.print(out, "  - ", text));
    out.println();
    out.flush();
  }

  /** Returns this party's policy as text. */
  private String policy() {
    return String.join(
        "; ",
        "sums " + (policy.aggregation().equals("plain") ? "any" : policy.aggregation() + " only"),
        Double.isInfinite(policy.disclosure().labelEpsilonTotal())
            ? "labels may be told as they are (there is no label-epsilon-total)"
            : "labels randomised, epsilon at most "
                + policy.disclosure().labelEpsilonTotal()
                + " in all",
        "at least " + policy.minimumParties() + " parties",
        "a study that finds a party with wrong numbers "
            + (policy.endsOnLiar() ? "must end" : "may go on"),
        "at least " + policy.minimumRows() + " people",
        "another party may list " + listed() + " ids",
        "at most " + policy.rounds() + " rounds in each split",
        "at most " + policy.disclosure().splits() + " splits judged by the same labels",
        policy.disclosure().directions() == 0
            ? "any number of directions"
            : "at most " + policy.disclosure().directions() + " directions in a study",
        "predictions of at most %d people in a day, and %d of one person in 30 days"
            .formatted(
                policy.disclosure().predictions().day(),
                policy.disclosure().predictions().person()),
        policy.approval().studies().each() == 0
            ? "any number of studies"
            : "at most %d studies of one researcher in %d days"
                .formatted(policy.approval().studies().each(), policy.approval().studies().days()),
        signers(),
        "discloses "
            + (policy.disclosure().allow().isEmpty()
                ? "nothing else"
                : sorted(policy.disclosure().allow())));
  }

  private String signers() {
    Policy.Signers who = policy.approval().signers();
    String names = who.names().isEmpty() ? "" : " of " + sorted(who.names());
    return who.needed() == 1 ? "one signature" + names : who.needed() + " signatures" + names;
  }

  private String listed() {
    return policy.alignMost().times()
        ? policy.alignMost().number() + " times this party's"
        : "at most " + policy.alignMost().number();
  }

  private static String sorted(Set<String> words) {
    return String.join(", ", new TreeSet<>(words));
  }

  /** Returns when an approval ends. */
  static String ends(Policy policy) {
    int days = policy.approval().approvalDays();
    return days == 0
        ? "only if you give a last day; you can withdraw it at any time"
        : "after %d days, or on an earlier last day; you can withdraw it at any time"
            .formatted(days);
  }

  private static void line(PrintWriter out, String what, String text) {
    out.println("  %-9s%s".formatted(what, text));
  }

  private String rounds() {
    return "at most %d in each of %s%s: %d in all"
        .formatted(
            proposal.rounds(),
            proposal.trainings(),
            proposal.model() ? " and for the model" : "",
            proposal.allRounds());
  }

  private String sums() {
    return proposal.aggregation()
        + (proposal.masked()
            ? ": the coordinator can read the total over all parties only"
                + (proposal.proved() ? ", and all prove that what they add is limited" : "")
            : ": the coordinator could read each part");
  }

  private String labels() {
    boolean drawn = proposal.labels().told() && proposal.labels().epsilon() > 0;
    double total = policy.disclosure().labelEpsilonTotal();
    return proposal.labelsTold()
        + (drawn && !Double.isInfinite(total) ? " of label-epsilon-total " + total : "");
  }

  private String splits() {
    Proposal.Judging judging = proposal.judging();
    return judging.verdicts() == 0
        ? "none is judged by this party's labels"
        : "%d are judged by this party's labels%s, and %d were in other studies, of at most %d"
            .formatted(
                judging.verdicts(), byParty(), judging.before(), policy.disclosure().splits());
  }

  /** With results by party a split is judged once for each view, too. */
  private String byParty() {
    int each = SumLimits.verdicts(proposal.study());
    int certified = SumLimits.certified(proposal.study());
    String times =
        each == 1 ? "" : " (%d splits, each %d times)".formatted(proposal.splits(), each);
    return certified == 0 ? times : times + " (%d to calibrate certainty)".formatted(certified);
  }

  /** A long line could hide what a narrow window would show as a line of its own. */
  private static void wrapped(PrintWriter out, String line) {
    out.println("  | " + line.substring(0, Math.min(WIDEST, line.length())));
    for (int at = WIDEST; at < line.length(); at += WIDEST) {
      out.println("  … " + line.substring(at, Math.min(at + WIDEST, line.length())));
    }
  }

  /** Prints the rows that an approval is bound to. */
  public static void rows(List<Decision.Rows> rows, PrintWriter out) {
    out.println("The rows that the approval is for");
    for (Decision.Rows one : rows) {
      out.println("  " + Shown.text(one.toString()));
      if (!one.columns().isEmpty()) {
        WrappedText.print(out, "    ", Shown.text(String.join(", ", one.columns())));
      }
    }
    out.println();
    out.flush();
  }

  /** Behind what was done: until when it holds. */
  public static String end(String until) {
    return until.isEmpty() ? "" : ", until " + until;
  }
}
