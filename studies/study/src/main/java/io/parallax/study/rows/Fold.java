package io.parallax.study.rows;

import io.parallax.core.Roster;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One split's views, and the truth about the held-out rows.
 *
 * @param heldOut the held-out rows' places in the study's data, in the order of their scores
 * @param horizontal whether rows, not views, are spread over the parties
 * @param values the target of the rows, if it is not classes
 */
public record Fold(
    List<View> views,
    int[] heldOut,
    int[] truth,
    int classes,
    long seed,
    boolean horizontal,
    Optional<Values> values) {

  /** A target that is not classes, of the training rows and of the held-out rows. */
  public record Values(Target trained, Target heldOut) {}

  /** A fold whose truth is classes. */
  public Fold(
      List<View> views, int[] heldOut, int[] truth, int classes, long seed, boolean horizontal) {
    this(views, heldOut, truth, classes, seed, horizontal, Optional.empty());
  }

  public Roster roster() {
    return horizontal
        ? Roster.horizontal(views, classes, seed)
        : Roster.vertical(views, classes, seed);
  }

  /** The truth about scores, which may be those of several models, one below the other. */
  public int[] truth(Matrix scores) {
    return IntStream.range(0, scores.rows()).map(i -> truth[i % truth.length]).toArray();
  }

  /**
   * Some of the views only; where views are spread and the label holder is not among them, the
   * first gets the labels.
   */
  public Fold among(List<String> names) {
    Optional<View> holder = views.stream().filter(View::holdsTarget).findFirst();
    boolean there = holder.filter(view -> names.contains(view.name())).isPresent();
    List<View> chosen = new ArrayList<>();
    for (View view : views) {
      if (names.contains(view.name())) {
        boolean inherits = !horizontal && !there && chosen.isEmpty();
        chosen.add(
            inherits
                ? view.with(holder.flatMap(View::labels)).withTarget(holder.flatMap(View::target))
                : view);
      }
    }
    return new Fold(chosen, heldOut, truth, classes, seed, horizontal, values);
  }

  /** The views of the parties that have held-out rows; of all where nobody has any. */
  public List<View> judged() {
    List<View> some = views.stream().filter(view -> view.heldOut().isPresent()).toList();
    return some.isEmpty() ? views : some;
  }

  /**
   * The views for a comparison that has all rows in one place: a party without held-out rows gives
   * its training rows to the first that has some.
   */
  public List<View> pooled() {
    List<View> judged = judged();
    if (judged.size() == views.size()) {
      return views;
    }
    List<View> pooled = new ArrayList<>();
    for (View view : judged) {
      boolean first = view.owner().equals(judged.get(0).owner());
      pooled.add(first ? view.withRowsOf(others(view)) : view);
    }
    return pooled;
  }

  private List<View> others(View view) {
    return views.stream()
        .filter(other -> other.name().equals(view.name()) && other.heldOut().isEmpty())
        .toList();
  }
}
