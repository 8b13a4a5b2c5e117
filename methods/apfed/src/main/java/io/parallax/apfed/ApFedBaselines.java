package io.parallax.apfed;

import io.parallax.core.Baseline;
import io.parallax.core.Roster;
import io.parallax.math.Matrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The methods that the paper's Table 2 compares APFed with. */
final class ApFedBaselines {
  static final Map<String, String> LEGEND =
      Map.of(
          "SingleVL",
          "SingleVL: the party with the labels alone, with the same networks.",
          "TVFL",
          "TVFL: usual vertical learning, for which the other parties are there in training; if they are absent when rows are scored, the label holder puts zeros in their place (TVFL-0), its own mean (TVFL-A) or random numbers in its range (TVFL-R).");

  private ApFedBaselines() {}

  static List<Baseline> of(ApFedConfig config, Roster roster) {
    List<String> active =
        roster.members().stream()
            .filter(Roster.Member::labels)
            .flatMap(member -> member.views().stream())
            .toList();
    TvflConfig same =
        TvflConfig.of(config.architecture(), config.descent(), TvflConfig.Missing.NONE);
    return List.of(
        new Baseline.Among("SingleVL", active),
        new Baseline.Rival<>(Tvfl.TITLE, new Tvfl(), same, ApFedBaselines::rows));
  }

  private static Map<String, Matrix> rows(TvflResult result) {
    Map<String, Matrix> rows = new LinkedHashMap<>();
    rows.put("TVFL, all parties there", result.variants().get(TvflConfig.Missing.NONE));
    rows.put("TVFL-0", result.variants().get(TvflConfig.Missing.ZERO));
    rows.put("TVFL-A", result.variants().get(TvflConfig.Missing.MEAN));
    rows.put("TVFL-R", result.variants().get(TvflConfig.Missing.RANDOM));
    return rows;
  }
}
