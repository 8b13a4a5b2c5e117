package io.parallax.party;

import io.parallax.core.Refused;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What speaks against a study.
 *
 * @param rule which one, and what to do; it leaves this party
 * @param own what only the owner reads behind it, such as what other studies have used; may be
 *     empty
 */
public record Objection(String rule, String own) {
  /** Of a study for which nothing but its own text and the policy matter. */
  static Objection of(String rule) {
    return new Objection(rule, "");
  }

  /** As the owner reads it. */
  public String text() {
    return Shown.text(own.isEmpty() ? rule : rule + " (" + own + ")");
  }

  /**
   * Several as one refusal.
   *
   * @param before what stands before them
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
