package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Target;
import io.parallax.data.Alignment;
import io.parallax.data.Column;
import io.parallax.data.IdRule;
import io.parallax.data.Ids;
import io.parallax.data.LabelColumn;
import io.parallax.data.Table;
import io.parallax.study.Align;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads (or generates) the rows of a study and aligns them by id. */
public final class StudyReader {
  private static final String ALL = TargetReader.ALL;
  private final Study study;
  private final ColumnPlan plan;
  private final StudyTables files = new StudyTables();

  private StudyReader(Study study) {
    this.study = study;
    this.plan = new ColumnPlan(study.preparation());
  }

  public static StudyData load(Study study) {
    if (study.generated().isPresent()) {
      return GeneratedData.of(study);
    }
    StudyReader reader = new StudyReader(study);
    return study.layout() instanceof Layout.Horizontal parties
        ? reader.sites(parties)
        : reader.views();
  }

  /** One file for each view, of the same people. */
  private StudyData views() {
    IdRule rule = study.protection().align().ids();
    Optional<TargetReader> target =
        study.layout().target().map(columns -> new TargetReader(labelSource(), columns, rule));
    Optional<LabelColumn> labels =
        study.labelled() && target.isEmpty()
            ? Optional.of(labels()).map(l -> l.withIds(rule.apply(l.source(), l.ids())))
            : Optional.empty();
    Map<String, List<String>> ids = new LinkedHashMap<>();
    labels.ifPresent(known -> ids.put(known.source(), known.ids()));
    target.ifPresent(known -> ids.put(known.name(), known.ids()));
    Map<String, List<Column>> columns = columns();
    Map<String, Table> whole = whole(columns, rule, labels);
    List<String> notes = new ArrayList<>();
    SourceIds sources = sources(ids, whole, notes);
    Map<String, Table> tables = new LinkedHashMap<>();
    String labelled =
        labels.map(LabelColumn::source).or(() -> target.map(TargetReader::name)).orElse("");
    List<String> common = joined(ids, labelled, whole, tables, notes);
    int[] codes = labels.map(l -> l.codesFor(common)).orElse(new int[common.size()]);
    labels.ifPresent(known -> notes.addAll(LabelRemarks.of(known, codes, labelSource().place())));
    StudyData data =
        new StudyData(
            study,
            tables,
            columns,
            codes,
            labels.map(LabelColumn::classes).orElse(List.of(ALL)),
            RowOwners.of(study, codes, subjects(common)),
            blocks(common),
            notes);
    String lacking = study.layout().spreadsRows() ? RowTally.NOT_IN_ALL : RowTally.TOO_FEW;
    return target
        .map(known -> data.withTarget(known.rowsFor(common)))
        .orElse(data)
        .with(sources.tally(common, lacking));
  }

  /** Takes sequences with enough steps into both maps, and returns all ids that sources have. */
  private SourceIds sources(
      Map<String, List<String>> ids, Map<String, Table> whole, List<String> notes) {
    SourceIds sources = new SourceIds();
    ids.values().forEach(sources::labels);
    for (String view : study.views()) {
      Table enough = source(view).steps().taken(view, whole.get(view), notes::add);
      sources.view(study.layout().holderName(view), whole.get(view).ids(), enough.ids());
      whole.put(view, enough);
      ids.put(holder(view), enough.ids());
    }
    return sources;
  }

  /**
   * Joins the rows of all views, and returns the ids of the study's.
   *
   * @param ids of every source
   * @param labels the source of labels; empty: there is none
   * @param whole every view's rows
   * @param tables receives every view's part of the study's rows
   */
  private List<String> joined(
      Map<String, List<String>> ids,
      String labels,
      Map<String, Table> whole,
      Map<String, Table> tables,
      List<String> notes) {
    Align align = study.protection().align();
    if (!align.whole()) {
      PartialViews partial = new PartialViews(study, whole);
      tables.putAll(partial.tables(ids.values().iterator().next(), notes));
      return tables.values().iterator().next().ids();
    }
    List<String> common = Alignment.common(ids);
    notes.addAll(SourceIds.leftOut(ids, labels, common.size()));
    whole.forEach((view, table) -> tables.put(view, table.rowsFor(common)));
    return common;
  }

  /** Reads every view's rows, as many as there are. */
  private Map<String, Table> whole(
      Map<String, List<Column>> columns, IdRule rule, Optional<LabelColumn> labels) {
    Map<String, Table> whole = new LinkedHashMap<>();
    Map<String, Table> named = new LinkedHashMap<>();
    for (String view : study.views()) {
      Table table = files.table(source(view), columns.get(view));
      table = table.withIds(rule.apply(holder(view), table.ids()));
      whole.put(view, sound(holder(view), table));
      named.put(holder(view), table);
    }
    StudyTables.requireSameRows(labels.filter(l -> labelSource().matrix().isPresent()), named);
    return whole;
  }

  private Study.Source source(String view) {
    return study.layout().source(view).orElseThrow();
  }

  /** Returns how messages call whoever holds a view. */
  private String holder(String view) {
    String party = study.layout().holderName(view);
    return party.isEmpty() ? "view " + view : "party " + party;
  }

  /** Returns the groups that splits respect, if the study names columns of the label file. */
  private int[] blocks(List<String> ids) {
    SplitGroups blocks = new SplitGroups(study.evaluation());
    if (study.evaluation().columns().isEmpty() || !study.labelled()) {
      return new int[0]; // who has no labels draws no splits
    }
    blocks.add("", labelSource(), ids);
    return blocks.codes();
  }

  private LabelColumn labels() {
    Study.LabelSource source = labelSource();
    return classes(StudyTables.labels(source), source);
  }

  /** Every party has rows of its own, in all views. */
  private StudyData sites(Layout.Horizontal parties) {
    Map<String, List<Column>> byView = siteColumns(parties);
    List<LabelColumn> labels = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    List<Map<String, Table>> parts = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<RowTally> tallies = new ArrayList<>();
    SplitGroups blocks = new SplitGroups(study.evaluation());
    for (Layout.Site site : parties.sites()) {
      Study.LabelSource source = site.labels();
      Optional<TargetReader> target =
          site.target().map(columns -> new TargetReader(source, columns, IdRule.NONE));
      LabelColumn own =
          target.map(TargetReader::groups).orElseGet(() -> StudyTables.labels(source));
      SourceIds sources = new SourceIds();
      sources.labels(own.ids());
      Map<String, Table> tables = tables(site, own, byView, sources, notes);
      List<String> common = common(site, own, tables, notes);
      tallies.add(sources.tally(common, RowTally.NOT_IN_ALL));
      List<String> named = Ids.of(common.stream().map(id -> site.id() + "/" + id).iterator());
      labels.add(own.rowsFor(common).withIds(named));
      target.ifPresent(known -> targets.add(known.part(common)));
      blocks.add(site.id().name(), source, common);
      tables.replaceAll((view, table) -> table.rowsFor(common).withIds(named));
      parts.add(tables);
    }
    StudyData data =
        stacked(parties, byView, labels, parts, blocks, notes).with(RowTally.sum(tallies));
    return targets.stream()
        .reduce(Target::append)
        .map(all -> TargetReader.shared(all, data.codes(), parties.sites().size()))
        .map(data::withTarget)
        .orElse(data);
  }

  /** Returns the ids that a party with people of its own has in all views, and with a label. */
  private static List<String> common(
      Layout.Site site, LabelColumn own, Map<String, Table> tables, List<String> notes) {
    Map<String, List<String>> ids = new LinkedHashMap<>();
    ids.put(own.source(), own.ids());
    tables.forEach((view, table) -> ids.put("party " + site.id() + ", view " + view, table.ids()));
    List<String> common = Alignment.common(ids);
    notes.addAll(SourceIds.leftOut(ids, own.source(), common.size()));
    site.requireRows(common.size());
    return common;
  }

  /** Reads the views of one party with people of its own. */
  private Map<String, Table> tables(
      Layout.Site site,
      LabelColumn own,
      Map<String, List<Column>> byView,
      SourceIds sources,
      List<String> notes) {
    Map<String, Table> tables = new LinkedHashMap<>();
    Map<String, Table> called = new LinkedHashMap<>();
    site.views()
        .forEach(
            (view, data) -> {
              Table table = files.table(data, byView.get(view));
              tables.put(view, sound("party " + site.id(), table));
              called.put("party " + site.id() + ", view " + view, table);
            });
    StudyTables.requireSameRows(site.labels().matrix().map(matrix -> own), called);
    site.views()
        .forEach(
            (view, data) -> {
              String where = view + " of party " + site.id();
              Table taken = data.steps().taken(where, tables.get(view), notes::add);
              sources.view(site.id().name(), tables.get(view).ids(), taken.ids());
              tables.put(view, taken);
            });
    return tables;
  }

  private StudyData stacked(
      Layout.Horizontal parties,
      Map<String, List<Column>> byView,
      List<LabelColumn> labels,
      List<Map<String, Table>> parts,
      SplitGroups blocks,
      List<String> notes) {
    LabelColumn both = LabelColumn.stack("the parties' labels", labels);
    LabelColumn all = parties.target().isPresent() ? both : classes(both, labelSource());
    Map<String, Table> tables = new LinkedHashMap<>();
    List<List<String>> ids = labels.stream().map(LabelColumn::ids).toList();
    SiteViews views = new SiteViews(parts, ids);
    parties.views().forEach(view -> tables.put(view, Table.stack(view, views.parts(view))));
    notes.addAll(parties.lacking());
    RowOwners owners =
        RowOwners.inOrder(parties.parties(), labels.stream().map(l -> l.ids().size()).toList());
    return new StudyData(
        study,
        tables,
        byView,
        all.codes(),
        all.classes(),
        Optional.of(owners),
        blocks.codes(),
        notes);
  }

  private LabelColumn classes(LabelColumn labels, Study.LabelSource source) {
    Map<String, List<String>> classes = study.preparation().classes();
    LabelColumn used = classes.isEmpty() ? labels : labels.grouped(classes);
    return used.severalClasses(source.place());
  }

  private Study.LabelSource labelSource() {
    return study.layout().labels().orElseThrow();
  }

  /** The subject of every row, where rows are spread by subject. */
  private int[] subjects(List<String> ids) {
    Optional<String> by =
        study.layout() instanceof Layout.Pooled pooled
            ? pooled.partition().column()
            : Optional.empty();
    return by.map(column -> StudyTables.column(labelSource(), column).codesFor(ids))
        .orElse(new int[0]);
  }

  /** Each view's columns, where every view is a file of its own. */
  private Map<String, List<Column>> columns() {
    Map<String, List<Column>> columns = new LinkedHashMap<>();
    List<Study.LabelSource> labels = targets();
    for (String view : study.views()) {
      List<String> names = names(holder(view), source(view), labels);
      columns.put(view, selected(view, plan.columns(names, List.of(source(view)))));
    }
    plan.requireAllUsed();
    return columns;
  }

  /** Returns the columns that are learnt: of labels one, of another target one or more. */
  private List<Study.LabelSource> targets() {
    return study.layout().labels().stream()
        .flatMap(
            source ->
                study
                    .layout()
                    .target()
                    .map(target -> target.all().stream().map(source::with))
                    .orElse(Stream.of(source)))
        .toList();
  }

  /** Each view's columns, which all parties must have. */
  private Map<String, List<Column>> siteColumns(Layout.Horizontal parties) {
    Map<String, List<Column>> columns = new LinkedHashMap<>();
    for (String view : study.views()) {
      List<Study.Source> all =
          parties.sites().stream().flatMap(site -> site.source(view).stream()).toList();
      columns.put(view, selected(view, plan.columns(siteNames(parties, view), all)));
    }
    plan.requireAllUsed();
    return columns;
  }

  /** Those that an earlier model found important, where the study goes by one. */
  private List<Column> selected(String view, List<Column> columns) {
    return study
        .preparation()
        .select()
        .map(select -> ColumnSelection.of(select, view, columns))
        .orElse(columns);
  }

  private List<String> siteNames(Layout.Horizontal parties, String view) {
    List<Layout.Site> having =
        parties.sites().stream().filter(site -> site.source(view).isPresent()).toList();
    List<String> first = names(having.get(0), view);
    for (Layout.Site site : having) {
      if (!Set.copyOf(names(site, view)).equals(Set.copyOf(first))) {
        throw new BadInput(
            "view %s has other columns at party %s than at party %s; all parties need the same"
                .formatted(view, site.id(), having.get(0).id()));
      }
    }
    return first;
  }

  private List<String> names(Layout.Site site, String view) {
    return names("party " + site.id(), site.source(view).orElseThrow(), site.learnt());
  }

  /** A view's own columns: not the label, where it stands in the same file. */
  private List<String> names(String holder, Study.Source source, List<Study.LabelSource> labels) {
    List<String> names = files.names(source, labels);
    if (source.matrix().isPresent()) {
      return names;
    }
    if (names.contains(source.id())) {
      throw new BadInput(
          "%s: column '%s' is the id and cannot be a feature; take it out of the columns"
              .formatted(holder, source.id()));
    }
    for (Study.LabelSource label : labels) {
      if (names.contains(label.column())) {
        throw new BadInput(
            ("%s: %s has a column '%s', the name of the label column; take it out, or"
                    + " rename it if it is something else")
                .formatted(holder, source.rows().source(), label.column()));
      }
    }
    return names;
  }

  /** Refuses missing values, where they are not to be filled, and columns too large to scale. */
  private Table sound(String holder, Table table) {
    return StudyTables.squarable(holder, table).under(study.preparation().missing());
  }
}
