package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.IdIndex;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import io.parallax.remote.NaturalOrder;
import io.parallax.study.Layout;
import io.parallax.study.Layout.Holder;
import io.parallax.study.Layout.Site;
import io.parallax.study.Study;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Preparation;
import io.parallax.study.Study.Source;
import io.parallax.study.TargetColumns;
import io.parallax.study.TargetSource;
import io.parallax.study.Task;
import io.parallax.study.rows.LackedViews;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudyTables;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Reads a party's rows for a study as a run in one process would read them. */
final class LocalRows {
  /** Begins the name of a row that the party lacks; no id has such a character. */
  static final String ABSENT = "\0not here ";

  private final PartyConfig party;
  private final Study study;

  private LocalRows(PartyConfig party, Study study) {
    this.party = party;
    this.study = study;
  }

  /**
   * Reads them. Parties that hold the same people have them in natural order of ids; the classes
   * are those of this party's own labels.
   */
  static StudyData read(PartyConfig party, Study study) {
    LocalRows rows = new LocalRows(party, study);
    return study.layout().spreadsRows() ? rows.site() : rows.view();
  }

  private StudyData view() {
    Holder named =
        study.layout().holders().stream()
            .filter(member -> member.id().equals(party.name()))
            .findFirst()
            .orElseThrow(() -> new BadInput("the study does not name party " + party.name()));
    Optional<TargetSource> target =
        named.target().map(asked -> target(asked, List.of(named.view())));
    Optional<LabelSource> labels =
        target.map(TargetSource::rows).or(() -> labels(List.of(named.view())));
    if (named.labels() && labels.isEmpty()) {
      throw new BadInput(
          "the study wants the labels of party %s, and its file names none; add 'labels'"
              .formatted(party.name()));
    }
    Source source = source(named.view(), List.of());
    Holder own =
        new Holder(
            named.id(),
            named.view(),
            Optional.of(source),
            named.labels(),
            named.labels() ? labels : Optional.empty(),
            Set.of(),
            target.map(TargetSource::columns));
    // without labels there is nothing to learn here: the rows are read as for grouping
    boolean unlabelled = study.task().learnsLabels() && !named.labels();
    Study alone =
        study.alone(
            unlabelled ? new Task.Groups(1) : study.task(),
            new Layout.Vertical(List.of(own)),
            preparation(List.of(source)),
            study.protection().alone());
    StudyData data = StudyReader.load(alone);
    return ordered(data, data.ids());
  }

  /** Returns the own target, with no other columns than the study asks for. */
  private TargetSource target(TargetColumns asked, List<String> views) {
    TargetSource own =
        party
            .target(views)
            .filter(found -> found.columns().kind() == asked.kind())
            .orElseThrow(
                () ->
                    new BadInput(
                        "the study wants a target of kind %s of party %s, and its file names none; add 'target'"
                            .formatted(asked.kind().word(), party.name())));
    Set<String> missing = new TreeSet<>(asked.further());
    missing.removeAll(own.columns().further());
    if (!missing.isEmpty()) {
      throw new BadInput(
          "the study wants %s of the target of party %s, and its file names no such column; add it under 'target', or remove it from the study"
              .formatted(String.join(" and ", missing), party.name()));
    }
    return new TargetSource(own.rows(), own.columns().only(asked.further()));
  }

  private StudyData site() {
    Site named =
        study.layout().sites().stream()
            .filter(site -> site.id().equals(party.name()))
            .findFirst()
            .orElseThrow(() -> new BadInput("the study does not name party " + party.name()));
    List<String> has = List.copyOf(named.views().keySet());
    Optional<TargetSource> target = named.target().map(asked -> target(asked, has));
    Optional<LabelSource> labels = target.map(TargetSource::rows).or(() -> labels(has));
    if (labels.isEmpty()) {
      throw new BadInput("party " + party.name() + " has no labels; add 'labels' to its file");
    }
    Map<String, Source> views = new LinkedHashMap<>();
    named.views().forEach((view, s) -> views.put(view, source(view, s.columns())));
    Site own =
        new Site(
            party.name(),
            views,
            labels.get(),
            Set.of(),
            named.rows(),
            target.map(TargetSource::columns));
    Preparation how = preparation(views.values());
    Layout rows = new Layout.Horizontal(has, List.of(own));
    StudyData read = StudyReader.load(study.alone(study.task(), rows, how, study.protection()));
    return study.layout().lacksViews() ? new LackedViews(study).beside(read) : read;
  }

  private Source source(String view, List<String> wanted) {
    return source(party, view, wanted);
  }

  /** Returns a view's source with the study's columns, or else those that the owner offers. */
  static Source source(PartyConfig party, String view, List<String> wanted) {
    Source source = party.source(view);
    if (source.matrix().isPresent()) {
      return source;
    }
    List<String> columns = wanted.isEmpty() ? source.columns() : wanted;
    if (columns.isEmpty() && !party.policy().columns().isEmpty()) {
      columns =
          names(party, source).stream().filter(c -> party.policy().columns().contains(c)).toList();
    }
    return source.with(columns);
  }

  private Optional<LabelSource> labels(List<String> views) {
    return views.stream().map(party.labels()::get).filter(Objects::nonNull).findFirst();
  }

  /**
   * The columns of a view that the study uses; none: it is a matrix.
   *
   * @param party with rows that are files
   */
  static List<String> columns(PartyConfig party, Study study, String view) {
    LocalRows rows = new LocalRows(party, study);
    List<String> wanted =
        study.layout().sites().stream()
            .filter(site -> site.id().equals(party.name()))
            .findFirst()
            .map(site -> site.views().get(view).columns())
            .orElse(List.of());
    Source source = rows.source(view, wanted);
    boolean named = source.matrix().isPresent() || !source.columns().isEmpty();
    return named ? source.columns() : rows.names(source);
  }

  private List<String> names(Source source) {
    return names(party, source);
  }

  /** Returns the names of the columns of a view that become features. */
  static List<String> names(PartyConfig party, Source source) {
    return new StudyTables().names(source, party.learnt());
  }

  /** Without what the study says about columns that other parties have. */
  private Preparation preparation(Collection<Source> sources) {
    Preparation all = study.preparation();
    Set<String> own = new java.util.HashSet<>();
    sources.forEach(source -> own.addAll(names(source)));
    Map<String, List<Double>> absent = new LinkedHashMap<>(all.absent());
    Map<String, List<String>> categorical = new LinkedHashMap<>(all.categorical());
    Map<String, List<Double>> clip = new LinkedHashMap<>(all.clip());
    own.add(Steps.GAP);
    clip.keySet().retainAll(own);
    absent.keySet().retainAll(own);
    categorical.keySet().retainAll(own);
    return new Preparation(
        all.scales(), all.missing(), absent, categorical, clip, all.classes(), Optional.empty());
  }

  /** Returns rows in another order; blank ones stay blank. */
  private static Table some(Table table, List<String> ids) {
    return table.blank().isEmpty() ? table.rowsFor(ids) : table.present().spreadOver(ids);
  }

  private static int[] blocks(StudyData data, int[] place) {
    return data.blocks().length == 0
        ? data.blocks()
        : IntStream.of(place).map(row -> data.blocks()[row]).toArray();
  }

  /**
   * Returns the study's rows, of which this party has some.
   *
   * @param held ids of those
   * @param places where they stand among the study's
   * @param rows number of the study's rows
   */
  static StudyData placed(StudyData data, List<String> held, int[] places, int rows) {
    String[] ids = new String[rows];
    Arrays.setAll(ids, i -> ABSENT + i);
    for (int i = 0; i < places.length; i++) {
      ids[places[i]] = held.get(i);
    }
    List<String> all = List.of(ids);
    IdIndex index = new IdIndex(data.ids());
    int[] place = all.stream().mapToInt(index::place).toArray();
    int[] codes = IntStream.of(place).map(row -> row < 0 ? 0 : data.codes()[row]).toArray();
    Map<String, Table> tables = new LinkedHashMap<>();
    data.tables().forEach((view, table) -> tables.put(view, table.present().spreadOver(all)));
    StudyData placed =
        new StudyData(
            data.study(),
            tables,
            data.columns(),
            codes,
            data.classes(),
            data.owners(),
            blocks(data, place),
            data.notes());
    return data.target().map(values -> placed.withTarget(values.select(place))).orElse(placed);
  }

  /** Some of the rows, in natural order of their ids. */
  static StudyData ordered(StudyData data, List<String> some) {
    List<String> ids = NaturalOrder.IDS.sorted(some);
    IdIndex index = new IdIndex(data.ids());
    int[] place = ids.stream().mapToInt(index::place).toArray();
    int[] codes = IntStream.of(place).map(row -> data.codes()[row]).toArray();
    Map<String, Table> tables = new LinkedHashMap<>();
    data.tables().forEach((view, table) -> tables.put(view, some(table, ids)));
    StudyData ordered =
        new StudyData(
            data.study(),
            tables,
            data.columns(),
            codes,
            data.classes(),
            data.owners(),
            blocks(data, place),
            data.notes());
    return data.target().map(all -> ordered.withTarget(all.select(place))).orElse(ordered);
  }
}
