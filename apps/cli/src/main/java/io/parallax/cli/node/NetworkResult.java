package io.parallax.cli.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.cli.node.NodeMessages.Judged;
import io.parallax.cli.study.Exposure;
import io.parallax.cli.study.ResultHash;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyDirections;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.engine.Traffic;
import io.parallax.eval.Classification;
import io.parallax.eval.Scores;
import io.parallax.eval.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a study between machines found, with the names that './parallax run --json' uses. */
final class NetworkResult {
  /** The metrics that nobody tells, since they follow from the confusion. */
  static final Set<String> COUNTED = Set.of(Scores.SENSITIVITY, Scores.SPECIFICITY);

  private NetworkResult() {}

  static SplitResult of(
      Study study,
      int trial,
      Judged judged,
      Map<String, Map<String, Map<String, Double>>> parties,
      double objective,
      Rounds rounds,
      Traffic traffic,
      long directions,
      SortedMap<String, Missed.Gap> missing,
      double seconds,
      String hash,
      SplitResult.Likeness affinity) {
    int[][] confusion = new int[judged.confusion().rows()][judged.confusion().cols()];
    for (int i = 0; i < confusion.length; i++) {
      for (int j = 0; j < confusion[i].length; j++) {
        confusion[i][j] = (int) judged.confusion().get(i, j);
      }
    }
    boolean sites = !study.sites().isEmpty();
    Map<String, Double> told = told(study, judged);
    Map<String, Long> down = new TreeMap<>();
    Map<String, Long> up = new TreeMap<>();
    traffic
        .parties()
        .forEach(
            (id, bytes) -> {
              down.put(id.name(), bytes.down());
              up.put(id.name(), bytes.up());
            });
    return new SplitResult(
        trial,
        sites ? counted(confusion) : completed(study, told, confusion),
        sites ? told : Map.of(),
        parties,
        confusion,
        rounds.count(),
        rounds.converged(),
        objective,
        rounds.objectives(),
        down,
        up,
        seconds,
        hash,
        affinity,
        judged.cut(),
        directions,
        missing);
  }

  /** The judges' metrics, each as the mean of those for whom it is defined. */
  private static Map<String, Double> told(Study study, Judged judged) {
    List<String> names = Judging.names(judged.confusion().rows(), study.clusters() > 0);
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int j = 0; j < names.size() && judged.judges() > 0; j++) {
      double defined = judged.metrics().get(1, j);
      if (defined > 0) {
        metrics.put(names.get(j), judged.metrics().get(0, j) / defined);
      }
    }
    return metrics;
  }

  /** What is told, and what follows from the confusion beside it. */
  private static Map<String, Double> completed(
      Study study, Map<String, Double> told, int[][] confusion) {
    Map<String, Double> all = new LinkedHashMap<>(told);
    if (study.clusters() == 0) {
      Map<String, Double> counted = counted(confusion);
      counted.keySet().retainAll(COUNTED);
      all.putAll(counted);
    }
    return all;
  }

  /** The metrics of the party that has the labels, where only its own scores were judged. */
  static Map<String, Map<String, Map<String, Double>>> ofTheJudge(Study study, Judged judged) {
    return study.parties().stream()
        .filter(Study.Member::labels)
        .collect(Collectors.toMap(m -> m.id().name(), m -> Map.of(m.view(), told(study, judged))));
  }

  /** The metrics of all parties' held-out rows together that follow from the confusion alone. */
  private static Map<String, Double> counted(int[][] confusion) {
    Map<String, Double> metrics = new LinkedHashMap<>(Classification.counted(confusion).asMap());
    metrics.remove("auc"); // it needs the scores, which stay with the parties
    metrics.values().removeIf(value -> value.isNaN());
    return metrics;
  }

  /** How many columns are scaled to 0; which ones, only the parties know by name. */
  private static List<String> constants(Study study, SetupFacts facts) {
    boolean dropped =
        study.views().stream()
            .allMatch(view -> study.preparation().scales().of(view).dropsConstants());
    if (!dropped || facts.moments().length < 3) {
      return List.of();
    }
    long same = Arrays.stream(facts.moments()[2]).filter(deviation -> deviation == 0).count();
    return same == 0
        ? List.of()
        : List.of(
            "%d column(s) have one value only in all parties' training rows and count as 0"
                .formatted(same));
  }

  /** How many parties' rows were cut; which ones, only they know. */
  private static List<String> cut(Study study, List<SplitResult> splits) {
    int parties = splits.stream().mapToInt(SplitResult::cut).max().orElse(0);
    return parties == 0
        ? List.of()
        : List.of(
            "many rows of %d of %d parties are longer than protection.row-clip (%s) and are cut to it; if they are right, raise it"
                .formatted(parties, study.members().size(), study.protection().rowClip()));
  }

  static String json(
      Study study,
      SetupFacts facts,
      List<SplitResult> splits,
      Optional<NetworkRun.ModelNote> model) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("study", study.name());
    result.put("method", study.method().method().name());
    result.put("metrics", summary(splits, SplitResult::metrics));
    if (MostFrequent.applies(study, splits)) {
      MostFrequent other = new MostFrequent(study, rows(study, facts), splits);
      result.put("baselines", other.baselines());
      result.put("differences", other.differences());
      result.put("comparison", other.sentence());
    }
    if (!splits.get(0).byParty().isEmpty()) {
      result.put("meanOfTheParties", summary(splits, SplitResult::byParty));
    }
    List<Map<String, Object>> parties = parties(splits);
    if (!parties.isEmpty()) {
      result.put("byParty", parties);
    }
    if (study.clusters() > 0) {
      result.put("clustered", true);
    }
    List<String> notes = new ArrayList<>(constants(study, facts));
    notes.addAll(cut(study, splits));
    if (!notes.isEmpty()) {
      result.put("notes", notes);
    }
    result.put("splits", splits.size());
    result.put("samples", facts.samples());
    result.put("classes", facts.classes());
    result.put("rounds", splits.stream().mapToInt(SplitResult::rounds).average().orElse(0));
    result.put("converged", splits.stream().allMatch(SplitResult::converged));
    result.put(
        "objective", splits.stream().mapToDouble(SplitResult::objective).average().orElse(0));
    splits.stream()
        .max(Comparator.comparingLong(SplitResult::directions))
        .filter(split -> split.directions() > 0)
        .ifPresent(split -> result.put("figures", figures(split)));
    result.put(
        "bytesUp",
        splits.stream()
            .mapToLong(s -> s.bytesUp().values().stream().mapToLong(b -> b).sum())
            .sum());
    result.put("seconds", splits.stream().mapToDouble(SplitResult::seconds).sum());
    result.put("seed", study.seed());
    List<String> missing = missing(splits, model);
    if (!missing.isEmpty()) {
      result.put("missing", missing);
    }
    Exposure exposure = Exposure.of(study);
    List<String> protection =
        new ArrayList<>(
            study.protection().sentences(Math.max(2, facts.classes().size()), exposure));
    if (!study.sites().isEmpty()) {
      protection.add(rows(study));
    }
    StudyDirections.of(study)
        .sentence(splits.stream().map(NetworkResult::figures).toList())
        .ifPresent(protection::add);
    result.put("protection", protection);
    List<Exposure.Line> learned = new ArrayList<>(Exposure.lines(NodeMessages.setup(study)));
    learned.addAll(exposure.lines());
    result.put("learned", learned);
    result.put("resultHash", ResultHash.of(splits.stream().map(SplitResult::hash).toList()));
    result.put("bySplit", splits);
    try {
      return NetworkRun.JSON.writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How many columns the parties have, nobody is told. */
  private static Map<String, Double> figures(SplitResult split) {
    return Map.of(StudyDirections.TOLD, (double) split.directions());
  }

  /** Whose rows had no part in what, where a study has gone on without somebody. */
  private static List<String> missing(
      List<SplitResult> splits, Optional<NetworkRun.ModelNote> model) {
    List<String> all = new ArrayList<>();
    splits.forEach(
        s -> all.addAll(Missed.sentences("split " + s.trial(), s.missing(), "when it was judged")));
    model.ifPresent(
        m -> all.addAll(Missed.sentences("the model", m.missing(), "when its parts were kept")));
    return all;
  }

  /** How many there are: of all parties, or those that they have in common. */
  private static long rows(Study study, SetupFacts facts) {
    return study.sites().isEmpty() ? facts.samples()[0] : Arrays.stream(facts.samples()).sum();
  }

  /** By what the parties counted. */
  private static String rows(Study study) {
    List<PartyId> own = study.unpinned();
    return own.isEmpty()
        ? "Each party counted by its number of rows as the study says it, which all have approved."
        : "Each party counted by its number of rows. Of %s that was the party's own word, which nobody could check; 'rows' in the study file pins it."
            .formatted(own.size() == study.sites().size() ? "all" : named(own));
  }

  private static String named(List<PartyId> parties) {
    return parties.stream().map(PartyId::name).collect(Collectors.joining(", "));
  }

  /** Party by party and view by view, over the splits in which they could be judged. */
  private static List<Map<String, Object>> parties(List<SplitResult> splits) {
    Map<String, Set<String>> views = new LinkedHashMap<>();
    splits.forEach(
        split ->
            split
                .parties()
                .forEach(
                    (party, own) ->
                        views
                            .computeIfAbsent(party, p -> new LinkedHashSet<>())
                            .addAll(own.keySet())));
    List<Map<String, Object>> rows = new ArrayList<>();
    views.forEach(
        (party, own) ->
            own.forEach(
                view ->
                    rows.add(
                        Map.of("party", party, "view", view, "metrics", of(splits, party, view)))));
    return rows;
  }

  private static Map<String, Map<String, Double>> of(
      List<SplitResult> splits, String party, String view) {
    List<SplitResult> judged =
        splits.stream()
            .filter(s -> s.parties().getOrDefault(party, Map.of()).containsKey(view))
            .toList();
    return summary(judged, s -> s.parties().get(party).get(view));
  }

  private static Map<String, Map<String, Double>> summary(
      List<SplitResult> splits, Function<SplitResult, Map<String, Double>> of) {
    Map<String, Map<String, Double>> summary = new LinkedHashMap<>();
    Set<String> names = new LinkedHashSet<>();
    splits.forEach(split -> names.addAll(of.apply(split).keySet()));
    for (String metric : names) {
      List<Double> values =
          splits.stream()
              .map(of)
              .filter(found -> found.containsKey(metric))
              .map(found -> found.get(metric))
              .toList();
      Summary s = Summary.of(values);
      summary.put(metric, Map.of("mean", s.mean(), "sd", s.sd()));
    }
    return summary;
  }
}
