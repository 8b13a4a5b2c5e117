package io.parallax.run;

import io.parallax.core.Coordinator;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.study.Configured;
import io.parallax.study.rows.Fold;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Scores rows by a trained model as new ones are scored: jointly, or by each party alone.
 *
 * @param fold of the training
 * @param options with the disclosures that owners allow
 */
record NewRowScores<C extends Record, R extends Result>(
    Configured<C, R> method, C config, Fold fold, Simulation.Options options) {

  /**
   * Returns the scores; where parties hold different people, of one party's rows below the other's.
   *
   * @param rows views with rows to score only
   */
  Matrix of(List<View> rows, SortedMap<PartyId, Party> trained) {
    return fold.horizontal()
        ? Matrix.stackRows(
            View.byOwner(rows).values().stream().map(own -> scored(own, trained)).toList())
        : scored(rows, trained);
  }

  private Matrix scored(List<View> views, SortedMap<PartyId, Party> trained) {
    Fold rows =
        new Fold(views, new int[0], new int[0], fold.classes(), fold.seed(), fold.horizontal());
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    for (Map.Entry<PartyId, List<View>> own : View.byOwner(views).entrySet()) {
      Map<String, Matrix> model = trained.get(own.getKey()).model();
      if (!model.isEmpty()) { // passive parties keep none
        Party party = method.method().party(config, own.getValue(), rows.roster());
        party.adopt(model);
        parties.put(own.getKey(), party);
      }
    }
    Optional<Coordinator<Matrix>> joint = method.method().predictor(config, rows.roster());
    if (joint.isPresent()) {
      Rounds rounds = Rounds.of(Predictor.ROUNDS, Predictor.TOLERANCE);
      return Simulation.score(method.method(), config, joint.get(), parties, rounds, options);
    }
    List<Matrix> alone = parties.values().stream().flatMap(p -> p.scores().stream()).toList();
    if (alone.isEmpty()) {
      throw new Refused("no party scores rows");
    }
    return Matrix.stackRows(alone);
  }
}
