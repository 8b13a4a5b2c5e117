package io.parallax.experiments.verify;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.Vectors;
import io.parallax.eval.Clustering;
import java.util.ArrayList;
import java.util.List;

/** Clustering scores against known values. */
public final class MetricsCheck implements VectorCheck {
  private static final double EXACT = 1e-12;

  @Override
  public boolean covers(String method) {
    return method.startsWith("clustering metrics");
  }

  @Override
  public List<Deviation> check(Vectors file, Wiring wiring) {
    List<Deviation> found = new ArrayList<>();
    int number = 0;
    for (JsonNode one : ((JsonVectors) file).at("cases")) {
      int[] truth = codes(one.get("truth"));
      int[] clusters = codes(one.get("pred"));
      String at = "cases." + number++;
      add(at + ".acc", Clustering.accuracy(truth, clusters), one.get("acc"), found);
      add(at + ".nmi", Clustering.nmi(truth, clusters), one.get("nmi_max_entropy"), found);
      add(at + ".purity", Clustering.purity(truth, clusters), one.get("purity"), found);
    }
    return found;
  }

  private static void add(String what, double got, JsonNode expected, List<Deviation> found) {
    found.add(new Deviation(what, Math.abs(got - expected.doubleValue()), EXACT));
  }

  private static int[] codes(JsonNode node) {
    int[] codes = new int[node.size()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = node.get(i).intValue();
    }
    return codes;
  }
}
