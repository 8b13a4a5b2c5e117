package io.parallax.cli.study;

import io.parallax.cli.study.Study.LabelSource;
import io.parallax.cli.study.Study.Member;
import io.parallax.cli.study.Study.Partition;
import io.parallax.cli.study.Study.Site;
import io.parallax.cli.study.Study.Source;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.ImageFile;
import io.parallax.data.Steps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The part of a study file that says who holds what: parties, or a data set and its partition. */
final class PartiesSection {
  private final Yaml root;
  private final Map<String, Yaml> top;
  private final SourceSection sources;

  PartiesSection(Yaml root, Map<String, Yaml> top, Path folder) {
    this.root = root;
    this.top = top;
    this.sources = new SourceSection(folder);
  }

  /**
   * Who holds which view; with a partition or sites, the views that all parties hold.
   *
   * @param generated whether rows come from the generator
   * @param disclosures what an owner may allow
   * @param learns whether labels are needed, not only of use
   */
  List<Member> members(boolean generated, Set<String> disclosures, boolean learns) {
    if (pooled(generated)) {
      return pool(generated);
    }
    return top.containsKey("views") ? shared() : listed(generated, disclosures, learns);
  }

  /** The views that every party has. */
  private List<Member> shared() {
    Yaml views = top.get("views");
    List<Member> members = new ArrayList<>();
    for (String view : viewColumns().keySet()) {
      PartyId id = viewId(views.isMap() ? views.entries().get(view) : views, view);
      boolean first = members.isEmpty();
      members.add(new Member(id, view, Optional.empty(), first, Optional.empty(), Set.of()));
    }
    if (members.isEmpty()) {
      throw views.error("views is empty; name at least one");
    }
    return members;
  }

  /** A view that all parties hold is called by the same rule as a party. */
  private static PartyId viewId(Yaml at, String view) {
    try {
      return PartyId.of(view);
    } catch (BadInput e) {
      throw at.error(
          "view name '"
              + view
              + "' is not made of 1 to 64 lower-case letters, digits and dashes; rename it");
    }
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
    return columns;
  }

  /** The parties, where each has rows of its own in all views. */
  List<Site> sites(Set<String> disclosures) {
    List<Site> sites = new ArrayList<>();
    if (!top.containsKey("views")) {
      return sites;
    }
    for (var entry : root.need("parties").entries().entrySet()) {
      Yaml value = entry.getValue();
      Map<String, Yaml> keys = value.entries("data", "labels", "allow", "rows");
      PartyId id = Yaml.placed(value, () -> PartyId.of(entry.getKey()));
      Map<String, Source> views = views(value.need("data"));
      Source first = views.values().iterator().next();
      LabelSource labels = sources.labels(value.need("labels"), Optional.of(first));
      Set<String> allow = allow(keys.get("allow"), disclosures);
      sites.add(new Site(id, views, labels, allow, Yaml.atLeast(keys.get("rows"), 1, 0)));
    }
    if (sites.isEmpty()) {
      throw root.need("parties").error("parties is empty; name at least one");
    }
    return sites;
  }

  /** The same between machines: where the rows are is each party's own business. */
  List<Site> remoteSites() {
    List<Site> sites = new ArrayList<>();
    if (!top.containsKey("views")) {
      return sites;
    }
    Map<String, Source> views = new LinkedHashMap<>();
    viewColumns().forEach((v, names) -> views.put(v, Source.csv(Path.of(""), Study.ID, names)));
    for (var entry : root.need("parties").entries().entrySet()) {
      Map<String, Yaml> keys = entry.getValue().entries("labels", "rows");
      PartyId id = Yaml.placed(entry.getValue(), () -> PartyId.of(entry.getKey()));
      int rows = Yaml.atLeast(keys.get("rows"), 1, 0);
      sites.add(new Site(id, views, LabelSource.elsewhere(), Set.of(), rows));
    }
    if (sites.isEmpty()) {
      throw root.need("parties").error("parties is empty; name at least one");
    }
    return sites;
  }

  /** Where one party's views are. */
  private Map<String, Source> views(Yaml data) {
    Map<String, Source> views = new LinkedHashMap<>();
    Map<String, List<String>> columns = viewColumns();
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
          views.put(view, Source.csv(file.file(), file.id(), names, own));
        });
    return views;
  }

  private List<Member> listed(boolean generated, Set<String> disclosures, boolean learns) {
    List<Member> members = new ArrayList<>();
    Set<String> views = new HashSet<>();
    for (var entry : root.need("parties").entries().entrySet()) {
      Member member = member(entry.getKey(), entry.getValue(), generated, disclosures);
      if (!views.add(member.view())) {
        throw entry.getValue().error("view '" + member.view() + "' is held by two parties");
      }
      members.add(member);
    }
    if (members.isEmpty()) {
      throw root.need("parties").error("parties is empty; name at least one");
    }
    checkLabels(members, learns);
    return members;
  }

  private void checkLabels(List<Member> members, boolean learns) {
    List<PartyId> holders = members.stream().filter(Member::labels).map(Member::id).toList();
    if (holders.isEmpty() && learns) {
      throw root.need("parties").error("no party holds the labels; give one of them 'labels'");
    }
    if (holders.size() > 1) {
      throw root.need("parties")
          .error("parties " + holders + " all hold labels; keep them at one party");
    }
  }

  private Member member(String name, Yaml value, boolean generated, Set<String> disclosures) {
    if (value.isMap() && value.entries().containsKey("rows")) {
      Yaml rows = value.entries().get("rows");
      throw rows.error(
          rows.path()
              + " is for parties that hold different people; here all hold the same, and none counts by its rows: remove it");
    }
    Map<String, Yaml> keys = value.entries("view", "data", "labels", "allow");
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
    Yaml labels = keys.get("labels");
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
    return new Member(
        id,
        value.need("view").text(),
        data,
        holds,
        labelSource,
        allow(keys.get("allow"), disclosures));
  }

  private static Set<String> allow(Yaml value, Set<String> disclosures) {
    return value == null
        ? Set.of()
        : value.list().stream()
            .map(one -> one.oneOf(List.copyOf(disclosures)))
            .collect(Collectors.toSet());
  }

  /** Whether the study has one data set for all, to be cut into parties. */
  private boolean pooled(boolean generated) {
    boolean views = top.containsKey("data") && !generated;
    if (top.containsKey("views") && top.containsKey("data")) {
      throw top.get("views").error("views are for parties with files of their own; remove 'data'");
    }
    if (top.containsKey("partition") && top.containsKey("parties")) {
      throw top.get("partition").error("partition makes the parties; remove 'parties'");
    }
    if (views && !top.containsKey("partition")) {
      throw top.get("data").error("data with views needs a 'partition' that cuts it into parties");
    }
    if (top.containsKey("partition") && !top.containsKey("data")) {
      throw top.get("partition").error("partition needs 'data' to cut: {views: {…}, labels: {…}}");
    }
    return top.containsKey("partition");
  }

  /** The views of the pooled data set, each under its own name; the first one has the labels. */
  private List<Member> pool(boolean generated) {
    List<Member> members = new ArrayList<>();
    if (generated) {
      for (String view : List.of("alphanum", "special", "accel")) {
        members.add(
            new Member(
                PartyId.of(view),
                view,
                Optional.empty(),
                members.isEmpty(),
                Optional.empty(),
                Set.of()));
      }
      return members;
    }
    Yaml data = top.get("data");
    data.entries("views", "labels");
    LabelSource labels = sources.labels(data.need("labels"), Optional.empty());
    Map<String, Yaml> how = top.get("partition").entries();
    if (how.containsKey("parts")) {
      return parts(data, labels, how);
    }
    for (var view : data.need("views").entries().entrySet()) {
      PartyId id = viewId(view.getValue(), view.getKey());
      boolean first = members.isEmpty();
      members.add(
          new Member(
              id,
              view.getKey(),
              Optional.of(sources.rows(view.getValue())),
              first,
              first ? Optional.of(labels) : Optional.empty(),
              Set.of()));
    }
    if (members.isEmpty()) {
      throw data.need("views").error("data.views is empty; name at least one view");
    }
    return members;
  }

  /** The parts of the images of one view, from top to bottom; the active one has the labels. */
  private List<Member> parts(Yaml data, LabelSource labels, Map<String, Yaml> how) {
    Map<String, Yaml> views = data.need("views").entries();
    Yaml only = views.values().iterator().next();
    Source whole = sources.rows(only);
    if (views.size() != 1 || !(whole.matrix().orElse(null) instanceof ImageFile image)) {
      throw how.get("parts").error("parts cuts images; data.views must be one view of images");
    }
    int count = Yaml.atLeast(how.get("parts"), 1, 1);
    int active = Yaml.atLeast(how.get("active"), 1, 1);
    if (active > count) {
      throw how.get("active").error("partition.active is " + active + " of " + count + " parts");
    }
    List<Member> members = new ArrayList<>();
    for (int part = 1; part <= count; part++) {
      ImageFile own = new ImageFile(image.file(), image.format(), count, part);
      members.add(
          new Member(
              PartyId.of("part-" + part),
              "part-" + part,
              Optional.of(Source.of(own, Steps.NONE)),
              part == active,
              part == active ? Optional.of(labels) : Optional.empty(),
              Set.of()));
    }
    return members;
  }

  /** How rows are spread over parties; none where every party has one view of all rows. */
  Optional<Partition> partition() {
    Yaml partition = top.get("partition");
    if (partition == null) {
      return Optional.empty();
    }
    Map<String, Yaml> keys =
        partition.entries(
            "kind", "parties", "how", "alpha", "column", "rows", "spoilt", "parts", "active");
    if (partition.need("kind").oneOf(List.of("horizontal", "vertical")).equals("vertical")) {
      partition.entries("kind", "parts", "active");
      return Optional.empty();
    }
    for (String key : List.of("parts", "active")) {
      if (keys.containsKey(key)) {
        throw keys.get(key).error(key + " cuts images; it goes with kind: vertical");
      }
    }
    String how =
        keys.containsKey("how")
            ? keys.get("how").oneOf(List.of("iid", "subject", "dirichlet"))
            : "iid";
    Partition.How kind = Partition.How.valueOf(how.toUpperCase(Locale.ROOT));
    if (kind == Partition.How.SUBJECT && !keys.containsKey("column")) {
      throw partition.error("partition by subject needs the 'column' of the label file to go by");
    }
    int least = kind == Partition.How.SUBJECT ? 0 : 1;
    double alpha = keys.containsKey("alpha") ? keys.get("alpha").number() : 0.5;
    if (!(alpha > 0)) {
      throw keys.get("alpha").error("partition.alpha is " + alpha + " and must be above 0");
    }
    int usual = least == 0 ? 0 : 4;
    int parties = keys.containsKey("parties") ? Yaml.atLeast(keys.get("parties"), 1, usual) : usual;
    return Optional.of(
        new Partition(
            kind,
            parties,
            alpha,
            Optional.ofNullable(keys.get("column")).map(Yaml::text),
            Yaml.atLeast(keys.get("rows"), 1, 0),
            Optional.ofNullable(keys.get("spoilt")).map(spoilt -> spoilt(spoilt, parties))));
  }

  private static Partition.Spoilt spoilt(Yaml spoilt, int parties) {
    spoilt.entries("parties", "labels");
    Yaml some = spoilt.need("parties");
    int many = Yaml.atLeast(some, 0, 0);
    if (parties > 0 && many >= parties) {
      throw some.error(
          "partition.spoilt.parties is %d of %d; at least one party keeps its labels"
              .formatted(many, parties));
    }
    String how = spoilt.need("labels").oneOf(List.of("random", "turned"));
    return new Partition.Spoilt(many, how.equals("turned"));
  }
}
