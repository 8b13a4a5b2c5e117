package io.parallax.experiments;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.Json;
import io.parallax.engine.Simulation;
import io.parallax.eval.Clustering;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.study.file.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** A data set that a clustering method is tried on; every training's scores are kept. */
final class ClusterSet<C extends Record, R extends Result> {
  private final Method<C, R> method;
  private final String name;
  private final MultiViewSet set;
  private final ClusterTable.Settings settings;
  private final ExperimentContext context;
  private final List<View> views = new ArrayList<>();

  /**
   * The files of a data set.
   *
   * @param views its files; a single one may stand for several views
   * @param copies how often a single file is used as a view; 0: once
   */
  record Source(String folder, List<String> views, int copies) {}

  /**
   * The quality of one training's groups; clarity needs no labels.
   *
   * @param groups of the rows; null for a mean
   */
  record Judged(
      double accuracy,
      double nmi,
      double purity,
      double adjustedRand,
      double clarity,
      int[] groups) {

    /** Returns the mean of each. */
    static Judged mean(List<Judged> all) {
      return new Judged(
          mean(all, Judged::accuracy),
          mean(all, Judged::nmi),
          mean(all, Judged::purity),
          mean(all, Judged::adjustedRand),
          mean(all, Judged::clarity),
          null);
    }

    private static double mean(List<Judged> all, ToDoubleFunction<Judged> of) {
      return all.stream().mapToDouble(of).average().orElseThrow();
    }
  }

  static <C extends Record, R extends Result> ClusterSet<C, R> open(
      Method<C, R> method,
      String name,
      Source source,
      ClusterTable.Settings settings,
      ExperimentContext context) {
    MultiViewSet set = MultiViewSet.read(ExperimentContext.set(source.folder()), source.views());
    if (source.copies() > 1) {
      Map<String, Matrix> copies = new LinkedHashMap<>();
      Matrix only = set.views().values().iterator().next();
      IntStream.rangeClosed(1, source.copies()).forEach(i -> copies.put("copy-" + i, only));
      set = new MultiViewSet(copies, set.codes(), set.classes());
    }
    return new ClusterSet<>(method, name, set, settings, context);
  }

  private ClusterSet(
      Method<C, R> method,
      String name,
      MultiViewSet set,
      ClusterTable.Settings settings,
      ExperimentContext context) {
    this.method = method;
    this.name = name;
    this.set = set;
    this.settings = settings;
    this.context = context;
    set.views()
        .forEach(
            (view, x) ->
                views.add(
                    new View(
                        PartyId.of(view),
                        view,
                        IntStream.range(0, x.cols()).mapToObj(Integer::toString).toList(),
                        Features.of(x),
                        Optional.empty(),
                        Optional.empty())));
  }

  String name() {
    return name;
  }

  /** Returns the mean number of rows of a group. */
  double averageGroup() {
    return (double) set.codes().length / set.classes().size();
  }

  /** These trainings will be asked for. */
  void ahead(List<Map<String, Double>> points, List<Long> seeds) {
    List<String> keys = new ArrayList<>();
    points.forEach(point -> seeds.forEach(seed -> keys.add(key(point, seed))));
    context.ahead(
        keys, i -> train(config(points.get(i / seeds.size())), seeds.get(i % seeds.size())));
  }

  /** One training. */
  Judged judge(Map<String, Double> point, long seed) {
    return context.unit(key(point, seed), Judged.class, () -> train(config(point), seed));
  }

  private String key(Map<String, Double> point, long seed) {
    return "%s-%s-seed%d".formatted(plain(name), plain(point.toString()), seed);
  }

  private static String plain(String text) {
    return text.replaceAll("[^A-Za-z0-9.]+", "_");
  }

  private Judged train(C config, long seed) {
    Rounds rounds = new Rounds(settings.rounds(), 0, round -> {}, context.stop());
    R result = Simulation.train(method, config, views, roster(seed), rounds).result();
    return judged(result.clusters().orElseThrow(), result.clarity().orElse(Double.NaN));
  }

  /** The objective after each round of one training with the base's settings. */
  double[] objectives(int count, long seed) {
    return context.unit(
        "%s-objectives-seed%d".formatted(plain(name), seed),
        double[].class,
        () -> {
          Rounds rounds = new Rounds(count, 0, round -> {}, context.stop());
          Simulation.train(method, config(Map.of()), views, roster(seed), rounds);
          return rounds.objectives().stream().mapToDouble(value -> value).toArray();
        });
  }

  private Judged judged(int[] groups, double clarity) {
    Map<String, Double> scores = Clustering.asMap(set.codes(), groups);
    return new Judged(
        scores.get("accuracy"),
        scores.get("nmi"),
        scores.get("purity"),
        scores.get("adjustedRand"),
        clarity,
        groups);
  }

  private Roster roster(long seed) {
    return Roster.vertical(views, set.classes().size(), seed);
  }

  private C config(Map<String, Double> point) {
    Map<String, Object> all = new LinkedHashMap<>(settings.base());
    point.forEach(
        (key, value) ->
            all.put(key, value == Math.rint(value) ? (Object) value.longValue() : value));
    try {
      return Settings.read(
          method.defaults(),
          "settings.yaml",
          Json.MAPPER.writeValueAsString(Map.of("settings", all)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A baseline of the method, by its name, at some settings. */
  List<Judged> baseline(String wanted, Map<String, Double> point, List<Long> seeds) {
    String at = point.isEmpty() ? "" : "-" + plain(point.toString());
    return all(plain(name) + "-" + plain(wanted) + at, seeds, s -> baseline(wanted, point, s));
  }

  /** Returns the consensus of clusterings, for each seed of its start. */
  List<Judged> consensus(List<Judged> clusterings, List<Long> seeds) {
    List<int[]> groups = clusterings.stream().map(Judged::groups).toList();
    int count = set.classes().size();
    return all(
        plain(name) + "-consensus",
        seeds,
        seed -> judged(Consensus.of(groups, count, Rng.of(seed).child("consensus")), Double.NaN));
  }

  private List<Judged> all(String kind, List<Long> seeds, LongFunction<Judged> work) {
    List<String> keys = seeds.stream().map(seed -> kind + "-seed" + seed).toList();
    context.ahead(keys, i -> work.apply(seeds.get(i)));
    return IntStream.range(0, keys.size())
        .mapToObj(i -> context.unit(keys.get(i), Judged.class, () -> work.apply(seeds.get(i))))
        .toList();
  }

  private Judged baseline(String wanted, Map<String, Double> point, long seed) {
    context.progress().stage(name + ": " + wanted);
    return method.baselines(config(point), roster(seed)).stream()
        .filter(Baseline.Clustered.class::isInstance)
        .map(Baseline.Clustered.class::cast)
        .filter(one -> one.name().equals(wanted))
        .map(one -> judged(one.clusters().apply(views), Double.NaN))
        .findFirst()
        .orElseThrow(() -> new BadInput(method.name() + " has no baseline '" + wanted + "'"));
  }

  /** Spectral clustering of every view alone: by view, for each seed. */
  Map<String, List<Judged>> spectral(List<Long> seeds) {
    Map<String, List<Judged>> found = new LinkedHashMap<>();
    set.views().keySet().forEach(view -> found.put(view, baseline("SC " + view, Map.of(), seeds)));
    return found;
  }
}
