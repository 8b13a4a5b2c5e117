package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.pages.NumberText;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Notes on settings that a search chose at the edge of what it tried: beyond may be better. */
final class SearchEdges {
  private static final int LEAST_VALUES = 3; // of two, each is at an edge
  private final Study study;
  private final List<SplitResult> splits;

  SearchEdges(Study study, List<SplitResult> splits) {
    this.study = study;
    this.splits = splits;
  }

  /** Returns a sentence for each setting that was chosen at an edge in half of the splits. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (splits.stream().allMatch(split -> split.choice().searched().length > 0)) {
      for (String setting : study.search().settings()) {
        double[] tried =
            study.search().points(study.seed()).stream()
                .mapToDouble(point -> point.get(setting))
                .distinct()
                .sorted()
                .toArray();
        if (tried.length >= LEAST_VALUES) {
          note(setting, tried[0], "smallest", tried[0] / 2, notes);
          double most = tried[tried.length - 1];
          note(setting, most, "largest", 2 * most, notes);
        }
      }
    }
    return notes;
  }

  private void note(String setting, double edge, String which, double beyond, List<String> notes) {
    long chosen = splits.stream().filter(split -> chosen(split, setting) == edge).count();
    if (2 * chosen >= splits.size() && edge != 0 && allowed(setting, beyond)) {
      notes.add(
          "the search chose %s %s, the %s value tried, in %d of %d %s; widen its range"
              .formatted(
                  setting,
                  NumberText.number(edge),
                  which,
                  chosen,
                  splits.size(),
                  study.task().learnsLabels() ? "splits" : "seeds"));
    }
  }

  private static double chosen(SplitResult split, String setting) {
    return split.choice().settings().get(setting) instanceof Number number
        ? number.doubleValue()
        : Double.NaN;
  }

  /** Returns whether a setting could go beyond the edge at all. */
  private boolean allowed(String setting, double beyond) {
    boolean whole = SettingsBinder.whole(study.method().config().getClass()).contains(setting);
    try {
      SettingsBinder.replace(
          study.method().config(), Map.of(setting, whole ? Math.floor(beyond) : beyond));
      return true;
    } catch (BadInput bound) {
      return false;
    }
  }
}
