package io.parallax.cli.study;

import io.parallax.cli.Methods;
import io.parallax.cli.study.Study.Evaluation;
import io.parallax.cli.study.Study.Generated;
import io.parallax.cli.study.Study.LabelSource;
import io.parallax.cli.study.Study.Member;
import io.parallax.cli.study.Study.Partition;
import io.parallax.cli.study.Study.Preparation;
import io.parallax.cli.study.Study.Source;
import io.parallax.cli.study.Study.Stop;
import io.parallax.core.Answers;
import io.parallax.core.BadInput;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.data.Missing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads a study file; every mistake is an error that names file, line and key. */
public final class StudyFile {
  private static final String[] KEYS = {
    "study",
    "method",
    "mode",
    "settings",
    "parties",
    "data",
    "partition",
    "evaluate",
    "stop",
    "seed",
    "baselines",
    "search",
    "scale",
    "missing",
    "protection"
  };
  private static final int LEAST_SESSIONS = 8;
  private static final String DATA = "$PARALLAX_DATA/";
  private final Yaml root;
  private final Map<String, Yaml> top;
  private final Path folder;

  private StudyFile(Yaml root, Path folder) {
    this.root = root;
    this.top = root.entries(KEYS);
    this.folder = folder;
  }

  /** Reads a file; paths in it are relative to its folder. */
  public static Study read(Path file) {
    Yaml root = Yaml.read(file);
    Path folder = file.toAbsolutePath().getParent();
    return new StudyFile(root, folder).study();
  }

  /** Reads a study that is not in a file of its own. */
  public static Study parse(String source, String text, Path folder) {
    return new StudyFile(Yaml.parse(source, text), folder).study();
  }

  private Study study() {
    String name = root.need("study").text();
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw root.need("study").error("study must be 1 to 64 letters, digits, dots, dashes");
    }
    Yaml named = root.need("method");
    Method<?, ?> method = placed(named, () -> Methods.named(named.text()));
    checkProtection();
    Optional<Generated> generated = generated();
    Optional<Partition> partition = partition();
    List<Member> members =
        pooled(generated.isPresent())
            ? pool(generated.isPresent())
            : members(generated.isPresent(), disclosures(method));
    Configured<?, ?> configured = configure(method);
    checkViews(configured.config(), members);
    checkConsent(configured, members);
    return new Study(
        name,
        configured,
        members,
        partition,
        generated,
        evaluation(),
        stop(),
        preparation(),
        search(configured.config()),
        flag("baselines", false),
        top.containsKey("seed") ? top.get("seed").wholeLong() : 1);
  }

  private <C extends Record, R extends Result> Configured<C, R> configure(Method<C, R> method) {
    Map<String, Yaml> given = new LinkedHashMap<>();
    if (top.containsKey("settings")) {
      given.putAll(top.get("settings").entries());
    }
    if (given.containsKey("mode")) {
      throw given.get("mode").error("mode stands beside settings, not in them");
    }
    if (top.containsKey("mode")) {
      given.put("mode", top.get("mode"));
    }
    return new Configured<>(method, SettingsBinder.bind(method.defaults(), given));
  }

  /** Numbers by view must be for the study's views. */
  private void checkViews(Record config, List<Member> members) {
    List<String> views = members.stream().map(Member::view).toList();
    Map<String, Yaml> given =
        top.containsKey("settings") ? top.get("settings").entries() : Map.of();
    SettingsBinder.perViews(config)
        .forEach(
            (name, value) ->
                placed(
                    given.getOrDefault(name, root),
                    () -> {
                      value.covers(views, "settings." + name);
                      return null;
                    }));
  }

  private <C extends Record> void checkConsent(Configured<C, ?> method, List<Member> members) {
    for (String name : method.method().disclosures(method.config())) {
      List<PartyId> missing =
          members.stream().filter(m -> !m.allow().contains(name)).map(Member::id).toList();
      if (!missing.isEmpty()) {
        throw root.need("parties")
            .error(
                "with these settings the method discloses %s; its owners have to allow it:"
                        .formatted(name)
                    + " give %s 'allow: [%s]'".formatted(missing, name));
      }
    }
  }

  /** The names of what a method may ask to be disclosed. */
  private static Set<String> disclosures(Method<?, ?> method) {
    return method.asks().stream()
        .map(Answers::typeFor)
        .filter(Disclosed.class::isAssignableFrom)
        .map(Disclosed::nameOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Member> members(boolean generated, Set<String> disclosures) {
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
    checkLabels(members);
    return members;
  }

  private void checkLabels(List<Member> members) {
    List<PartyId> holders = members.stream().filter(Member::labels).map(Member::id).toList();
    if (holders.isEmpty()) {
      throw root.need("parties").error("no party holds the labels; give one of them 'labels'");
    }
    if (holders.size() > 1) {
      throw root.need("parties")
          .error("parties " + holders + " all hold labels; keep them at one party");
    }
  }

  private Member member(String name, Yaml value, boolean generated, Set<String> disclosures) {
    Map<String, Yaml> keys = value.entries("view", "data", "labels", "allow");
    PartyId id = placed(value, () -> PartyId.of(name));
    Optional<Source> data = Optional.ofNullable(keys.get("data")).map(this::source);
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
        labels != null && labels.isMap() ? Optional.of(labelSource(labels)) : Optional.empty();
    boolean holds = labelSource.isPresent() || (labels != null && labels.flag());
    if (holds && labelSource.isEmpty() && !generated) {
      throw labels.error(
          labels.path()
              + " must say where the labels are: {csv: FILE, id: COLUMN, column: COLUMN}");
    }
    Set<String> allow =
        keys.containsKey("allow")
            ? keys.get("allow").list().stream()
                .map(one -> one.oneOf(List.copyOf(disclosures)))
                .collect(Collectors.toSet())
            : Set.of();
    return new Member(id, value.need("view").text(), data, holds, labelSource, allow);
  }

  private Source source(Yaml value) {
    value.entries("csv", "id");
    return new Source(path(value.need("csv")), value.need("id").text());
  }

  private LabelSource labelSource(Yaml value) {
    value.entries("csv", "id", "column");
    return new LabelSource(
        path(value.need("csv")), value.need("id").text(), value.need("column").text());
  }

  /** A path, from the study's folder; $PARALLAX_DATA/… is in the folder of public data sets. */
  private Path path(Yaml value) {
    String text = value.text();
    if (!text.startsWith(DATA)) {
      return folder.resolve(text);
    }
    String data = System.getenv("PARALLAX_DATA");
    if (data == null || data.isBlank()) {
      throw value.error(
          "PARALLAX_DATA is not set; set it to the folder that holds "
              + text.substring(DATA.length()));
    }
    return Path.of(data, text.substring(DATA.length()));
  }

  /** Whether the study has one data set for all, to be cut into parties. */
  private boolean pooled(boolean generated) {
    boolean views = top.containsKey("data") && !generated;
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
    LabelSource labels = labelSource(data.need("labels"));
    for (var view : data.need("views").entries().entrySet()) {
      PartyId id = placed(view.getValue(), () -> PartyId.of(view.getKey()));
      boolean first = members.isEmpty();
      members.add(
          new Member(
              id,
              view.getKey(),
              Optional.of(source(view.getValue())),
              first,
              first ? Optional.of(labels) : Optional.empty(),
              Set.of()));
    }
    if (members.isEmpty()) {
      throw data.need("views").error("data.views is empty; name at least one view");
    }
    return members;
  }

  /** How rows are spread over parties; none where every party has one view of all rows. */
  private Optional<Partition> partition() {
    Yaml partition = top.get("partition");
    if (partition == null) {
      return Optional.empty();
    }
    Map<String, Yaml> keys = partition.entries("kind", "parties", "how", "alpha", "column");
    if (partition.need("kind").oneOf(List.of("horizontal", "vertical")).equals("vertical")) {
      partition.entries("kind");
      return Optional.empty();
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
    int parties = least == 0 ? 0 : 4;
    return Optional.of(
        new Partition(
            kind,
            keys.containsKey("parties") ? atLeast(keys.get("parties"), 1, parties) : parties,
            alpha,
            Optional.ofNullable(keys.get("column")).map(Yaml::text)));
  }

  private Optional<Generated> generated() {
    Yaml data = top.get("data");
    if (data == null) {
      return Optional.empty();
    }
    if (data.entries().containsKey("views")) {
      return Optional.empty();
    }
    Map<String, Yaml> keys = data.entries("generate", "sessions", "users");
    data.need("generate").oneOf(List.of("typing-sessions"));
    int sessions = keys.containsKey("sessions") ? keys.get("sessions").whole() : 15_000;
    int users = keys.containsKey("users") ? keys.get("users").whole() : 20;
    if (users < 3 || sessions < LEAST_SESSIONS * users) {
      throw data.error(
          "data needs at least 3 users and " + LEAST_SESSIONS + " sessions for each of them");
    }
    return Optional.of(new Generated(sessions, users));
  }

  private Evaluation evaluation() {
    Yaml evaluate = top.get("evaluate");
    if (evaluate == null) {
      return new Evaluation(Evaluation.Kind.STRATIFIED, 0.2, 10, 0);
    }
    Map<String, Yaml> keys = evaluate.entries("split", "test", "repeats", "folds");
    boolean folds =
        keys.containsKey("split")
            && keys.get("split").oneOf(List.of("stratified", "folds")).equals("folds");
    double test = keys.containsKey("test") ? keys.get("test").number() : 0.2;
    if (!(test > 0 && test < 1)) {
      throw keys.get("test").error("evaluate.test is " + test + " and must lie between 0 and 1");
    }
    return new Evaluation(
        folds ? Evaluation.Kind.FOLDS : Evaluation.Kind.STRATIFIED,
        test,
        atLeast(keys.get("repeats"), 1, 10),
        atLeast(keys.get("folds"), 2, 5));
  }

  private Stop stop() {
    Yaml stop = top.get("stop");
    if (stop == null) {
      return new Stop(200, 1e-6);
    }
    Map<String, Yaml> keys = stop.entries("rounds", "tolerance");
    double tolerance = keys.containsKey("tolerance") ? keys.get("tolerance").number() : 1e-6;
    if (!(tolerance >= 0)) {
      throw keys.get("tolerance")
          .error("stop.tolerance is " + tolerance + " and must be 0 or more");
    }
    return new Stop(atLeast(keys.get("rounds"), 1, 200), tolerance);
  }

  private Preparation preparation() {
    Missing missing = Missing.ERROR;
    if (top.containsKey("missing")
        && top.get("missing").oneOf(List.of("error", "mean")).equals("mean")) {
      missing = Missing.MEAN;
    }
    return new Preparation(flag("scale", true), missing);
  }

  /** {@code search: {zeta: [1, 4], eta: [2, 8]}}: every combination, judged on validation rows. */
  private Map<String, List<Double>> search(Record config) {
    Map<String, List<Double>> grid = new LinkedHashMap<>();
    if (!top.containsKey("search")) {
      return grid;
    }
    List<String> numeric = SettingsBinder.numericNames(config.getClass());
    top.get("search")
        .entries(numeric.toArray(String[]::new))
        .forEach(
            (key, value) -> {
              grid.put(key, points(value));
              for (double point : grid.get(key)) {
                placed(value, () -> SettingsBinder.replace(config, Map.of(key, point)));
              }
            });
    if (grid.isEmpty()) {
      throw top.get("search").error("search has no setting to try");
    }
    return grid;
  }

  private static List<Double> points(Yaml value) {
    List<Double> points = value.list().stream().map(Yaml::number).toList();
    if (points.isEmpty()) {
      throw value.error(value.path() + " has no value to try");
    }
    return points;
  }

  private void checkProtection() {
    Yaml protection = top.get("protection");
    if (protection == null) {
      return;
    }
    Map<String, Yaml> keys = protection.entries("aggregation");
    Yaml aggregation = keys.get("aggregation");
    if (aggregation != null && !aggregation.text().equals("plain")) {
      throw aggregation.error(
          "protection.aggregation is '"
              + aggregation.text()
              + "', and this version has only 'plain'");
    }
  }

  private boolean flag(String key, boolean otherwise) {
    return top.containsKey(key) ? top.get(key).flag() : otherwise;
  }

  private static int atLeast(Yaml value, int least, int otherwise) {
    if (value == null) {
      return otherwise;
    }
    if (value.whole() < least) {
      throw value.error(value.path() + " is " + value.whole() + " and must be at least " + least);
    }
    return value.whole();
  }

  private static <T> T placed(Yaml at, java.util.function.Supplier<T> value) {
    try {
      return value.get();
    } catch (BadInput e) {
      throw at.error(e.getMessage());
    }
  }
}
