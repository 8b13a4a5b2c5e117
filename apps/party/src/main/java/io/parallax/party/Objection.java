package io.parallax.party;

import io.parallax.core.Refused;
import io.parallax.core.Shown;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A reason against a study.
 *
 * @param rule the rule and its remedy; it leaves this party
 * @param own details for the owner only, such as the use by other studies; may be empty
 */
public record Objection(String rule, String own) {
  /** Returns an objection that follows from the study and the policy alone. */
  static Objection of(String rule) {
    return new Objection(rule, "");
  }

  /** Returns the text for the owner. */
  public String text() {
    return Shown.text(own.isEmpty() ? rule : rule + " (" + own + ")");
  }

  /**
   * Joins objections to one refusal.
   *
   * @param before the beginning of the message
   */
  static Refused refusal(String before, List<Objection> against) {
    String rules = against.stream().map(Objection::rule).collect(Collectors.joining("; "));
    String owns =
        against.stream()
            .map(Objection::own)
            .filter(own -> !own.isEmpty())
            .collect(Collectors.joining("; "));
    return new Refused(
        before + Shown.text(rules), owns.isEmpty() ? "" : " (" + Shown.text(owns) + ")");
  }
}
