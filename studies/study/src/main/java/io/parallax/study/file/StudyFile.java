package io.parallax.study.file;

import io.parallax.core.Method;
import io.parallax.core.Result;
import io.parallax.study.AlignRules;
import io.parallax.study.CertaintyRules;
import io.parallax.study.CheckRules;
import io.parallax.study.Configured;
import io.parallax.study.Layout;
import io.parallax.study.MissingRules;
import io.parallax.study.Protection;
import io.parallax.study.Scales;
import io.parallax.study.Search;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.Study.Generated;
import io.parallax.study.Study.Preparation;
import io.parallax.study.Study.Stop;
import io.parallax.study.StudyRules;
import io.parallax.study.Task;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a study file; every mistake is an error that names file, line and key. */
public final class StudyFile {
  private static final String[] KEYS = {
    "study",
    "purpose",
    "method",
    "methods",
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
    "predict",
    "report",
    "contribution",
    "certainty",
    "check",
    "align",
    "protection"
  };
  private static final int LEAST_SESSIONS = 8;
  private static final int MOST_SESSIONS = 2_000_000;
  private final Yaml root;
  private final Map<String, Yaml> top;
  private final Path folder;
  private final boolean remote;

  private StudyFile(Yaml root, Path folder, boolean remote) {
    ForeignKeys.requireNone(root, Set.of(KEYS));
    this.root = root;
    this.top = root.entries(KEYS);
    this.folder = folder;
    this.remote = remote;
  }

  /** Reads a file with one method; paths in it are relative to its folder. */
  public static Study read(Path file) {
    Yaml root = Yaml.read(file);
    MethodsSection.requireOne(root, "name one 'method' here");
    return new StudyFile(root, file.toAbsolutePath().getParent(), false).study();
  }

  /** Reads a study with one method that is not in a file of its own. */
  public static Study parse(String source, String text, Path folder) {
    Yaml root = Yaml.parse(source, text);
    MethodsSection.requireOne(root, "name one 'method' here");
    return new StudyFile(root, folder, false).study();
  }

  /**
   * Reads a study that was read as text.
   *
   * @param place of its method, if it names several
   */
  static Study parse(String source, String text, Path folder, int place) {
    Yaml root = MethodsSection.chosen(Yaml.parse(source, text), place);
    return new StudyFile(root, folder, false).study();
  }

  /** Reads a study between machines: each party says in its own file where its rows are. */
  public static Study remote(String source, String text) {
    Yaml root = Yaml.parse(source, text);
    MethodsSection.requireOne(root, "a study between machines has one 'method'");
    return new StudyFile(root, Path.of(""), true).study();
  }

  /**
   * Returns the purpose that a study between machines states for the owners who decide about it.
   *
   * @param source names the file in messages
   */
  public static String purpose(String source, String text) {
    Yaml root = Yaml.parse(source, text);
    Yaml purpose = root.entries().get("purpose");
    if (purpose == null) {
      throw root.error(
          "the study has no purpose; owners must know why before they sign; add 'purpose: …', a sentence or two on the question, who asks it and on what basis");
    }
    Yaml.check(purpose, () -> StudyRules.purpose(purpose.text()));
    return purpose.text().strip();
  }

  private Study study() {
    checkPurpose();
    String name = root.need("study").text();
    Yaml.check(root.need("study"), () -> StudyRules.name(name));
    Yaml named = root.need("method");
    Optional<Task.Values.Kind> target = target(named.text());
    Method<?, ?> method = Yaml.placed(named, () -> StudyRules.method(named.text(), target));
    if (remote) {
      checkRemote();
    }
    Optional<Generated> generated = generated();
    if (target.isPresent()) {
      checkTarget(generated.isPresent());
    }
    Task task = task(method, target);
    Layout layout = layout(method, generated.isPresent(), task);
    Configured<?, ?> configured = configure(method, target);
    checkViews(configured.config(), layout.views());
    Study study =
        new Study(
            name,
            configured,
            task,
            layout,
            generated,
            EvaluationSection.of(top.get("evaluate"), task),
            stop(configured),
            preparation(configured, layout),
            search(configured, task),
            extras(!remote || task.learnsLabels(), configured, layout, task),
            protection(configured, layout),
            top.containsKey("seed") ? top.get("seed").wholeLong() : 1);
    checkFit(study);
    if (!remote) { // between machines each owner decides for itself
      Yaml parties = top.containsKey("partition") ? top.get("partition") : root.need("parties");
      Yaml.check(parties, () -> StudyRules.requireConsent(configured, layout));
    }
    return study;
  }

  /** Rejects parts that do not go together. */
  private void checkFit(Study study) {
    Yaml.check(root, () -> StudyRules.requireForTarget(study));
    Yaml.check(top.getOrDefault("certainty", root), () -> CertaintyRules.requireFit(study));
    Yaml.check(top.getOrDefault("check", root), () -> CheckRules.requireFit(study));
    Yaml.check(
        study.layout().lacksViews() ? root.need("parties") : top.getOrDefault("align", root),
        () -> AlignRules.requireBlankRows(study.method(), study));
    for (Configured<?, ?> other : study.extras().rivals()) {
      Yaml.check(top.get("beside"), () -> AlignRules.requireBlankRows(other, study));
    }
  }

  /** Returns the kind of target, unless the method learns the labels beside it. */
  private Optional<Task.Values.Kind> target(String method) {
    return TargetSection.kind(top.get("parties"))
        .filter(kind -> StudyRules.learnt(method, kind) || !TargetSection.beside(root));
  }

  private void checkPurpose() {
    if (top.containsKey("purpose")) {
      Yaml.check(top.get("purpose"), () -> StudyRules.purpose(top.get("purpose").text()));
    }
  }

  private Layout layout(Method<?, ?> method, boolean generated, Task task) {
    PartitionSection partition = new PartitionSection(top, folder);
    return partition.applies(generated)
        ? partition.layout(generated)
        : new PartiesSection(
                root, top, folder, StudyRules.disclosures(method), task instanceof Task.Values)
            .layout(generated || remote, task.learnsLabels());
  }

  private Task task(Method<?, ?> method, Optional<Task.Values.Kind> target) {
    if (top.containsKey("clusters")) {
      Yaml.check(top.get("clusters"), () -> StudyRules.requireGroups(method));
    }
    if (top.containsKey("classes")) {
      Yaml.check(top.get("classes"), () -> StudyRules.requireClasses(method));
    }
    if (!method.clusters()) {
      return target.isPresent() ? new Task.Values(target.get()) : new Task.Classes();
    }
    return new Task.Groups(Yaml.atLeast(root.need("clusters"), 2, 2));
  }

  private Study.Extras extras(boolean model, Configured<?, ?> method, Layout layout, Task task) {
    Yaml predict = top.get("predict");
    if (predict != null && !flag("model", true)) {
      throw predict.error("predict needs a model of all rows; remove 'model: false'");
    }
    int points = Study.Extras.POINTS;
    if (top.containsKey("report")) {
      points = Yaml.atLeast(top.get("report").entries("points").get("points"), 0, points);
    }
    return new Study.Extras(
        flag("model", model || predict != null),
        points,
        contribution(),
        RivalsSection.of(top.get("beside")),
        flag("baselines", false),
        PredictSection.of(predict, method, layout),
        CertaintySection.of(
            top.get("certainty"),
            CertaintyRules.usualTemperature(
                method, AlignSection.of(top.get("align"), remote, layout), task)),
        CheckSection.of(top.get("check")));
  }

  private <C extends Record, R extends Result> Configured<C, R> configure(
      Method<C, R> method, Optional<Task.Values.Kind> target) {
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
    C defaults = StudyRules.defaults(method, target);
    Configured<C, R> configured = new Configured<>(method, SettingsBinder.bind(defaults, given));
    Yaml.check(
        given.getOrDefault("loss", root.need("method")),
        () -> StudyRules.requireTarget(configured, target));
    return configured;
  }

  /** Numbers by view must be for the study's views. */
  private void checkViews(Record config, List<String> views) {
    Map<String, Yaml> given =
        top.containsKey("settings") ? top.get("settings").entries() : Map.of();
    SettingsBinder.perViews(config)
        .forEach(
            (name, value) ->
                Yaml.check(
                    given.getOrDefault(name, root), () -> value.covers(views, "settings." + name)));
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
    Yaml.check(
        keys.getOrDefault("holdout", value),
        () -> StudyRules.share("contribution.holdout", holdout));
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
        data.entries("generate", "sessions", "users", "sequences", "steps", "least", "seed");
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
    Optional<Long> seed = Optional.ofNullable(keys.get("seed")).map(Yaml::wholeLong);
    return Optional.of(new Generated(sessions, users, SourceSection.sequences(data, keys), seed));
  }

  private <C extends Record> Stop stop(Configured<C, ?> method) {
    double usual = method.method().tolerance(method.config());
    Yaml stop = top.get("stop");
    if (stop == null) {
      return new Stop(Stop.ROUNDS, usual, false, Stop.WAIT);
    }
    Map<String, Yaml> keys = stop.entries("rounds", "tolerance", "lost", "wait");
    double tolerance = keys.containsKey("tolerance") ? keys.get("tolerance").number() : usual;
    Yaml.check(keys.getOrDefault("tolerance", stop), () -> StudyRules.tolerance(tolerance));
    boolean goesOn =
        keys.containsKey("lost")
            && keys.get("lost").oneOf(List.of("stop", "continue")).equals("continue");
    Optional<Integer> wait = Optional.ofNullable(keys.get("wait")).map(Yaml::whole);
    Duration patience =
        Yaml.placed(keys.getOrDefault("wait", stop), () -> StudyRules.patience(wait, goesOn));
    return new Stop(Yaml.atLeast(keys.get("rounds"), 1, Stop.ROUNDS), tolerance, goesOn, patience);
  }

  private <C extends Record> Preparation preparation(Configured<C, ?> method, Layout layout) {
    Yaml scale = top.get("scale");
    Scales scales = Scales.of(scale, method.scales());
    Yaml.placed(
        scale == null ? root : scale,
        () -> scales.requireFit(layout.views(), layout.spreadsRows()));
    Preparation found = PreparationSection.of(top, scales, folder);
    Yaml.check(
        top.getOrDefault("missing", root), () -> MissingRules.requireFit(found.missing(), layout));
    return found;
  }

  private <C extends Record> Search search(Configured<C, ?> method, Task task) {
    return top.containsKey("search")
        ? SearchSection.of(top.get("search"), method, task, stop(method).rounds())
        : Search.NONE;
  }

  /** Rejects a target of rows that have none. */
  private void checkTarget(boolean generated) {
    if (generated) {
      throw top.get("data").error("generated data has classes and no target; use labels");
    }
  }

  /** Rejects keys that need rows of several parties in one place: they are for simulations. */
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

  private Protection protection(Configured<?, ?> learner, Layout layout) {
    Protection found =
        ProtectionSection.of(
            top.get("protection"),
            AlignSection.of(top.get("align"), remote, layout),
            layout,
            !learner.method().clusters(),
            stop(learner).goesOn(),
            remote);
    if (found.robust() != Protection.Robust.NONE) {
      Yaml.check(top.get("protection").need("aggregation"), () -> found.requireFit(learner));
    }
    if (top.containsKey("search")) {
      Yaml.check(top.get("search"), () -> StudyRules.requireTrueLabels(found));
    }
    return found;
  }

  private boolean flag(String key, boolean otherwise) {
    return top.containsKey(key) ? top.get(key).flag() : otherwise;
  }
}
