package io.parallax.apfed;

import io.parallax.apfed.TvflConfig.Missing;
import io.parallax.apfed.TvflMessages.Encode;
import io.parallax.apfed.TvflMessages.Finish;
import io.parallax.apfed.TvflMessages.Learn;
import io.parallax.apfed.TvflMessages.Representation;
import io.parallax.apfed.TvflMessages.Score;
import io.parallax.apfed.TvflMessages.Show;
import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects all parties' representations and gives the gradients back: Section 2 of the paper. */
final class TvflCoordinator implements Coordinator<TvflResult> {
  private static final Matrix NOTHING = Matrix.zeros(1, 1);
  private final TvflConfig config;
  private final Roster roster;
  private final int batches;

  TvflCoordinator(TvflConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
    this.batches = new Batches(roster, config.batch()).count();
  }

  @Override
  public TvflResult run(Parties parties, Rounds rounds) {
    Matrix gradient = NOTHING; // ∂L/∂h of all parties, S × KD
    double objective = Double.NaN;
    for (Round round : rounds) {
      gradient = NOTHING;
      for (int batch = 0; batch < batches; batch++) {
        Matrix joint = joint(parties.gather(new Encode(round.number(), batch, gradient)));
        gradient = parties.sum(new Learn(round.number(), batch, joint)).total().h();
      }
      objective = parties.sum(new Finish(gradient)).total().loss();
      round.objective(objective);
    }
    Map<Missing, Matrix> scores = roster.heldOut() > 0 ? scores(parties) : Map.of();
    return new TvflResult(objective, rounds.objectives(), gradient, scores, config.missing());
  }

  private Matrix joint(Map<PartyId, Representation> shown) {
    return Matrix.stackColumns(roster.ids().stream().map(id -> shown.get(id).h()).toList());
  }

  /** Returns the scores of the held-out rows with all parties, and with only the label holder. */
  Map<Missing, Matrix> scores(Parties parties) {
    Map<PartyId, Representation> shown = parties.gather(new Show());
    Map<Missing, Matrix> scores = new EnumMap<>(Missing.class);
    for (Missing missing : Missing.values()) {
      Matrix joint = missing == Missing.NONE ? joint(shown) : without(shown, missing);
      scores.put(missing, parties.sum(new Score(joint)).total().probabilities());
    }
    return scores;
  }

  private Matrix without(Map<PartyId, Representation> shown, Missing missing) {
    List<Roster.Member> members = roster.members();
    Roster.Member holder =
        members.stream().filter(Roster.Member::labels).findFirst().orElse(members.get(0));
    Matrix own = shown.get(holder.id()).h();
    Rng rng = roster.rng("coordinator", "missing");
    return Matrix.stackColumns(
        members.stream()
            .map(member -> member == holder ? own : replaced(own, missing, rng))
            .toList());
  }

  /** One scalar for all, as in the released program: 0, the mean, or uniform within the range. */
  static Matrix replaced(Matrix own, Missing missing, Rng rng) {
    double[] all = own.toArray();
    double mean = Arrays.stream(all).average().orElse(0);
    double low = Arrays.stream(all).min().orElse(0);
    double high = Arrays.stream(all).max().orElse(0);
    return Matrix.fill(
        own.rows(),
        own.cols(),
        (i, j) ->
            switch (missing) {
              case MEAN -> mean;
              case RANDOM -> rng.uniform(low, high);
              default -> 0;
            });
  }
}
