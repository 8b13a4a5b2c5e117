package io.parallax.remote;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.data.Split;
import io.parallax.engine.Absence;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Session;
import io.parallax.engine.Sizes;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.JudgeParts;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.KeptResults;
import io.parallax.run.PartName;
import io.parallax.run.Predictor;
import io.parallax.run.SplitResult;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import java.util.stream.IntStream;

/**
 * Scores most held-out rows of a split without one party, in parts of their own which that party
 * does not join, and has the party with the labels count those that are right.
 */
final class NetworkLeftOut<C extends Record, R extends Result> {
  private final Study study;
  private final Configured<C, R> method;
  private final PartSessions sessions;
  private final KeptResults results;
  private final TrainingOpening how;
  private final int rows;
  private final LeftOutParts parts;
  private final Split split;

  /**
   * @param how the opening of the training
   */
  NetworkLeftOut(
      Study study,
      Configured<C, R> method,
      Job job,
      PartSessions sessions,
      SetupFacts facts,
      TrainingOpening how) {
    this.study = study;
    this.method = method;
    this.sessions = sessions;
    this.results = new KeptResults(job.folder());
    this.how = how;
    this.rows = facts.samples()[0];
    LeftOutRows first = LeftOutRows.of(study, rows, how, 1);
    this.parts = first.parts();
    this.split = first.split();
  }

  /** The scores of one part's rows, and what left the parties for them. */
  record Scored(double[][] scores, SplitResult.Sent sent) {}

  /** The scores of all held-out rows, and what left the parties beside training. */
  record All(Matrix scores, SplitResult.Sent sent) {}

  /**
   * Scores the rows that one party each is left out of.
   *
   * @param together the scores of the others, by all parties
   */
  All scores(Matrix together) {
    double[][] all = new double[split.test().length][];
    put(all, 0, together.toRows());
    SplitResult.Sent sent = SplitResult.Sent.NOTHING;
    for (int part = 1; part < parts.count(); part++) {
      Scored found = scored(LeftOutRows.of(study, rows, how, part));
      put(all, part, found.scores());
      sent = sent.and(found.sent());
    }
    return new All(Matrix.of(all), sent);
  }

  private void put(double[][] all, int part, double[][] scores) {
    int[] places = parts.places(split.test(), part);
    IntStream.range(0, places.length).forEach(i -> all[places[i]] = scores[i]);
  }

  private Scored scored(LeftOutRows left) {
    String part = PartName.without(how.trial(), left.part());
    String file = part + ".json";
    return results.readOr(
        file,
        Scored.class,
        () ->
            sessions.run(
                part,
                LeftOutRows.scoring(study, part),
                MessageCodec.encode(how),
                left.asks(method),
                Sizes.of(left.letters(method)),
                Absence.STOP,
                left.limits(method),
                () -> predictor(left),
                traffic -> Rounds.of(Predictor.ROUNDS, Predictor.TOLERANCE),
                ended -> results.keep(file, kept(ended))));
  }

  private Coordinator<Matrix> predictor(LeftOutRows left) {
    return method.method().predictor(method.config(), left.roster()).orElseThrow();
  }

  private static Scored kept(Session.Ended<Matrix> ended) {
    return new Scored(ended.found().toRows(), SplitResult.Sent.of(ended.traffic()));
  }

  /** Has the rows counted that are right; the party with the labels may refuse to go on then. */
  LeaveOneOut judged(Parties parties, Matrix scores) {
    Matrix right =
        NodeMessages.ofTheHolder(study, parties.gather(new JudgeParts(scores)))
            .orElseThrow()
            .right();
    int[] rows =
        IntStream.range(0, parts.count())
            .map(part -> parts.places(split.test(), part).length)
            .toArray();
    return new LeaveOneOut(LeaveOneOut.names(parts), JudgedRange.require(right, rows), rows);
  }
}
