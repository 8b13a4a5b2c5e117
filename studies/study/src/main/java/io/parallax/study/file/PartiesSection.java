package io.parallax.study.file;

import io.parallax.core.PartyId;
import io.parallax.data.Steps;
import io.parallax.study.Layout;
import io.parallax.study.Layout.Holder;
import io.parallax.study.Layout.Site;
import io.parallax.study.Study;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Source;
import io.parallax.study.StudyRules;
import io.parallax.study.TargetSource;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The part of a study file that names the parties and their views. */
final class PartiesSection {
  private final Yaml root;
  private final Map<String, Yaml> top;
  private final SourceSection sources;
  private final Set<String> disclosures;
  private final boolean values;

  /**
   * @param disclosures those that an owner may allow
   * @param values whether the study learns targets; labels beside them are for other methods
   */
  PartiesSection(
      Yaml root, Map<String, Yaml> top, Path folder, Set<String> disclosures, boolean values) {
    this.root = root;
    this.top = top;
    this.sources = new SourceSection(folder);
    this.disclosures = disclosures;
    this.values = values;
  }

  /**
   * Reads the layout of parties with files of their own.
   *
   * @param elsewhere whether the rows are generated, or on the parties' machines
   * @param learns whether labels are needed, not only of use
   */
  Layout layout(boolean elsewhere, boolean learns) {
    return top.containsKey("views")
        ? new Layout.Horizontal(List.copyOf(viewColumns().keySet()), sites(elsewhere))
        : new Layout.Vertical(holders(elsewhere, learns));
  }

  /** {@code {history: [age, sex]}}: columns of one file; {@code [kar, fou]}: a file for each. */
  private Map<String, List<String>> viewColumns() {
    Yaml views = top.get("views");
    Map<String, List<String>> columns = new LinkedHashMap<>();
    if (views.isMap()) {
      views.entries().forEach((view, names) -> columns.put(view, SourceSection.names(names)));
    } else {
      SourceSection.names(views).forEach(view -> columns.put(view, List.of()));
    }
    if (columns.isEmpty()) {
      throw views.error("views is empty; name at least one");
    }
    return columns;
  }

  private List<Site> sites(boolean elsewhere) {
    List<Site> sites = new ArrayList<>();
    for (var entry : root.need("parties").entries().entrySet()) {
      PartyId id = Yaml.placed(entry.getValue(), () -> PartyId.of(entry.getKey()));
      sites.add(elsewhere ? remoteSite(id, entry.getValue()) : site(id, entry.getValue()));
    }
    return Yaml.placed(root.need("parties"), () -> StudyRules.sites(sites));
  }

  private Site site(PartyId id, Yaml value) {
    Map<String, Yaml> keys =
        value.entries("data", "labels", TargetSection.KEY, "allow", "rows", "lacks");
    Map<String, Source> views = views(value.need("data"), lacked(keys.get("lacks")));
    Optional<Source> first = views.values().stream().findFirst();
    Optional<TargetSource> target =
        target(keys).map(given -> sources.target(given, first, given.path()));
    return new Site(
        id,
        views,
        target.map(TargetSource::rows).orElseGet(() -> sources.labels(value.need("labels"), first)),
        allow(keys.get("allow")),
        Yaml.atLeast(keys.get("rows"), 1, 0),
        target.map(TargetSource::columns));
  }

  /** Returns a party's target, if the study learns targets. */
  private Optional<Yaml> target(Map<String, Yaml> keys) {
    return Optional.ofNullable(keys.get(TargetSection.KEY)).filter(given -> values);
  }

  /** Reads a party whose own file says where its rows are. */
  private Site remoteSite(PartyId id, Yaml value) {
    Map<String, Source> views = new LinkedHashMap<>();
    Map<String, Yaml> keys = value.entries("labels", TargetSection.KEY, "rows", "lacks");
    Set<String> lacked = lacked(keys.get("lacks"));
    viewColumns()
        .forEach(
            (view, names) -> {
              if (!lacked.contains(view)) {
                views.put(view, Source.csv(Path.of(""), Study.ID, names));
              } else if (names.isEmpty()) {
                throw keys.get("lacks")
                    .error(
                        "party %s lacks view '%s' and cannot know its columns; name them: views: {%s: [a, b]}"
                            .formatted(id, view, view));
              }
            });
    int rows = Yaml.atLeast(keys.get("rows"), 1, 0);
    return new Site(
        id,
        views,
        LabelSource.elsewhere(),
        Set.of(),
        rows,
        target(keys).map(given -> new TargetSection(given).elsewhere()));
  }

  /** Returns the names of the views that a party lacks: {@code lacks: [fou]}. */
  private Set<String> lacked(Yaml value) {
    List<String> known = List.copyOf(viewColumns().keySet());
    return value == null
        ? Set.of()
        : value.list().stream().map(view -> view.oneOf(known)).collect(Collectors.toSet());
  }

  /** Returns the sources of one party's views. */
  private Map<String, Source> views(Yaml data, Set<String> lacked) {
    Map<String, Source> views = new LinkedHashMap<>();
    Map<String, List<String>> columns = viewColumns();
    columns.keySet().removeAll(lacked);
    if (!top.get("views").isMap()) {
      data.entries(columns.keySet().toArray(String[]::new));
      columns.keySet().forEach(view -> views.put(view, sources.rows(data.need(view))));
      return views;
    }
    Source file = sources.withNames(data);
    Steps steps = file.steps();
    columns.forEach(
        (view, names) -> {
          boolean gap = steps.gap() && names.contains(Steps.GAP);
          Steps own = new Steps(steps.time(), gap, steps.most(), steps.least(), steps.statistics());
          views.put(view, new Source(file.rows(), file.id(), names, own));
        });
    return views;
  }

  private List<Holder> holders(boolean generated, boolean learns) {
    List<Holder> members = new ArrayList<>();
    Set<String> views = new HashSet<>();
    for (var entry : root.need("parties").entries().entrySet()) {
      Holder member = holder(entry.getKey(), entry.getValue(), generated);
      Yaml.check(entry.getValue(), () -> StudyRules.addView(views, member.view()));
      members.add(member);
    }
    return Yaml.placed(root.need("parties"), () -> StudyRules.holders(members, learns));
  }

  private Holder holder(String name, Yaml value, boolean generated) {
    if (value.isMap() && value.entries().containsKey("rows")) {
      Yaml rows = value.entries().get("rows");
      throw rows.error(
          rows.path()
              + " is for parties that hold different people; here all hold the same, and none counts by its rows: remove it");
    }
    Map<String, Yaml> keys = value.entries("view", "data", "labels", TargetSection.KEY, "allow");
    PartyId id = Yaml.placed(value, () -> PartyId.of(name));
    Optional<Source> data = Optional.ofNullable(keys.get("data")).map(sources::rows);
    if (data.isEmpty() != generated) {
      throw value.error(
          generated
              ? "parties." + name + ".data cannot stand beside the study's own data; remove one"
              : "parties."
                  + name
                  + " has no data; say where its rows are: {csv: FILE, id: COLUMN}");
    }
    String view = value.need("view").text();
    Set<String> allow = allow(keys.get("allow"));
    Yaml labels = keys.get("labels");
    if (target(keys).isPresent()) {
      return withTarget(new Holder(id, view, data, true, Optional.empty(), allow), value);
    }
    Optional<LabelSource> labelSource =
        labels != null && labels.isMap()
            ? Optional.of(sources.labels(labels, data))
            : Optional.empty();
    boolean holds = labelSource.isPresent() || (labels != null && labels.flag());
    if (holds && labelSource.isEmpty() && !generated) {
      throw labels.error(
          labels.path()
              + " must say where the labels are: {csv: FILE, id: COLUMN, column: COLUMN}");
    }
    return new Holder(id, view, data, holds, labelSource, allow);
  }

  private Holder withTarget(Holder holder, Yaml value) {
    Yaml target = value.need(TargetSection.KEY);
    Optional<TargetSource> found =
        holder.data().map(rows -> sources.target(target, Optional.of(rows), target.path()));
    return new Holder(
        holder.id(),
        holder.view(),
        holder.data(),
        true,
        found.map(TargetSource::rows),
        holder.allow(),
        Optional.of(
            found.map(TargetSource::columns).orElseGet(new TargetSection(target)::elsewhere)));
  }

  private Set<String> allow(Yaml value) {
    return value == null
        ? Set.of()
        : value.list().stream()
            .map(one -> one.oneOf(List.copyOf(disclosures)))
            .collect(Collectors.toSet());
  }
}
