package io.parallax.cli.node;

import io.parallax.cli.study.Study;
import io.parallax.cli.study.Study.LabelSource;
import io.parallax.cli.study.Study.Member;
import io.parallax.cli.study.Study.Preparation;
import io.parallax.cli.study.Study.Site;
import io.parallax.cli.study.Study.Source;
import io.parallax.cli.study.StudyData;
import io.parallax.cli.study.StudyReader;
import io.parallax.cli.study.StudyTables;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.IdIndex;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** One party's own rows for a study, read as a simulation would read them. */
final class LocalRows {
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
    return study.sites().isEmpty() ? rows.view() : rows.site();
  }

  private StudyData view() {
    Member named =
        study.parties().stream()
            .filter(member -> member.id().equals(party.name()))
            .findFirst()
            .orElseThrow(() -> new BadInput("the study does not name party " + party.name()));
    Optional<LabelSource> labels = labels(List.of(named.view()));
    if (named.labels() && labels.isEmpty()) {
      throw new BadInput(
          "the study wants the labels of party %s, and its file names none; add 'labels'"
              .formatted(party.name()));
    }
    Source source = source(named.view(), List.of());
    Member own =
        new Member(
            named.id(),
            named.view(),
            Optional.of(source),
            named.labels(),
            named.labels() ? labels : Optional.empty(),
            Set.of());
    // without labels there is nothing to learn here: the rows are read as for grouping
    int groups = named.labels() ? study.clusters() : Math.max(1, study.clusters());
    Preparation how = preparation(List.of(source));
    StudyData data = StudyReader.load(study.alone(List.of(own), List.of(), how, groups));
    return ordered(data, data.ids());
  }

  private StudyData site() {
    Site named =
        study.sites().stream()
            .filter(site -> site.id().equals(party.name()))
            .findFirst()
            .orElseThrow(() -> new BadInput("the study does not name party " + party.name()));
    Optional<LabelSource> labels = labels(study.views());
    if (labels.isEmpty()) {
      throw new BadInput("party " + party.name() + " has no labels; add 'labels' to its file");
    }
    Map<String, Source> views = new LinkedHashMap<>();
    named.views().forEach((view, s) -> views.put(view, source(view, s.columns())));
    Site own = new Site(party.name(), views, labels.get(), Set.of(), named.rows());
    Preparation how = preparation(views.values());
    return StudyReader.load(study.alone(study.parties(), List.of(own), how, study.clusters()));
  }

  /** Where a view is, with the columns that the study names, else those that the owner offers. */
  private Source source(String view, List<String> wanted) {
    Source source = party.source(view);
    if (source.matrix().isPresent()) {
      return source;
    }
    List<String> columns = wanted.isEmpty() ? source.columns() : wanted;
    if (columns.isEmpty() && !party.policy().columns().isEmpty()) {
      columns = names(source).stream().filter(c -> party.policy().columns().contains(c)).toList();
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
        study.sites().stream()
            .filter(site -> site.id().equals(party.name()))
            .findFirst()
            .map(site -> site.views().get(view).columns())
            .orElse(List.of());
    Source source = rows.source(view, wanted);
    boolean named = source.matrix().isPresent() || !source.columns().isEmpty();
    return named ? source.columns() : rows.names(source);
  }

  private List<String> names(Source source) {
    return new StudyTables().names(source, List.copyOf(party.labels().values()));
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

  private static int[] blocks(StudyData data, int[] place) {
    return data.blocks().length == 0
        ? data.blocks()
        : IntStream.of(place).map(row -> data.blocks()[row]).toArray();
  }

  /** Some of the rows, in natural order of their ids. */
  static StudyData ordered(StudyData data, List<String> some) {
    List<String> ids = NaturalOrder.IDS.sorted(some);
    IdIndex index = new IdIndex(data.ids());
    int[] place = ids.stream().mapToInt(index::place).toArray();
    int[] codes = IntStream.of(place).map(row -> data.codes()[row]).toArray();
    Map<PartyId, Table> tables = new LinkedHashMap<>();
    data.tables().forEach((id, table) -> tables.put(id, table.rowsFor(ids)));
    return new StudyData(
        data.study(),
        tables,
        data.columns(),
        codes,
        data.classes(),
        data.owners(),
        blocks(data, place),
        data.notes());
  }
}
