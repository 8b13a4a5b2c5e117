package io.parallax.trees;

import io.parallax.math.Matrix;

/** The rounds of boosting: trees are grown where the scores so far leave the most loss. */
final class Boosting {
  private final BoostSettings settings;
  private final int classes;
  private final LogLoss loss;
  private final Binned rows;
  private final TreeGrower grower;
  private AdditiveTrees trees; // the start, then a round after the other
  private Matrix scores; // N × outputs, of the training rows

  Boosting(HeldOut.Part training, int classes, BoostSettings settings) {
    this.settings = settings;
    this.classes = classes;
    loss = new LogLoss(training.labels(), classes);
    rows = Bins.of(training.x(), settings.bins()).bin(training.x());
    grower = new TreeGrower(rows, settings.trees());
    trees = AdditiveTrees.constant(loss.start(), rows.bins().columns());
    scores = trees.predict(rows);
  }

  AdditiveTrees allRounds() {
    for (int round = 0; round < settings.rounds(); round++) {
      next();
    }
    return trees;
  }

  /** Stops where the loss of other rows has not fallen for a while; keeps the best rounds. */
  AdditiveTrees untilWorse(HeldOut.Part judging) {
    LogLoss judge = new LogLoss(judging.labels(), classes);
    Binned others = rows.bins().bin(judging.x());
    Matrix judged = trees.predict(others);
    double least = judge.of(LogLoss.byClass(judged, classes));
    int best = 0;
    for (int round = 1;
        round <= settings.rounds() && round <= best + settings.patience();
        round++) {
      judged = judged.plus(next().predict(others));
      double now = judge.of(LogLoss.byClass(judged, classes));
      if (now < least) {
        least = now;
        best = round;
      }
    }
    return trees.first(1 + best);
  }

  private AdditiveTrees next() {
    Matrix p = LogLoss.probabilities(LogLoss.byClass(scores, classes));
    AdditiveTrees round = grower.grow(loss.gradients(p), loss.hessians(p));
    scores = scores.plus(round.predict(rows));
    trees = trees.plus(round);
    return round;
  }
}
