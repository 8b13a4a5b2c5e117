package io.parallax.party;

import io.parallax.audit.AttackResult;
import io.parallax.audit.AttackResult.Attacker;
import io.parallax.audit.ShapeAudit.Measured;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Measured attacks in sentences. */
final class MeasuredText {
  /** Attacks on what matters most come first. */
  private static final Set<AttackResult.Scale> LABELS =
      Set.of(AttackResult.Scale.LABELS, AttackResult.Scale.TARGET);

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
    lines.add("0 %: nothing was found; 100 %: all values themselves.");
    lines.add(
        "Rows were generated: %d people, %d columns in each view; the other parties' columns are assumed to be as many. Real rows may tell more or less."
            .formatted(measured.rows(), measured.columns()));
    return lines;
  }

  /** Returns the sentences of the attacks that one side can try. */
  static List<String> by(Measured measured, Attacker attacker) {
    return measured.results().stream()
        .filter(attack -> attack.attacker() == attacker)
        .sorted(Comparator.comparing(attack -> !LABELS.contains(attack.scale())))
        .map(MeasuredText::sentence)
        .distinct()
        .toList();
  }

  private static String sentence(AttackResult attack) {
    String found = share(attack.found());
    String text =
        switch (attack.scale()) {
          case LABELS ->
              "any party reads the labels of %s of the training people rightly".formatted(found);
          case TARGET ->
              "any party works out %s of what varies in the training people's target"
                  .formatted(found);
          case FEATURES -> features(attack, found);
          case COSINE ->
              "rows that the coordinator rebuilds are %s alike to the true ones (%s)"
                  .formatted(found, attack.attack());
          case MEMBERSHIP -> membership(attack.found());
          case COST -> attack.attack() + ": " + found;
        };
    return capital(text) + (attack.control() == attack.found() ? "" : unprotected(attack)) + ".";
  }

  private static String membership(double found) {
    return Math.round(100 * found) <= 0
        ? "whoever has the model cannot tell better than by guessing who was in the training rows"
        : "whoever has the model tells who was in the training rows %s better than by guessing"
            .formatted(share(found));
  }

  /** Describes the rows of people whom the attacker does not know. */
  private static String features(AttackResult attack, String found) {
    boolean party = attack.attacker() == Attacker.PARTY;
    int slash = attack.target().indexOf('/'); // a party and its view
    String columns =
        slash > 0
            ? "the columns of %s (%s)"
                .formatted(
                    attack.target().substring(0, slash), attack.target().substring(slash + 1))
            : "%s columns, from %s combinations of columns that are told"
                .formatted(
                    party ? "other parties'" : "all parties'",
                    attack.target().replaceFirst(".*: ", "").replaceFirst(" of .*", ""));
    return "%s, knowing some people's rows, works out %s of what varies among the rest in %s"
        .formatted(party ? "the party with the labels" : "the coordinator", found, columns);
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
