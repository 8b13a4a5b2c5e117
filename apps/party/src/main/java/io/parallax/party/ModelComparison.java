package io.parallax.party;

import io.parallax.party.PartyModels.Version;
import io.parallax.run.Fit;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Two versions of a model beside each other, as far as one party knows them. */
public final class ModelComparison {
  private final List<List<String>> rows = new ArrayList<>();

  private ModelComparison() {}

  /**
   * Compares two versions.
   *
   * @return rows of a name and the two values
   */
  public static List<List<String>> of(PartyModels models, String party, String one, String other) {
    ModelComparison all = new ModelComparison();
    Version first = models.version(one);
    Version second = models.version(other);
    all.versions(first, second);
    all.parts(models.find(one), models.find(other), party);
    return List.copyOf(all.rows);
  }

  private void versions(Version first, Version second) {
    add("use", first.use(), second.use());
    add("trained", first.origin().trained(), second.origin().trained());
    add("version before", first.origin().before(), second.origin().before());
    add("method", first.model().method(), second.model().method());
    add("rows", first.model().samples(), second.model().samples());
    add("rounds", first.model().rounds(), second.model().rounds());
    add("seed", first.model().seed(), second.model().seed());
    add("classes", first.model().classes(), second.model().classes());
    add("parties", first.model().parties(), second.model().parties());
    differing("", first.model().settings(), second.model().settings());
    differing("weight of view ", first.model().viewWeights(), second.model().viewWeights());
  }

  /** Compares what this party has of them. */
  private void parts(ModelFolder first, ModelFolder second, String party) {
    Set<String> before = columns(first.part(party));
    Set<String> after = columns(second.part(party));
    add("own columns", before.size(), after.size());
    if (!before.equals(after)) {
      add("columns only here", without(before, after), without(after, before));
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    Map<String, Object> others = new LinkedHashMap<>();
    Fit.of(first).ifPresent(fit -> figures.putAll(fit.figures()));
    Fit.of(second).ifPresent(fit -> others.putAll(fit.figures()));
    differing("", figures, others);
  }

  private static Set<String> columns(ModelPart part) {
    Set<String> columns = new LinkedHashSet<>();
    part.views().forEach(view -> columns.addAll(view.features()));
    return columns;
  }

  private static List<String> without(Collection<String> some, Set<String> others) {
    return some.stream().filter(name -> !others.contains(name)).toList();
  }

  private void differing(String what, Map<String, ?> first, Map<String, ?> second) {
    Set<String> keys = new LinkedHashSet<>(first.keySet());
    keys.addAll(second.keySet());
    for (String key : keys) {
      String one = String.valueOf(first.containsKey(key) ? first.get(key) : "");
      String other = String.valueOf(second.containsKey(key) ? second.get(key) : "");
      if (!one.equals(other)) {
        add(what + key, one, other);
      }
    }
  }

  private void add(String what, Object first, Object second) {
    rows.add(List.of(what, first.toString(), second.toString()));
  }
}
