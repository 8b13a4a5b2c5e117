package io.parallax.core;

import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A party's input to a study: its features of the study's samples, row by row in the aligned order,
 * and the labels or another target if the party holds them.
 *
 * @param owner the owner of the rows
 * @param name the view's name in the study
 * @param columns the features' names
 * @param features training rows, N × d
 * @param heldOut rows to be scored after training, in aligned order too; may have no rows
 * @param labels of the training rows, at the party that holds them
 * @param shape the layout of a sequence or an image in a row; empty for plain numbers
 * @param target of the training rows, at the party that holds it, where it is not classes
 * @param presence the rows that the party has; empty: every party of the study has every row
 */
public record View(
    PartyId owner,
    String name,
    List<String> columns,
    Features features,
    Optional<Features> heldOut,
    Optional<Labels> labels,
    Optional<Shape> shape,
    Optional<Target> target,
    Optional<Presence> presence) {

  public View {
    columns = List.copyOf(columns);
    check(features.size() == columns.size(), "columns", columns.size(), features.size(), name);
    heldOut.ifPresent(
        h ->
            check(
                h.size() == features.size(), "held-out columns", h.size(), features.size(), name));
    labels.ifPresent(
        y -> check(y.size() == features.samples(), "labels", y.size(), features.samples(), name));
    target.ifPresent(
        t ->
            check(
                t.size() == features.samples(),
                "rows of the target",
                t.size(),
                features.samples(),
                name));
    shape.ifPresent(
        q -> check(q.columns() == features.size(), "columns", features.size(), q.columns(), name));
  }

  /** A view without a target other than classes. */
  public View(
      PartyId owner,
      String name,
      List<String> columns,
      Features features,
      Optional<Features> heldOut,
      Optional<Labels> labels,
      Optional<Shape> shape) {
    this(
        owner, name, columns, features, heldOut, labels, shape, Optional.empty(), Optional.empty());
  }

  /** A view whose rows are just numbers. */
  public View(
      PartyId owner,
      String name,
      List<String> columns,
      Features features,
      Optional<Features> heldOut,
      Optional<Labels> labels) {
    this(owner, name, columns, features, heldOut, labels, Optional.empty());
  }

  /** A view of sequences or of images. */
  public static View of(
      PartyId owner,
      String name,
      Shape layout,
      Features rows,
      Optional<Features> heldOut,
      Optional<Labels> labels) {
    return new View(owner, name, layout.names(), rows, heldOut, labels, Optional.of(layout));
  }

  /** Makes a view from arrays, with columns named 1, 2, …, and rows to score after training. */
  public static View of(
      String owner, String name, double[][] rows, double[][] heldOut, Optional<Labels> labels) {
    return new View(
        PartyId.of(owner),
        name,
        IntStream.rangeClosed(1, rows[0].length).mapToObj(Integer::toString).toList(),
        Features.of(Matrix.of(rows)),
        Optional.of(Features.of(Matrix.of(heldOut))),
        labels);
  }

  /**
   * Makes a view of new rows to score with a trained model. It has blank training rows, as many as
   * there are classes: the fewest that a method can start from.
   */
  public static View toPredict(
      PartyId owner,
      String name,
      List<String> columns,
      Features rows,
      int classes,
      Optional<Shape> shape) {
    Features blank = Features.of(Matrix.zeros(classes, rows.size()));
    return new View(owner, name, columns, blank, Optional.of(rows), Optional.empty(), shape);
  }

  /** Each party's views, parties and views in the order given. */
  public static Map<PartyId, List<View>> byOwner(List<View> views) {
    Map<PartyId, List<View>> held = new LinkedHashMap<>();
    views.forEach(v -> held.computeIfAbsent(v.owner(), id -> new ArrayList<>()).add(v));
    return held;
  }

  /** Returns the held-out rows; fails if there are none. */
  public Features toScore() {
    return heldOut.orElseThrow(
        () -> new BadInput("view " + name + " has no rows to score; give it some"));
  }

  /** Returns the layout of the sequence in each row, if rows hold sequences. */
  public Optional<Sequences> sequences() {
    return shape.filter(Sequences.class::isInstance).map(Sequences.class::cast);
  }

  /** Returns the layout of the image in each row, if rows hold images. */
  public Optional<Images> images() {
    return shape.filter(Images.class::isInstance).map(Images.class::cast);
  }

  /** The same view without its labels, or with others. */
  public View with(Optional<Labels> labels) {
    return new View(owner, name, columns, features, heldOut, labels, shape, target, presence);
  }

  /** Returns the same view with a target that is not classes, or without one. */
  public View withTarget(Optional<Target> other) {
    return new View(owner, name, columns, features, heldOut, labels, shape, other, presence);
  }

  /** Returns the same view at a party that has some of the rows only. */
  public View withPresence(Optional<Presence> some) {
    return new View(owner, name, columns, features, heldOut, labels, shape, target, some);
  }

  /** Returns the same view with 0 in all columns of the training rows that the party lacks. */
  public View withoutBlanks() {
    if (presence.filter(some -> some.lacks(features.samples())).isEmpty()) {
      return this;
    }
    Features held = Features.of(ofTraining(features.toMatrix()));
    return new View(owner, name, columns, held, heldOut, labels, shape, target, presence);
  }

  /** Returns numbers about the training rows, with 0 for rows that the party does not have. */
  public Matrix ofTraining(Matrix rows) {
    return presence.map(some -> some.ofTraining(rows)).orElse(rows);
  }

  /** Returns numbers about the held-out rows, with 0 for rows that the party does not have. */
  public Matrix ofHeldOut(Matrix rows) {
    return presence.map(some -> some.ofHeldOut(rows)).orElse(rows);
  }

  /** Returns true if its party holds labels or another target. */
  public boolean holdsTarget() {
    return labels.isPresent() || target.isPresent();
  }

  /** The same view with the training rows, labels and targets of others below its own. */
  public View withRowsOf(List<View> others) {
    List<View> all = new ArrayList<>(List.of(this));
    all.addAll(others);
    Matrix rows = Matrix.stackRows(all.stream().map(v -> v.features().toMatrix()).toList());
    return new View(
        owner,
        name,
        columns,
        Features.of(rows),
        heldOut,
        Labels.stack(all),
        shape,
        stackedTargets(all),
        Optional.empty());
  }

  /** Returns the targets of several views' rows; empty if one of them has none. */
  private static Optional<Target> stackedTargets(List<View> views) {
    return views.stream().allMatch(view -> view.target().isPresent())
        ? views.stream().map(view -> view.target().orElseThrow()).reduce(Target::append)
        : Optional.empty();
  }

  private static void check(boolean holds, String what, int found, int expected, String view) {
    if (!holds) {
      throw new BadInput(
          "view " + view + ": " + found + " " + what + " found; there must be " + expected);
    }
  }
}
