package io.parallax.cli.study;

import io.parallax.cli.model.Model;
import io.parallax.cli.study.RunResult.Feature;
import io.parallax.cli.study.RunResult.MeanSd;
import io.parallax.cli.study.RunResult.ModelNote;
import io.parallax.cli.study.RunResult.Searched;
import io.parallax.cli.study.RunResult.Traffic;
import io.parallax.core.About;
import io.parallax.core.PartyId;
import io.parallax.eval.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Sums the splits of a run up. */
final class RunSummary {
  private RunSummary() {}

  static RunResult of(
      StudyData data,
      List<TrialResult> trials,
      Optional<Model> model,
      Optional<Contribution> contribution,
      List<String> notes,
      String folder) {
    Study study = data.study();
    About about = study.method().method().about();
    Exposure exposure = Exposure.of(study);
    Map<String, Object> settings = SettingsBinder.toMap(study.method().config());
    return new RunResult(
        study.name(),
        study.method().method().name(),
        about.title(),
        String.valueOf(settings.getOrDefault("mode", "")),
        trials.size(),
        data.codes().length,
        data.classes(),
        data.groups(),
        study.clusters() > 0,
        rows(trials.stream().map(TrialResult::rows).toList()),
        byParty(data, trials),
        confusion(trials),
        trials.stream().map(TrialResult::trace).toList(),
        settings,
        trials.stream().mapToInt(TrialResult::rounds).average().orElseThrow(),
        trials.stream().allMatch(TrialResult::converged),
        trials.stream().mapToDouble(TrialResult::objective).average().orElseThrow(),
        figures(trials),
        traffic(data, trials),
        left(trials),
        importance(data, trials),
        viewWeights(trials),
        trials.get(0).settingsTried(),
        chosen(study, trials),
        searched(study, trials),
        trials.stream().mapToLong(TrialResult::searchBytesUp).sum(),
        model.map(ModelNote::of).stream().toList(),
        contribution.stream().toList(),
        trials.stream().mapToDouble(TrialResult::seconds).sum(),
        study.seed(),
        hash(trials),
        protection(data, exposure, trials),
        exposure.lines(),
        Stream.concat(notes.stream(), trials.stream().flatMap(t -> t.notes().stream()))
            .distinct()
            .toList(),
        folder,
        new Differences(study, trials).all(),
        trials.get(0).tried());
  }

  private static List<Searched> searched(Study study, List<TrialResult> trials) {
    List<Searched> all = new ArrayList<>();
    List<Map<String, Double>> points = study.search().points(study.seed());
    for (int i = 0; i < trials.get(0).searched().length; i++) {
      int place = i;
      all.add(
          new Searched(
              points.get(i),
              trials.stream().mapToDouble(t -> t.searched()[place]).average().orElseThrow()));
    }
    return all;
  }

  private static List<String> protection(
      StudyData data, Exposure exposure, List<TrialResult> trials) {
    Study study = data.study();
    List<String> all =
        new ArrayList<>(study.protection().sentences(data.classes().size(), exposure));
    StudyDirections.of(study)
        .sentence(trials.stream().map(TrialResult::figures).toList())
        .ifPresent(all::add);
    return all;
  }

  private static Map<String, Double> figures(List<TrialResult> trials) {
    Map<String, Double> most = new TreeMap<>();
    trials.forEach(trial -> trial.figures().forEach((k, v) -> most.merge(k, v, Math::max)));
    return most;
  }

  private static Map<String, Map<String, MeanSd>> rows(
      List<Map<String, Map<String, Double>>> trials) {
    Map<String, Map<String, MeanSd>> rows = new LinkedHashMap<>();
    for (String row : trials.get(0).keySet()) {
      rows.put(row, summary(trials.stream().map(t -> t.get(row)).toList()));
    }
    return rows;
  }

  private static Map<String, Map<String, Map<String, MeanSd>>> byParty(
      StudyData data, List<TrialResult> trials) {
    Map<String, Map<String, Map<String, MeanSd>>> rows = new LinkedHashMap<>();
    for (String row : trials.get(0).byParty().keySet()) {
      rows.put(row, parties(data, trials.stream().map(t -> t.byParty().get(row)).toList()));
    }
    return rows;
  }

  /** Each party over the splits in which it has held-out rows, and then the mean of the parties. */
  private static Map<String, Map<String, MeanSd>> parties(
      StudyData data, List<Map<String, Map<String, Double>>> trials) {
    Map<String, Map<String, MeanSd>> rows = new LinkedHashMap<>();
    trials.stream()
        .flatMap(trial -> trial.keySet().stream())
        .distinct()
        .sorted(Comparator.comparingInt(party -> place(data, party)))
        .forEach(
            party ->
                rows.put(
                    party,
                    summary(
                        trials.stream()
                            .filter(trial -> trial.containsKey(party))
                            .map(trial -> trial.get(party))
                            .toList())));
    return rows;
  }

  /** A party's place in the study; behind all others, the mean. */
  private static int place(StudyData data, String party) {
    if (party.equals(ByParty.MEAN)) {
      return Integer.MAX_VALUE;
    }
    return data.owners().map(o -> o.ids().indexOf(PartyId.of(party))).orElse(0);
  }

  private static Map<String, Map<String, Integer>> chosen(Study study, List<TrialResult> trials) {
    Map<String, Map<String, Integer>> chosen = new LinkedHashMap<>();
    for (String setting : study.search().settings()) {
      Map<String, Integer> counts = new TreeMap<>();
      trials.forEach(t -> counts.merge(String.valueOf(t.settings().get(setting)), 1, Integer::sum));
      chosen.put(setting, counts);
    }
    return chosen;
  }

  private static int[][] confusion(List<TrialResult> trials) {
    int[][] sum = new int[trials.get(0).confusion().length][trials.get(0).confusion()[0].length];
    for (TrialResult trial : trials) {
      for (int i = 0; i < sum.length; i++) {
        for (int j = 0; j < sum[i].length; j++) {
          sum[i][j] += trial.confusion()[i][j];
        }
      }
    }
    return sum;
  }

  /** A metric that some splits leave undefined, for want of a class, is that of the others. */
  private static Map<String, MeanSd> summary(List<Map<String, Double>> trials) {
    Map<String, MeanSd> metrics = new LinkedHashMap<>();
    for (String metric : trials.get(0).keySet()) {
      List<Double> all = trials.stream().map(t -> t.get(metric)).toList();
      List<Double> defined = all.stream().filter(value -> !value.isNaN()).toList();
      Summary summary = Summary.of(defined.isEmpty() ? all : defined);
      metrics.put(metric, new MeanSd(summary.mean(), summary.sd()));
    }
    return metrics;
  }

  private static Map<String, Traffic> traffic(StudyData data, List<TrialResult> trials) {
    Map<String, String> views = new HashMap<>();
    data.study().parties().forEach(member -> views.put(member.id().name(), member.view()));
    String all =
        String.join(", ", data.study().parties().stream().map(Study.Member::view).toList());
    Map<String, Traffic> traffic = new LinkedHashMap<>();
    for (String id : ids(data)) {
      traffic.put(
          id,
          new Traffic(
              data.owners().isPresent() ? all : views.get(id),
              rows(data, id),
              trials.stream().mapToLong(t -> t.bytesDown().get(id)).sum(),
              trials.stream().mapToLong(t -> t.bytesUp().get(id)).sum()));
    }
    return traffic;
  }

  private static List<String> ids(StudyData data) {
    return data.owners().isPresent()
        ? data.owners().get().ids().stream().map(PartyId::name).toList()
        : data.study().parties().stream().map(member -> member.id().name()).toList();
  }

  private static int rows(StudyData data, String id) {
    return data.owners()
        .map(
            owners -> {
              int place = owners.ids().indexOf(PartyId.of(id));
              return (int) Arrays.stream(owners.ofRow()).filter(p -> p == place).count();
            })
        .orElse(data.codes().length);
  }

  private static Map<String, TrialResult.Left> left(List<TrialResult> trials) {
    Map<String, TrialResult.Left> all = new LinkedHashMap<>();
    for (TrialResult trial : trials) {
      trial
          .left()
          .forEach(
              (kind, more) ->
                  all.merge(
                      kind,
                      more,
                      (a, b) ->
                          new TrialResult.Left(
                              a.exchanges() + b.exchanges(),
                              a.bytes() + b.bytes(),
                              a.onlyInSum())));
    }
    return all;
  }

  /** Each view's columns with their importance, the most important first. */
  private static Map<String, List<Feature>> importance(StudyData data, List<TrialResult> trials) {
    Map<String, List<Feature>> byView = new LinkedHashMap<>();
    for (Study.Member member : data.study().parties()) {
      if (!trials.get(0).importance().containsKey(member.view())) {
        continue; // a method without such a notion
      }
      List<String> columns = data.tables().get(member.id()).features();
      double[] mean = new double[columns.size()];
      for (TrialResult trial : trials) {
        double[] one = trial.importance().get(member.view());
        for (int j = 0; j < one.length; j++) {
          mean[j] += one[j] / trials.size();
        }
      }
      List<Feature> features = new ArrayList<>();
      for (int j = 0; j < mean.length; j++) {
        features.add(new Feature(columns.get(j), mean[j]));
      }
      features.sort((a, b) -> Double.compare(b.importance(), a.importance()));
      byView.put(member.view(), features);
    }
    return byView;
  }

  private static Map<String, Double> viewWeights(List<TrialResult> trials) {
    Map<String, Double> mean = new LinkedHashMap<>();
    for (TrialResult trial : trials) {
      trial
          .viewWeights()
          .forEach((view, weight) -> mean.merge(view, weight / trials.size(), Double::sum));
    }
    return mean;
  }

  private static String hash(List<TrialResult> trials) {
    return ResultHash.of(trials.stream().map(TrialResult::hash).toList());
  }
}
