package io.parallax.audit;

import io.parallax.audit.AttackResult.Scale;
import io.parallax.core.Answers;
import io.parallax.core.View;
import io.parallax.engine.RevealedDirections;
import io.parallax.engine.Transcript.Exchange;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;

/**
 * An attack on what sums tell, masked or not: the columns of all parties from the directions told,
 * by least squares on rows that the attacker knows. The control is told as many directions as there
 * are columns.
 */
final class DirectionAttack {
  private static final String ALL = "all columns from directions told";
  private static final String OTHERS = "the others' from directions told";

  /** The number of known rows, as a multiple of the columns; at most the second share of rows. */
  private static final double KNOWN = 1.5;

  private static final double MOST_KNOWN = 0.75;
  private final RevealedDirections told;
  private final List<View> views;
  private final Rng rng;

  DirectionAttack(RevealedDirections told, List<View> views, Rng rng) {
    this.told = told;
    this.views = views;
    this.rng = rng;
  }

  /**
   * All columns, and those of all others by a party that takes its own part away from a sum: the
   * one with the labels, and of two parties each.
   */
  List<AttackResult> run(List<Exchange> exchanges) {
    List<AttackResult> leaks = new ArrayList<>();
    leaks.add(leak(ALL, "", views, exchanges));
    for (View attacker : views) {
      if (attacker.holdsTarget() || views.size() == 2) {
        List<View> others = views.stream().filter(view -> view != attacker).toList();
        leaks.add(leak(OTHERS, "by " + attacker.owner() + ": ", others, exchanges));
      }
    }
    return leaks;
  }

  private AttackResult leak(String attack, String by, List<View> whose, List<Exchange> exchanges) {
    Matrix columns =
        Matrix.stackColumns(whose.stream().map(view -> view.features().toMatrix()).toList());
    List<Matrix> seen = seen(exchanges, whose);
    int count = seen.stream().mapToInt(Matrix::cols).sum();
    int known = (int) Math.min(KNOWN * columns.cols(), MOST_KNOWN * columns.rows());
    ReconstructionAttack least = new ReconstructionAttack(columns, Math.max(1, known));
    Matrix directions = Matrix.gaussian(columns.cols(), columns.cols(), rng.child(attack, by));
    return new AttackResult(
        attack,
        "%s%d of %d".formatted(by, count, columns.cols()),
        Scale.FEATURES,
        least.share(List.of(columns.times(directions))),
        least.share(seen),
        Double.NaN);
  }

  /** Returns the revealed directions for every training row, summed over some parties. */
  private List<Matrix> seen(List<Exchange> exchanges, List<View> whose) {
    int rows = views.get(0).features().samples();
    return exchanges.stream()
        .filter(exchange -> told.tells(Answers.typeFor(exchange.ask().getClass())))
        .flatMap(exchange -> summed(exchange, whose).stream())
        .filter(matrix -> matrix.rows() == rows)
        .toList();
  }

  private static List<Matrix> summed(Exchange exchange, List<View> whose) {
    return whose.stream()
        .map(view -> exchange.answered().get(view.owner()))
        .reduce(DirectionAttack::plus)
        .orElseThrow();
  }

  private static List<Matrix> plus(List<Matrix> a, List<Matrix> b) {
    List<Matrix> sums = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      sums.add(a.get(i).plus(b.get(i)));
    }
    return sums;
  }
}
