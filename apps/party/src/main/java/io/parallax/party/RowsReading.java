package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.Alignment;
import io.parallax.data.Column;
import io.parallax.data.IdRule;
import io.parallax.data.LabelColumn;
import io.parallax.data.Missing;
import io.parallax.data.RowTable;
import io.parallax.data.Table;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Source;
import io.parallax.study.TargetSource;
import io.parallax.study.rows.StudyTables;
import io.parallax.study.rows.TargetReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads all rows of a party's file as a study would, before anybody signs one. */
public final class RowsReading {
  private final PartyConfig party;
  private final Map<String, List<String>> ids = new HashMap<>(); // of the views that were read

  public RowsReading(PartyConfig party) {
    this.party = party;
  }

  /**
   * Rows that a study can use.
   *
   * @param text a description
   * @param warnings settings without which a study cannot use them
   */
  public record Found(String text, List<String> warnings) {}

  /** Reads a view; rejects cells that are not numbers, and ids that are empty or occur twice. */
  public Found view(String view) {
    Source source = LocalRows.source(party, view, List.of());
    List<String> names = LocalRows.names(party, source);
    List<String> words = source.table().map(table -> table.wordy(names)).orElse(List.of());
    List<Column> numbers =
        names.stream().filter(name -> !words.contains(name)).map(Column::numeric).toList();
    List<String> warnings = new ArrayList<>();
    words.forEach(name -> warnings.add(words(source, name)));
    if (numbers.isEmpty()) {
      List<String> people = ids(source, source.table().orElseThrow());
      ids.put(view, people);
      return new Found(people.size() + " rows", warnings);
    }
    Table table = new StudyTables().table(source, numbers);
    StudyTables.squarable("view " + view, table);
    try {
      table.under(Missing.ERROR);
    } catch (BadInput e) {
      warnings.add(e.getMessage());
    }
    Table taken = source.steps().taken(view, table, warnings::add);
    ids.put(view, taken.ids());
    return new Found(taken.ids().size() + " rows", warnings);
  }

  private static List<String> ids(Source source, RowTable table) {
    return table.ids(source.id(), source.steps().timed());
  }

  private static String words(Source source, String column) {
    return "%s: column '%s' has no number; a study must name it under 'categorical', or take it out of 'columns'"
        .formatted(source.rows().source(), column);
  }

  /** Reads the labels of a view; rejects missing ones, and those that are all alike. */
  public Found labels(String view) {
    LabelSource source = party.labels().get(view);
    LabelColumn labels = StudyTables.labels(source).severalClasses(source.place());
    return met(view, labels.source(), labels.ids(), labels.classes().size() + " classes");
  }

  /** Reads the target of a view; rejects missing and impossible values. */
  public Found target(String view) {
    TargetSource own = party.targets().get(view);
    TargetReader reader = new TargetReader(own.rows(), own.columns(), IdRule.NONE);
    reader.part(reader.ids());
    return met(view, reader.name(), reader.ids(), "kind " + own.columns().kind().word());
  }

  /** Rejects a truth that no row of its view has. */
  private Found met(String view, String name, List<String> own, String text) {
    if (!ids.containsKey(view)) {
      return new Found("%d rows, %s".formatted(own.size(), text), List.of()); // its view is bad
    }
    Map<String, List<String>> both = new LinkedHashMap<>();
    both.put(name, own);
    both.put("view " + view, ids.get(view));
    int common = Alignment.common(both).size();
    return new Found(
        "%d rows, %s; %d rows of view %s are without"
            .formatted(own.size(), text, ids.get(view).size() - common, view),
        List.of());
  }
}
