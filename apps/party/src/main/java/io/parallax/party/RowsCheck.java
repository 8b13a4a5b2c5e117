package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.ColumnNames;
import io.parallax.data.EngineTable;
import io.parallax.data.RowTable;
import io.parallax.data.Steps;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Source;
import io.parallax.study.TargetSource;
import io.parallax.study.rows.StudyTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks the columns that a party's file names against its rows. */
public final class RowsCheck {
  private final PartyConfig party;
  private final Set<String> offered = new HashSet<>(); // by the checked views

  public RowsCheck(PartyConfig party) {
    this.party = party;
  }

  /**
   * The columns of a table.
   *
   * @param source its name in messages
   * @param rows a description of its rows
   */
  private record Found(String source, List<String> names, String rows) {
    void require(String column, String role) {
      ColumnNames.require(source, names, column, role);
    }
  }

  /** Rejects a view without rows, id or a named column, and otherwise describes it. */
  public String view(String view) {
    Source source = party.data().get(view);
    if (source.matrix().isPresent()) {
      List<String> names = new StudyTables().names(source, List.of());
      offered.addAll(names);
      return source.rows().source() + ", " + names.size() + " columns";
    }
    Found found = found(source);
    found.require(source.id(), "id");
    List<String> features = new ArrayList<>(source.columns());
    if (features.isEmpty()) {
      features.addAll(found.names());
      features.remove(source.id());
      features.remove(source.steps().time());
      party.learnt().stream()
          .filter(learnt -> learnt.rows().equals(source.rows()))
          .forEach(learnt -> features.remove(learnt.column()));
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

  /** Rejects a policy about columns that no view has; must be called after all views. */
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

  /** Rejects labels without rows, id or column, and otherwise describes them. */
  public String labels(String view) {
    LabelSource labels = party.labels().get(view);
    if (labels.matrix().isPresent()) {
      return labels.matrix().get().labels().ids().size() + " in " + labels.rows().source();
    }
    Found found = table(labels.table());
    found.require(labels.id(), "id");
    found.require(labels.column(), "label");
    return found.rows();
  }

  /** Rejects a target without rows, id or columns, and otherwise describes it. */
  public String target(String view) {
    TargetSource target = party.targets().get(view);
    Found found = table(target.rows().table());
    found.require(target.rows().id(), "id");
    target.columns().all().forEach(column -> found.require(column, "target"));
    return "%s, kind %s".formatted(found.rows(), target.columns().kind().word());
  }

  private static Found found(Source source) {
    return source
        .engine()
        .map(RowsCheck::elsewhere)
        .orElseGet(() -> table(source.table().orElseThrow()));
  }

  private static Found table(RowTable table) {
    for (Path file : table.files()) {
      if (!Files.isReadable(file)) {
        throw new BadInput("cannot read " + file + "; check the path and its rights");
      }
    }
    String rows = table.files().isEmpty() ? table.count() + " rows" : table.source();
    return new Found(table.source(), table.names(), rows);
  }

  private static Found elsewhere(EngineTable table) {
    List<String> names = table.reader().names(table.place());
    boolean none = names.isEmpty() || table.reader().empty(table.place());
    if (none) {
      throw new BadInput(table.place() + ": there are no rows; add the data");
    }
    return new Found(table.place().toString(), names, "in the engine");
  }
}
