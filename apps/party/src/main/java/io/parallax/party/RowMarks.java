package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.study.Study;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Source;
import io.parallax.study.TargetColumns;
import io.parallax.study.TargetSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Describes rows by their number, their columns and the hash of their source. Rows in an engine are
 * described by their address, since only the engine reads them all.
 */
final class RowMarks {
  private final PartyConfig party;
  private final Study study;

  /**
   * @param party has snapshots instead of tables
   */
  RowMarks(PartyConfig party, Study study) {
    this.party = party;
    this.study = study;
  }

  /**
   * @param labels whether labels are used
   */
  List<Decision.Rows> of(List<String> views, boolean labels) {
    List<Decision.Rows> marks = new ArrayList<>();
    for (String view : views) {
      marks.add(rows(view, party.source(view)));
    }
    Optional<TargetColumns> asked = study.layout().target();
    if (labels && asked.isPresent()) {
      views.stream()
          .filter(party.targets()::containsKey)
          .findFirst()
          .ifPresent(
              view -> marks.add(target(view, party.targets().get(view), asked.get().further())));
    } else if (labels) {
      views.stream()
          .filter(party.labels()::containsKey)
          .findFirst()
          .ifPresent(view -> marks.add(labels(view, party.labels().get(view))));
    }
    return marks;
  }

  private Decision.Rows rows(String view, Source source) {
    if (source.engine().isPresent()) {
      return marks(view, source.rows(), -1, source.columns()); // only the engine can count them
    }
    long count =
        source.matrix().isPresent()
            ? source.matrix().get().table().ids().size()
            : source.table().orElseThrow().count();
    return marks(view, source.rows(), count, LocalRows.columns(party, study, view));
  }

  private static Decision.Rows labels(String view, LabelSource labels) {
    long count =
        labels.matrix().isPresent()
            ? labels.matrix().get().labels().ids().size()
            : labels.table().count();
    return marks(view + PartyConfig.LABELS, labels.rows(), count, List.of(labels.column()));
  }

  private static Decision.Rows target(String view, TargetSource target, Set<String> asked) {
    RowTable table = target.rows().table();
    List<String> columns = target.columns().only(asked).all();
    return marks(view + PartyConfig.TARGET, table, table.count(), columns);
  }

  private static Decision.Rows marks(
      String view, RowSource source, long count, List<String> columns) {
    try {
      return new Decision.Rows(view, count, columns, source.hash());
    } catch (IOException e) {
      throw new BadInput("cannot read " + source.source() + "; check the path and its rights", e);
    }
  }
}
