package io.parallax.fedmv.sequential;

import io.parallax.core.Baseline;
import io.parallax.core.Labels;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvBaselines;
import io.parallax.math.Matrix;
import io.parallax.math.Threads;
import io.parallax.tensor.SequenceRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The methods that the paper's Table 3 compares S-FedMV with; each sees every row as often as
 * S-FedMV does.
 */
final class SFedMvBaselines {
  private final SFedMvConfig config;
  private final Roster roster;
  private final int rounds;
  private List<View> byLocalNetworks; // used twice

  SFedMvBaselines(SFedMvConfig config, Roster roster, int rounds) {
    this.config = config;
    this.roster = roster;
    this.rounds = rounds;
  }

  List<Baseline> all() {
    return List.of(
        new Baseline.Models("local sequential, H-FedMV", views -> federated(local(views))),
        new Baseline.Models(
            "local sequential, local MV",
            views -> List.of(HFedMvBaselines.local(local(views), config.horizontal()))),
        new Baseline.Models(
            "centralised sequential, H-FedMV", views -> federated(centralised(views))));
  }

  private List<Matrix> federated(List<View> features) {
    return List.of(HFedMvBaselines.together(features, config.horizontal()));
  }

  /** Trains networks of each party alone, with independent starts. */
  private synchronized List<View> local(List<View> views) {
    if (byLocalNetworks == null) {
      List<List<View>> parties = List.copyOf(View.byOwner(views).values());
      View[][] found = new View[parties.size()][];
      Threads.forEach(
          found.length,
          p -> {
            List<View> own = parties.get(p);
            ViewNetworks networks = ViewNetworks.of(config, own, roster.classes());
            Matrix start = networks.layout().start(roster.rng("baselines", "start-" + p));
            Matrix model = train(networks, start, List.of(own), "local-" + p);
            found[p] = networks.embed(model, own).toArray(View[]::new);
          });
      byLocalNetworks = Arrays.stream(found).flatMap(Arrays::stream).toList();
    }
    return byLocalNetworks;
  }

  /** Trains networks on all rows in one place. */
  private List<View> centralised(List<View> views) {
    List<List<View>> parties = List.copyOf(View.byOwner(views).values());
    ViewNetworks networks = ViewNetworks.of(config, parties.get(0), roster.classes());
    Matrix start = networks.layout().start(roster.rng("coordinator", "start"));
    Matrix model = train(networks, start, parties, "centralised");
    List<View> features = new ArrayList<>();
    parties.forEach(own -> features.addAll(networks.embed(model, own)));
    return features;
  }

  private Matrix train(
      ViewNetworks networks, Matrix start, List<List<View>> parties, String purpose) {
    SequenceRows rows =
        SequenceRows.together(
            parties.stream().map(own -> new SequenceRows(own, config.steps(), false)).toList());
    int[] classes =
        parties.stream()
            .flatMapToInt(own -> IntStream.of(own.get(0).labels().map(Labels::codes).orElseThrow()))
            .toArray();
    int epochs = rounds * config.epochs();
    return networks
        .train(start, rows, classes, epochs, roster.rng("baselines", purpose))
        .parameters();
  }
}
