package io.parallax.run;

import io.parallax.pages.NumberText;
import io.parallax.run.StudyResult.Searched;
import io.parallax.study.Criteria;
import io.parallax.study.Study;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The searches of all splits, summed up. */
record SearchSummary(Study study, List<SplitResult> splits) {
  StudyResult.Searching searching() {
    return new StudyResult.Searching(
        splits.get(0).choice().settingsTried(),
        chosen(),
        searched(),
        study.search().by().isEmpty() ? Criteria.of(study.task()).get(0) : study.search().by(),
        splits.stream().mapToLong(split -> split.choice().searchBytesUp()).sum());
  }

  private List<Searched> searched() {
    List<Map<String, Double>> points = study.search().points(study.seed());
    return IntStream.range(0, splits.get(0).choice().searched().length)
        .mapToObj(i -> new Searched(points.get(i), value(i), rounds(i)))
        .toList();
  }

  private double value(int point) {
    return splits.stream()
        .mapToDouble(split -> split.choice().searched()[point])
        .average()
        .orElseThrow();
  }

  private Integer rounds(int point) {
    return splits.stream().anyMatch(split -> split.choice().searchedRounds() == null)
        ? null
        : (Integer)
            splits.stream()
                .mapToInt(split -> split.choice().searchedRounds()[point])
                .max()
                .orElseThrow();
  }

  private Map<String, Map<String, Integer>> chosen() {
    Map<String, Map<String, Integer>> chosen = new LinkedHashMap<>();
    for (String setting : study.search().settings()) {
      Map<String, Integer> counts = new TreeMap<>();
      splits.forEach(
          split ->
              counts.merge(
                  NumberText.setting(split.choice().settings().get(setting)), 1, Integer::sum));
      chosen.put(setting, counts);
    }
    return chosen;
  }
}
