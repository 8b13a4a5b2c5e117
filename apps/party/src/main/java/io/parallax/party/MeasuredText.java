package io.parallax.party;

import io.parallax.audit.AttackResult;
import io.parallax.audit.AttackResult.Attacker;
import io.parallax.audit.ShapeAudit.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measured attacks in sentences. */
final class MeasuredText {
  private MeasuredText() {}

  /** Returns a sentence for each attack, those of the parties first. */
  static List<String> lines(Measured measured) {
    List<String> lines = new ArrayList<>();
    if (!measured.unknown().isEmpty()) {
      return List.of("Nothing was measured: " + measured.unknown() + ".");
    }
    for (Attacker attacker : List.of(Attacker.PARTY, Attacker.COORDINATOR, Attacker.USER)) {
      lines.addAll(by(measured, attacker));
    }
    if (lines.isEmpty()) {
      return List.of("No message holds a number for each person; the known attacks do not apply.");
    }
    lines.add(
        "Rows were generated: %d people, %d columns in each view; the other parties' columns are assumed to be as many. Real rows may tell more or less."
            .formatted(measured.rows(), measured.columns()));
    return lines;
  }

  /** Returns the sentences of the attacks that one side can try. */
  static List<String> by(Measured measured, Attacker attacker) {
    return measured.results().stream()
        .filter(attack -> attack.attacker() == attacker)
        .map(MeasuredText::sentence)
        .distinct()
        .toList();
  }

  private static String sentence(AttackResult attack) {
    String found = share(attack.found());
    String text =
        switch (attack.scale()) {
          case LABELS ->
              "any party reads %s of the training people's labels rightly".formatted(found);
          case TARGET ->
              "any party works out %s of what varies in the training people's target"
                  .formatted(found);
          case FEATURES -> features(attack, found);
          case COSINE ->
              "rows that the coordinator rebuilds are %s alike to the true ones (%s)"
                  .formatted(found, attack.attack());
          case MEMBERSHIP ->
              "whoever has the model tells who was in the training rows %s better than by guessing"
                  .formatted(found);
          case COST -> attack.attack() + ": " + found;
        };
    return capital(text) + (attack.control() == attack.found() ? "" : unprotected(attack)) + ".";
  }

  private static String features(AttackResult attack, String found) {
    boolean party = attack.attacker() == Attacker.PARTY;
    boolean own = attack.target().contains("/"); // a party and its view
    return "%s, knowing some of the people, works out %s of what varies in %s of the others"
            .formatted(
                party ? "the party with the labels" : "the coordinator",
                found,
                own
                    ? "the columns " + attack.target()
                    : party ? "other parties' columns" : "all columns")
        + (own
            ? ""
            : ", from sums of %s directions".formatted(attack.target().replaceFirst(".*: ", "")));
  }

  private static String unprotected(AttackResult attack) {
    return " (without protection %s)".formatted(share(attack.control()));
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * value);
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
