package io.parallax.study;

import io.parallax.core.Answers;
import io.parallax.core.BadInput;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.PartyId;
import io.parallax.core.Target;
import io.parallax.data.Column;
import io.parallax.study.Layout.Holder;
import io.parallax.study.Layout.Site;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rejects what no study may say, whether a file or a program describes it. */
public final class StudyRules {
  private static final int MOST_REPEATS = 10_000;
  private static final Set<String> MODEL_FILES = Set.of("model", "contribution", "fit");
  private static final int LEAST_PURPOSE = 10;
  private static final int MOST_PURPOSE = 2000;

  private StudyRules() {}

  /** Returns the name of a study, which also names folders. */
  public static String name(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new BadInput("study must be 1 to 64 letters, digits, dots, dashes");
    }
    return name;
  }

  /** Rejects a purpose that tells owners too little, or more than they can read. */
  public static void purpose(String text) {
    int length = text.strip().length();
    if (length < LEAST_PURPOSE || length > MOST_PURPOSE) {
      throw new BadInput(
          "purpose has %d characters; it must have %d to %d; say what question the study answers, who asks it and on what basis"
              .formatted(length, LEAST_PURPOSE, MOST_PURPOSE));
    }
  }

  /**
   * Returns a method by its name.
   *
   * @param target the kind of a target that is not classes; some methods leave those to another
   */
  public static Method<?, ?> method(String name, Optional<Task.Values.Kind> target) {
    Method<?, ?> method = Methods.named(name);
    return target.isEmpty() ? method : Methods.named(method.nameForTargets());
  }

  /** Returns whether a method, or the one that it leaves targets to, learns this kind of target. */
  public static boolean learnt(String name, Task.Values.Kind kind) {
    return Methods.all().stream()
        .filter(method -> method.name().equals(name))
        .allMatch(m -> Methods.named(m.nameForTargets()).defaultsFor(kind.type()).isPresent());
  }

  /** Returns a method's defaults, for a target if there is one. */
  public static <C extends Record> C defaults(
      Method<C, ?> method, Optional<Task.Values.Kind> target) {
    return target
        .map(
            kind ->
                method
                    .defaultsFor(kind.type())
                    .orElseThrow(
                        () ->
                            new BadInput(
                                "%s does not learn a target of kind %s; use method: regression"
                                    .formatted(method.name(), kind.word()))))
        .orElseGet(method::defaults);
  }

  /** Rejects settings that belong to another kind of target than the study's. */
  public static <C extends Record> void requireTarget(
      Configured<C, ?> method, Optional<Task.Values.Kind> target) {
    Optional<Class<? extends Target>> fitted = method.method().target(method.config());
    boolean classes = fitted.filter(kind -> kind != Target.Outcomes.class).isEmpty();
    if (target.isEmpty() && !classes) {
      throw new BadInput(
          "with these settings %s needs a target, but the study has labels; give a party 'target' in place of 'labels', or set 'loss: logistic' for two classes"
              .formatted(method.method().name()));
    }
    if (target.isPresent() && !fitted.equals(Optional.of(target.get().type()))) {
      throw new BadInput(
          "settings.loss does not belong to a target of kind %s; leave it out"
              .formatted(target.get().word()));
    }
  }

  /** Rejects keys that are for classes in a study of another target. */
  public static void requireForTarget(Study study) {
    if (!(study.task() instanceof Task.Values)) {
      return;
    }
    if (study.protection().labelEpsilon() > 0) {
      throw new BadInput(
          "protection.labels randomises classes; nothing hides a target of another kind; remove it");
    }
    if (study.extras().contribution().isPresent()) {
      throw new BadInput("contribution is measured by accuracy, which a target has not; remove it");
    }
    if (study.evaluation().byParty()) {
      throw new BadInput(
          "evaluate.by-party judges classes, and no part of a linear predictor predicts a target alone; remove it");
    }
    if (!study.extras().rivals().isEmpty()) {
      throw new BadInput("beside names methods for classes, but the study has a target; remove it");
    }
    if (study.preparation().classes().isEmpty()) {
      return;
    }
    throw new BadInput("classes groups labels, but the study has a target; remove it");
  }

  /** Rejects a number of clusters for a method that learns labels. */
  public static void requireGroups(Method<?, ?> method) {
    if (!method.clusters()) {
      throw new BadInput(
          "clusters is for methods that group samples; " + method.name() + " learns labels");
    }
  }

  /** Rejects classes for a method that groups samples. */
  public static void requireClasses(Method<?, ?> method) {
    if (method.clusters()) {
      throw new BadInput(
          "classes is for methods that learn labels; " + method.name() + " groups samples");
    }
  }

  /** Returns a number of which there have to be enough. */
  public static int atLeast(String key, int value, int least) {
    if (value < least) {
      throw new BadInput(key + " is " + value + " and must be at least " + least);
    }
    return value;
  }

  /** Returns a share of rows that leaves some on either side. */
  public static double share(String key, double share) {
    if (!(share > 0 && share < 1)) {
      throw new BadInput(key + " is " + share + " and must lie between 0 and 1");
    }
    return share;
  }

  /** Returns times at which survival is predicted. */
  public static List<Double> times(List<Double> times) {
    boolean sound = !times.isEmpty() && times.stream().allMatch(t -> t > 0 && t < Double.MAX_VALUE);
    if (!sound || !times.equals(times.stream().distinct().sorted().toList())) {
      throw new BadInput(
          "the times are "
              + times
              + "; they must be above 0 and ascending; write them like 365, 1825");
    }
    return times;
  }

  /** Rejects times at which survival is judged if it is not learnt. */
  public static void requireSurvival(Task task) {
    if (!(task instanceof Task.Values values && values.kind() == Task.Values.Kind.TIME)) {
      throw new BadInput(
          "evaluate.times is for a target of times until an event; remove it, or name 'time' and 'event' in the target");
    }
  }

  /** Returns a number of splits, or of seeds. */
  public static int repeats(int repeats) {
    if (atLeast("evaluate.repeats", repeats, 1) > MOST_REPEATS) {
      throw new BadInput("evaluate.repeats is " + repeats + " and must be at most " + MOST_REPEATS);
    }
    return repeats;
  }

  /** Returns the tolerance at which training ends. */
  public static double tolerance(double tolerance) {
    if (!(tolerance >= 0)) {
      throw new BadInput("stop.tolerance is " + tolerance + " and must be 0 or more");
    }
    return tolerance;
  }

  /**
   * Returns the patience with a party that has left.
   *
   * @param seconds empty: the study does not say
   * @param continues whether training continues without it
   */
  public static Duration patience(Optional<Integer> seconds, boolean continues) {
    if (seconds.isPresent() && !continues) {
      throw new BadInput(
          "stop.wait is for studies that continue without a party; add 'lost: continue'");
    }
    return seconds
        .map(given -> Duration.ofSeconds(atLeast("stop.wait", given, 1)))
        .orElse(Study.Stop.WAIT);
  }

  /** Returns how many percent of the columns of each view are kept. */
  public static double keep(double keep) {
    if (!(keep > 0 && keep <= 100)) {
      throw new BadInput("select.keep is " + keep + " and must be above 0 and at most 100");
    }
    return keep;
  }

  /** Rejects metrics by party for a method that groups samples. */
  public static void requireByParty(boolean learns) {
    if (!learns) {
      throw new BadInput(
          "evaluate.by-party is for methods that learn labels; this one groups all rows at once");
    }
  }

  /** Returns the least and the largest number of a column. */
  public static List<Double> bounds(String key, List<Double> bounds) {
    if (bounds.size() != 2 || !(bounds.get(0) < bounds.get(1))) {
      throw new BadInput(key + " must be two numbers, the smaller first: [0, 5]");
    }
    return bounds;
  }

  /** Returns the categories of a column, each of which is another. */
  public static List<String> categories(String key, List<String> categories) {
    if (categories.stream().map(Column::category).distinct().count() < categories.size()) {
      throw new BadInput(key + " has a category twice; name each once");
    }
    return categories;
  }

  /** Returns two or more classes with the labels of each, none of them in two classes. */
  public static Map<String, List<String>> classes(Map<String, List<String>> classes) {
    if (classes.size() < 2) {
      throw new BadInput("classes must name two or more, each with its labels");
    }
    Set<String> met = new HashSet<>();
    for (List<String> labels : classes.values()) {
      for (String label : labels) {
        if (!met.add(Column.category(label))) {
          throw new BadInput("classes has the label '" + label + "' twice; keep it in one class");
        }
      }
    }
    return classes;
  }

  /** Rejects a view that one of the parties before holds already. */
  public static void addView(Set<String> held, String view) {
    if (!held.add(view)) {
      throw new BadInput("view '" + view + "' is held by two parties");
    }
  }

  /**
   * Returns parties with one view each, at most one of which holds labels.
   *
   * @param learns whether labels are needed, not only of use
   */
  public static List<Holder> holders(List<Holder> parties, boolean learns) {
    requireSome(parties);
    requireFiles(parties.stream().map(Holder::id).toList());
    List<PartyId> labelled = parties.stream().filter(Holder::labels).map(Holder::id).toList();
    if (labelled.isEmpty() && learns) {
      throw new BadInput("no party holds the labels; give one of them 'labels' or 'target'");
    }
    if (labelled.size() > 1) {
      throw new BadInput("parties " + labelled + " all hold labels; keep them at one party");
    }
    return parties;
  }

  /** Returns parties with people of their own, all of whom have labels or the same target. */
  public static List<Site> sites(List<Site> parties) {
    requireSome(parties);
    requireFiles(parties.stream().map(Site::id).toList());
    Function<Site, Object> kind =
        site -> site.target().map(own -> List.of(own.kind(), own.further())).orElse(List.of());
    for (Site other : parties) {
      if (!kind.apply(other).equals(kind.apply(parties.get(0)))) {
        throw new BadInput(
            "parties %s and %s have targets of different kinds, or with other columns; all parties need the same"
                .formatted(parties.get(0).id(), other.id()));
      }
    }
    return parties;
  }

  /** Rejects parties whose part of a model would have the file's name of another one. */
  private static void requireFiles(List<PartyId> parties) {
    for (PartyId party : parties) {
      if (MODEL_FILES.contains(party.name())) {
        throw new BadInput(
            "a party is called '%s'; its part of the model would be in %s.json, where the model keeps something else; give it another name"
                .formatted(party, party));
      }
    }
  }

  /** Rejects a study that names no party. */
  public static <T> List<T> requireSome(List<T> parties) {
    if (parties.isEmpty()) {
      throw new BadInput("parties is empty; name at least one");
    }
    return parties;
  }

  /** Returns what a method, or one that it is compared with, may ask to be disclosed. */
  public static Set<String> disclosures(Method<?, ?> method) {
    return Stream.concat(Stream.of(method), method.rivals().stream())
        .flatMap(one -> one.asks().stream())
        .map(Answers::typeFor)
        .filter(Disclosed.class::isAssignableFrom)
        .map(Disclosed::nameOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Rejects settings with which the method discloses what its owners have not allowed. */
  public static <C extends Record> void requireConsent(Configured<C, ?> method, Layout layout) {
    Map<PartyId, Set<String>> allowed = layout.allowed();
    for (String name : method.method().disclosures(method.config())) {
      if (layout instanceof Layout.Pooled) {
        throw new BadInput(
            "with these settings the method discloses %s, which made-up parties cannot allow; use other settings, or name 'parties' that allow it"
                .formatted(name));
      }
      List<PartyId> missing =
          allowed.keySet().stream().filter(id -> !allowed.get(id).contains(name)).toList();
      if (!missing.isEmpty()) {
        throw new BadInput(
            "with these settings the method discloses %s; its owners have to allow it: give %s 'allow: [%s]'"
                .formatted(name, missing, name));
      }
    }
  }

  /** Rejects a search by labels that the protection hides. */
  public static void requireTrueLabels(Protection protection) {
    if (protection.labelEpsilon() > 0) {
      throw new BadInput(
          "search judges settings by true labels, which protection.labels does not cover;"
              + " remove one of them");
    }
  }

  /** Returns a method that a study may be compared with. */
  public static Method<?, ?> rival(Method<?, ?> method) {
    if (method.clusters()) {
      throw new BadInput(
          "beside names %s, which groups samples; it must learn labels; name another method"
              .formatted(method.name()));
    }
    return method;
  }
}
