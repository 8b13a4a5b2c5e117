package io.parallax.run;

import io.parallax.run.StudyResult.Feature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The importance of columns, means over the splits.
 *
 * @param most the most important columns of each view, the most important first
 * @param unused number of columns of each view that no split uses
 */
record ColumnImportance(Map<String, List<Feature>> most, Map<String, Integer> unused) {
  private static final int MOST = 100;

  /**
   * Sums up splits; views without a notion of importance are left out.
   *
   * @param columns the names of each view's columns
   */
  static ColumnImportance of(Map<String, List<String>> columns, List<SplitResult.Course> courses) {
    Map<String, List<Feature>> most = new LinkedHashMap<>();
    Map<String, Integer> unused = new LinkedHashMap<>();
    columns.forEach(
        (view, names) -> {
          if (courses.get(0).importance().containsKey(view)) {
            double[] mean = mean(courses, view, names.size());
            most.put(view, most(names, mean));
            unused.put(view, (int) Arrays.stream(mean).filter(value -> value == 0).count());
          }
        });
    return new ColumnImportance(most, unused);
  }

  private static double[] mean(List<SplitResult.Course> courses, String view, int columns) {
    double[] mean = new double[columns];
    for (SplitResult.Course course : courses) {
      double[] one = course.importance().get(view);
      for (int j = 0; j < one.length; j++) {
        mean[j] += one[j] / courses.size();
      }
    }
    return mean;
  }

  private static List<Feature> most(List<String> names, double[] mean) {
    List<Feature> features = new ArrayList<>();
    for (int j = 0; j < mean.length; j++) {
      features.add(new Feature(names.get(j), mean[j]));
    }
    features.sort(Comparator.comparingDouble(feature -> -feature.importance()));
    return List.copyOf(features.subList(0, Math.min(MOST, features.size())));
  }
}
