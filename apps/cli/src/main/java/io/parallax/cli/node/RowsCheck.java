package io.parallax.cli.node;

import io.parallax.cli.study.Study.LabelSource;
import io.parallax.cli.study.Study.Source;
import io.parallax.cli.study.StudyTables;
import io.parallax.core.BadInput;
import io.parallax.data.ColumnNames;
import io.parallax.data.CsvFile;
import io.parallax.data.Steps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Holds what a party's file says of its rows against the columns that are really there. */
public final class RowsCheck {
  private final PartyConfig party;
  private final Set<String> offered = new HashSet<>(); // by the views that were looked at

  public RowsCheck(PartyConfig party) {
    this.party = party;
  }

  /**
   * Columns of a table that has rows.
   *
   * @param source what messages call it
   * @param rows what to say of them
   */
  private record Found(String source, List<String> names, String rows) {
    void require(String column, String role) {
      ColumnNames.require(source, names, column, role);
    }
  }

  /** Refuses a view without rows, id or a column that the file names; else says what there is. */
  public String view(String view) {
    Source source = party.data().get(view);
    if (source.matrix().isPresent()) {
      List<String> names = new StudyTables().names(source, List.of());
      offered.addAll(names);
      return source.file() + ", " + names.size() + " columns";
    }
    Found found = found(view, source);
    found.require(source.id(), "id");
    List<String> features = new ArrayList<>(source.columns());
    if (features.isEmpty()) {
      features.addAll(found.names());
      features.remove(source.id());
      features.remove(source.steps().time());
      Optional.ofNullable(party.labels().get(view)).ifPresent(l -> features.remove(l.column()));
    }
    if (source.steps().timed()) {
      found.require(source.steps().time(), "time");
    }
    if (features.isEmpty()) {
      throw new BadInput(found.source() + ": no column besides the id; a view needs at least one");
    }
    if (features.contains(source.id())) {
      throw new BadInput(
          "%s: column '%s' is the id; take it out of 'columns'"
              .formatted(found.source(), source.id()));
    }
    for (String feature : features) {
      if (!feature.equals(Steps.GAP) || !source.steps().gap()) {
        found.require(feature, "view");
      }
    }
    offered.addAll(features);
    return "%s, %d columns and the id".formatted(found.rows(), features.size());
  }

  /** Refuses a policy about columns that none of the views has, when all were looked at. */
  public String policy() {
    List<String> unknown =
        party.policy().columns().stream().filter(c -> !offered.contains(c)).sorted().toList();
    if (!unknown.isEmpty()) {
      throw new BadInput(
          "policy.columns names %s, which no view offers; correct or remove them"
              .formatted(unknown));
    }
    return "the views offer all of policy.columns";
  }

  /** The same of a view's labels. */
  public String labels(String view) {
    LabelSource labels = party.labels().get(view);
    if (labels.matrix().isPresent()) {
      return labels.matrix().get().labels().ids().size() + " in " + labels.file();
    }
    Foreign table = party.tables().get(view + PartyConfig.LABELS);
    Found found = table == null ? file(labels.file()) : table(table);
    found.require(labels.id(), "id");
    found.require(labels.column(), "label");
    return found.rows();
  }

  private Found found(String view, Source source) {
    if (party.tables().containsKey(view)) {
      return table(party.tables().get(view));
    }
    return source.engine().map(RowsCheck::elsewhere).orElseGet(() -> file(source.file()));
  }

  private static Found file(Path file) {
    if (!Files.isReadable(file)) {
      throw new BadInput("cannot read " + file + "; check the path and its rights");
    }
    return new Found(file.toString(), CsvFile.names(file), file.toString());
  }

  private static Found table(Foreign table) {
    List<String> names = new ArrayList<>();
    long[] rows = {-1}; // the first are the names
    table.read(
        row -> {
          if (rows[0]++ < 0) {
            names.addAll(row);
          }
        });
    return some(rows[0] <= 0, new Found(table.name(), names, rows[0] + " rows"));
  }

  private static Found elsewhere(Source.EngineSource table) {
    List<String> names = table.reader().names(table.place());
    boolean none = names.isEmpty() || table.reader().empty(table.place());
    return some(none, new Found(table.place().toString(), names, "in the engine"));
  }

  private static Found some(boolean none, Found found) {
    if (none) {
      throw new BadInput(found.source() + ": there are no rows; add the data");
    }
    return found;
  }
}
