package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.study.Layout;
import io.parallax.study.PredictionTerms;
import io.parallax.study.Study;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The parties that take part in a joint prediction: all, unless the study lets parties lack rows.
 * Then some may be away, but not the one that asks, nor the one with the labels, whose part has
 * what all classes begin with; and under masks there are as many as a masked sum needs.
 */
public final class PredictingParties {
  private PredictingParties() {}

  /** Returns these parties; refuses them if they are too few. */
  static SortedSet<PartyId> require(Study study, SortedSet<PartyId> parties) {
    if (!enough(study, parties)) {
      throw new Refused(
          "a prediction among %s is asked for; in study %s it needs %s"
              .formatted(parties, study.name(), needed(study)));
    }
    return parties;
  }

  /** Returns whether these parties can predict together. */
  public static boolean enough(Study study, Set<PartyId> parties) {
    return study.members().containsAll(parties)
        && parties.size() >= study.protection().leastAdding()
        && parties.containsAll(needed(study));
  }

  /** Returns the parties without which there is no joint prediction. */
  public static SortedSet<PartyId> needed(Study study) {
    SortedSet<PartyId> needed = new TreeSet<>(study.members());
    if (!study.protection().align().whole()) {
      needed.retainAll(
          study.layout().holders().stream()
              .filter(Layout.Holder::labels)
              .map(Layout.Holder::id)
              .toList());
      study.extras().predict().map(PredictionTerms::by).ifPresent(needed::add);
    }
    return needed;
  }
}
