package io.parallax.fedmood;

import io.parallax.core.Baseline;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Threads;
import io.parallax.tensor.SequenceRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The methods that the paper compares FedMood with. Each sees every row as often as FedMood does:
 * rounds times local epochs.
 */
final class FedMoodBaselines {
  private final FedMoodConfig config;
  private final Roster roster;
  private final int rounds;

  FedMoodBaselines(FedMoodConfig config, Roster roster, int rounds) {
    this.config = config;
    this.roster = roster;
    this.rounds = rounds;
  }

  List<Baseline> all() {
    return List.of(
        new Baseline.Models("every party for itself (Local)", this::local),
        new Baseline.Models(
            "all rows in one place (CDS)",
            views -> pooled(views, config.batch() * parties(views).size(), "pooled")),
        new Baseline.Models(
            "all rows in one place, small batches (CDS)",
            views -> pooled(views, config.batch(), "pooled-small")),
        new Baseline.Models("passed on once (IIL)", views -> passedOn(views, 1, rounds)),
        new Baseline.Models("passed on every round (CIIL)", views -> passedOn(views, rounds, 1)));
  }

  /** Local: a network of every party. */
  private List<Matrix> local(List<View> views) {
    List<Learner> parties = learners(views);
    SequenceRows rows = toScore(views);
    Matrix[] scores = new Matrix[parties.size()];
    Threads.forEach(
        scores.length,
        p -> {
          Matrix own = train(parties.get(p), start(views), rounds, "local-" + p);
          scores[p] = network(views).scores(own, rows);
        });
    return Arrays.asList(scores);
  }

  /**
   * CDS: one network of all rows. With batches as large as those of all parties together it takes
   * as many steps as each of them; with a party's own batches it takes K times as many, which is
   * the stronger rival on some data and overfits on other.
   */
  private List<Matrix> pooled(List<View> views, int batch, String purpose) {
    Learner all = Learner.together(config.withBatch(batch), network(views), learners(views));
    Matrix model = train(all, start(views), rounds, purpose);
    return List.of(network(views).scores(model, toScore(views)));
  }

  /** IIL and CIIL: one network goes from party to party, {@code passes} times. */
  private List<Matrix> passedOn(List<View> views, int passes, int each) {
    Matrix model = start(views);
    List<Learner> parties = learners(views);
    for (int pass = 0; pass < passes; pass++) {
      for (int p = 0; p < parties.size(); p++) {
        model = train(parties.get(p), model, each, "pass-" + pass + "-" + p);
      }
    }
    return List.of(network(views).scores(model, toScore(views)));
  }

  private Matrix train(Learner learner, Matrix from, int rounds, String purpose) {
    Rng rng = roster.rng("baselines", purpose);
    Rng secret = rng.child("secret");
    return learner.train(from, rounds * config.epochs(), rng, secret).parameters();
  }

  private List<Learner> learners(List<View> views) {
    return parties(views).stream().map(own -> Learner.of(config, network(own), own)).toList();
  }

  private SequenceRows toScore(List<View> views) {
    List<SequenceRows> rows = new ArrayList<>();
    for (List<View> own : parties(views)) {
      if (own.get(0).heldOut().isPresent()) {
        rows.add(new SequenceRows(own, config.steps(), true));
      }
    }
    return SequenceRows.together(rows);
  }

  private Matrix start(List<View> views) {
    return network(views).layout().start(roster.rng("coordinator", "start"));
  }

  private DeepMood network(List<View> views) {
    return FedMood.network(config, parties(views).iterator().next(), roster.classes());
  }

  private static Collection<List<View>> parties(List<View> views) {
    return View.byOwner(views).values();
  }
}
