package io.parallax.cli.node;

import io.parallax.cli.study.Study;
import io.parallax.cli.study.Study.LabelSource;
import io.parallax.cli.study.Study.Source;
import io.parallax.core.BadInput;
import io.parallax.data.CsvFile;
import io.parallax.data.RowEngine;
import io.parallax.engine.Hashes;
import io.parallax.party.Decision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What rows are known by: their number, their columns, and a hash of what they are read from. Rows
 * in an engine are known by where they are, since nobody but the engine reads them all.
 */
final class RowMarks {
  private final PartyConfig party;
  private final Study study;

  /**
   * @param party with tables turned into files
   */
  RowMarks(PartyConfig party, Study study) {
    this.party = party;
    this.study = study;
  }

  /**
   * @param labels whether those are used, too
   */
  List<Decision.Rows> of(List<String> views, boolean labels) {
    List<Decision.Rows> marks = new ArrayList<>();
    for (String view : views) {
      marks.add(rows(view, party.source(view)));
    }
    if (labels) {
      views.stream()
          .filter(party.labels()::containsKey)
          .findFirst()
          .ifPresent(view -> marks.add(labels(view, party.labels().get(view))));
    }
    return marks;
  }

  private Decision.Rows rows(String view, Source source) {
    if (source.engine().isPresent()) {
      RowEngine.Place place = source.engine().get().place();
      String where = Hashes.ofLines(List.of(place.format(), place.address(), place.query()));
      return new Decision.Rows(view, -1, source.columns(), where);
    }
    List<String> columns = LocalRows.columns(party, study, view);
    return file(view, source.file(), source.matrix().map(m -> m.table().ids().size()), columns);
  }

  private static Decision.Rows labels(String view, LabelSource labels) {
    return file(
        view + PartyConfig.LABELS,
        labels.file(),
        labels.matrix().map(m -> m.labels().ids().size()),
        List.of(labels.column()));
  }

  private static Decision.Rows file(
      String view, Path file, Optional<Integer> rows, List<String> columns) {
    try {
      String hash = Hashes.ofFile(file);
      long count = rows.isPresent() ? rows.get() : CsvFile.count(file);
      return new Decision.Rows(view, count, columns, hash);
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check the path and its rights", e);
    }
  }
}
