package io.parallax.cli.study;

import io.parallax.cli.Methods;
import io.parallax.cli.study.Study.Generated;
import io.parallax.cli.study.Study.Member;
import io.parallax.cli.study.Study.Preparation;
import io.parallax.cli.study.Study.Stop;
import io.parallax.core.Answers;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a study file; every mistake is an error that names file, line and key. */
public final class StudyFile {
  private static final String[] KEYS = {
    "study",
    "method",
    "mode",
    "clusters",
    "settings",
    "views",
    "parties",
    "data",
    "partition",
    "evaluate",
    "stop",
    "seed",
    "baselines",
    "beside",
    "search",
    "scale",
    "missing",
    "categorical",
    "clip",
    "classes",
    "select",
    "model",
    "report",
    "contribution",
    "align",
    "protection"
  };
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final int LEAST_SESSIONS = 8;
  private static final int MOST_SESSIONS = 2_000_000;
  private final Yaml root;
  private final Map<String, Yaml> top;
  private final Path folder;
  private final boolean remote;

  private StudyFile(Yaml root, Path folder, boolean remote) {
    this.root = root;
    this.top = root.entries(KEYS);
    this.folder = folder;
    this.remote = remote;
  }

  /** Reads a file; paths in it are relative to its folder. */
  public static Study read(Path file) {
    Yaml root = Yaml.read(file);
    Path folder = file.toAbsolutePath().getParent();
    return new StudyFile(root, folder, false).study();
  }

  /** Reads a study that is not in a file of its own. */
  public static Study parse(String source, String text, Path folder) {
    return new StudyFile(Yaml.parse(source, text), folder, false).study();
  }

  /** Reads a study between machines: each party says in its own file where its rows are. */
  public static Study remote(String source, String text) {
    return new StudyFile(Yaml.parse(source, text), Path.of(""), true).study();
  }

  private Study study() {
    String name = root.need("study").text();
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw root.need("study").error("study must be 1 to 64 letters, digits, dots, dashes");
    }
    Yaml named = root.need("method");
    Method<?, ?> method = Yaml.placed(named, () -> Methods.named(named.text()));
    if (remote) {
      checkRemote();
    }
    Optional<Generated> generated = generated();
    PartiesSection section = new PartiesSection(root, top, folder);
    int clusters = clusters(method);
    List<Member> members =
        section.members(generated.isPresent() || remote, disclosures(method), clusters == 0);
    List<Study.Site> sites = remote ? section.remoteSites() : section.sites(disclosures(method));
    Configured<?, ?> configured = configure(method);
    checkViews(configured.config(), members);
    Study study =
        new Study(
            name,
            configured,
            members,
            sites,
            section.partition(),
            generated,
            EvaluationSection.of(top.get("evaluate"), clusters == 0),
            stop(configured),
            preparation(
                clusters == 0, members, !sites.isEmpty() || section.partition().isPresent()),
            search(configured.config()),
            flag("baselines", false),
            clusters,
            extras(!remote || clusters == 0),
            protection(configured, members, sites, section.partition()),
            top.containsKey("seed") ? top.get("seed").wholeLong() : 1);
    if (!remote) { // between machines each owner decides for itself
      checkConsent(configured, study.allowed());
    }
    return study;
  }

  /** How many groups to find; 0 for a method that learns labels. */
  private int clusters(Method<?, ?> method) {
    if (!method.clusters()) {
      if (top.containsKey("clusters")) {
        throw top.get("clusters")
            .error(
                "clusters is for methods that group samples; " + method.name() + " learns labels");
      }
      return 0;
    }
    if (top.containsKey("classes")) {
      throw top.get("classes")
          .error("classes is for methods that learn labels; " + method.name() + " groups samples");
    }
    return Yaml.atLeast(root.need("clusters"), 2, 2);
  }

  private Study.Extras extras(boolean model) {
    int points = Study.Extras.POINTS;
    if (top.containsKey("report")) {
      points = Yaml.atLeast(top.get("report").entries("points").get("points"), 0, points);
    }
    return new Study.Extras(
        flag("model", model), points, contribution(), RivalsSection.of(top.get("beside")));
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
                Yaml.placed(
                    given.getOrDefault(name, root),
                    () -> {
                      value.covers(views, "settings." + name);
                      return null;
                    }));
  }

  private <C extends Record> void checkConsent(
      Configured<C, ?> method, Map<PartyId, Set<String>> allowed) {
    for (String name : method.method().disclosures(method.config())) {
      List<PartyId> missing =
          allowed.keySet().stream().filter(id -> !allowed.get(id).contains(name)).toList();
      if (!missing.isEmpty()) {
        throw root.need("parties")
            .error(
                "with these settings the method discloses %s; its owners have to allow it:"
                        .formatted(name)
                    + " give %s 'allow: [%s]'".formatted(missing, name));
      }
    }
  }

  /** The names of what a method, or one that it is compared with, may ask to be disclosed. */
  private static Set<String> disclosures(Method<?, ?> method) {
    return Stream.concat(Stream.of(method), method.rivals().stream())
        .flatMap(one -> one.asks().stream())
        .map(Answers::typeFor)
        .filter(Disclosed.class::isAssignableFrom)
        .map(Disclosed::nameOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@code true}, or {@code {holdout: 0.25, repeats: 3, orders: 50}}. */
  private Optional<Study.Contributed> contribution() {
    Yaml value = top.get("contribution");
    Study.Contributed usual = Study.Contributed.DEFAULT;
    if (value == null || !value.isMap()) {
      return value == null || !value.flag() ? Optional.empty() : Optional.of(usual);
    }
    Map<String, Yaml> keys = value.entries("holdout", "repeats", "orders");
    double holdout = keys.containsKey("holdout") ? keys.get("holdout").number() : usual.holdout();
    if (!(holdout > 0 && holdout < 1)) {
      throw keys.get("holdout")
          .error("contribution.holdout is " + holdout + " and must lie between 0 and 1");
    }
    return Optional.of(
        new Study.Contributed(
            holdout,
            Yaml.atLeast(keys.get("repeats"), 1, usual.repeats()),
            Yaml.atLeast(keys.get("orders"), 1, usual.orders())));
  }

  private Optional<Generated> generated() {
    Yaml data = top.get("data");
    if (data == null) {
      return Optional.empty();
    }
    if (data.entries().containsKey("views")) {
      return Optional.empty();
    }
    Map<String, Yaml> keys =
        data.entries("generate", "sessions", "users", "sequences", "steps", "least");
    data.need("generate").oneOf(List.of("typing-sessions"));
    int sessions = keys.containsKey("sessions") ? keys.get("sessions").whole() : 15_000;
    int users = keys.containsKey("users") ? keys.get("users").whole() : 20;
    if (sessions > MOST_SESSIONS) {
      throw keys.get("sessions")
          .error("data.sessions is " + sessions + " and must be at most " + MOST_SESSIONS);
    }
    if (users < 3 || sessions < LEAST_SESSIONS * users) {
      throw data.error(
          "data needs at least 3 users and " + LEAST_SESSIONS + " sessions for each of them");
    }
    return Optional.of(new Generated(sessions, users, SourceSection.sequences(data, keys)));
  }

  private <C extends Record> Stop stop(Configured<C, ?> method) {
    double usual = method.method().tolerance(method.config());
    Yaml stop = top.get("stop");
    if (stop == null) {
      return new Stop(200, usual, false, WAIT);
    }
    Map<String, Yaml> keys = stop.entries("rounds", "tolerance", "lost", "wait");
    double tolerance = keys.containsKey("tolerance") ? keys.get("tolerance").number() : usual;
    if (!(tolerance >= 0)) {
      throw keys.get("tolerance")
          .error("stop.tolerance is " + tolerance + " and must be 0 or more");
    }
    boolean goesOn =
        keys.containsKey("lost")
            && keys.get("lost").oneOf(List.of("stop", "continue")).equals("continue");
    if (keys.containsKey("wait") && !goesOn) {
      throw keys.get("wait")
          .error("stop.wait is for studies that go on without a party; add 'lost: continue'");
    }
    int wait = Yaml.atLeast(keys.get("wait"), 1, (int) WAIT.toSeconds());
    return new Stop(
        Yaml.atLeast(keys.get("rounds"), 1, 200), tolerance, goesOn, Duration.ofSeconds(wait));
  }

  /**
   * @param spread whether several parties hold rows of each view
   */
  private Preparation preparation(boolean learns, List<Member> members, boolean spread) {
    Yaml scale = top.get("scale");
    List<String> views = members.stream().map(Member::view).toList();
    Scales scales = Scales.of(scale, learns);
    Yaml.placed(scale == null ? root : scale, () -> scales.requireFit(views, spread));
    return PreparationSection.of(top, scales, folder);
  }

  private Search search(Record config) {
    return top.containsKey("search") ? SearchSection.of(top.get("search"), config) : Search.NONE;
  }

  /** What needs rows of several parties in one place is for simulations. */
  private void checkRemote() {
    for (String key :
        List.of("data", "partition", "search", "select", "report", "contribution", "beside")) {
      if (top.containsKey(key)) {
        throw top.get(key)
            .error(key + " is for './parallax run' only; a study between machines has none");
      }
    }
    if (flag("baselines", false)) {
      throw top.get("baselines")
          .error("baselines need all rows in one place; only './parallax run' has that");
    }
  }

  /** Where rows are spread by subject, only the data tells how many parties there will be. */
  private Protection protection(
      Configured<?, ?> learner,
      List<Member> members,
      List<Study.Site> sites,
      Optional<Study.Partition> partition) {
    int named = sites.isEmpty() ? members.size() : sites.size();
    int parties = partition.map(Study.Partition::parties).orElse(named);
    Protection found =
        ProtectionSection.of(
            top.get("protection"),
            align(sites, partition),
            parties,
            !sites.isEmpty() || partition.isPresent(),
            !learner.method().clusters(),
            stop(learner).goesOn(),
            remote);
    if (found.robust() != Protection.Robust.NONE && learner.needsSums().isPresent()) {
      Yaml aggregation = top.get("protection").need("aggregation");
      throw aggregation.error(
          "protection.aggregation is '%s', which does not go with %s"
              .formatted(aggregation.text(), learner.needsSums().get()));
    }
    if (found.labelEpsilon() > 0 && top.containsKey("search")) {
      throw top.get("search")
          .error(
              "search judges settings by true labels, which protection.labels does not cover;"
                  + " remove one of them");
    }
    return found;
  }

  private Study.Align align(List<Study.Site> sites, Optional<Study.Partition> partition) {
    boolean same = sites.isEmpty() && partition.isEmpty();
    if (!same && top.containsKey("align")) {
      throw top.get("align")
          .error("align is for parties that hold the same people; here each has its own");
    }
    return AlignSection.of(top.get("align"), remote && same);
  }

  private boolean flag(String key, boolean otherwise) {
    return top.containsKey(key) ? top.get(key).flag() : otherwise;
  }
}
