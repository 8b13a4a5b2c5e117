package io.parallax.run;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.study.Layout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Numbers that trained parties tell of their views. */
record ViewFigures(SortedMap<PartyId, Party> parties) {
  /** Returns the importance of each view's columns, if the method has such a notion. */
  Map<String, double[]> importance() {
    Map<String, double[]> byView = new TreeMap<>();
    parties.values().forEach(party -> byView.putAll(party.importance()));
    return byView;
  }

  /** Returns the weights of the views in training, as shares of 1; empty if the method has none. */
  Map<String, Double> weights(Layout layout) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (Layout.Holder holder : layout.holders()) {
      Optional.ofNullable(parties.get(holder.id()))
          .flatMap(party -> party.viewWeight().stream().boxed().findFirst())
          .ifPresent(weight -> weights.put(holder.view(), weight));
    }
    double total = weights.values().stream().mapToDouble(w -> w).sum();
    weights.replaceAll((view, weight) -> weight / total);
    return weights;
  }
}
