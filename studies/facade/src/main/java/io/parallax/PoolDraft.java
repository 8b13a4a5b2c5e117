package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.study.Layout;
import io.parallax.study.PartitionRules;
import io.parallax.study.Study.Source;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The data set of a study that is being built, and the way in which it is cut into parties. */
final class PoolDraft {
  private final Map<String, Source> views = new LinkedHashMap<>();
  private Labels labels;
  private Partition partition;

  void view(String view, Rows rows) {
    if (views.put(view, rows.called("the rows of view " + view)) != null) {
      throw new BadInput("data.views." + view + " is given twice");
    }
  }

  void labels(Labels all) {
    labels = all;
  }

  void partition(Partition how) {
    partition = how;
  }

  /** Adds the keys that a study file would have. */
  void addKeys(Set<String> keys) {
    if (!views.isEmpty() || labels != null) {
      keys.add("data");
    }
    if (partition != null) {
      keys.add("partition");
    }
  }

  Layout layout() {
    PartitionRules.requireViews(views.keySet());
    if (labels == null) {
      throw new BadInput("data has no 'labels'; it needs one");
    }
    return partition.layout(views, labels.called("the labels of the data"));
  }
}
