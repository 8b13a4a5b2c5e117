package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.BaselineHazard;
import io.parallax.core.Coordinator;
import io.parallax.core.ErrorPart;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.Alignment;
import io.parallax.data.Ids;
import io.parallax.data.Table;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.Regions;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelPart;
import io.parallax.study.model.ModelStore;
import io.parallax.study.model.ModelTarget;
import io.parallax.study.model.NewRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Scores new rows with a model: jointly, where its parts belong together, or with one part. */
public final class Predictor {
  /** The most rounds of a predictor. */
  public static final int ROUNDS = 1000;

  /** The change at which a predictor ends. */
  public static final double TOLERANCE = 1e-9;

  private final ModelStore store;
  private final Model model;

  public Predictor(ModelStore store) {
    this.store = store;
    this.model = store.model();
  }

  /**
   * Rows and their scores.
   *
   * @param scores a column for each class
   * @param errors standard errors of the rows' linear predictors, where they are known
   * @param hazard the baseline hazard of a model of times, where its holder's part is at hand
   * @param regions the classes or values that hold the truth with the model's stated probability
   * @param views how many views each row is scored by, where some may be missing; empty: all
   * @param notes sentences for the user
   */
  public record Predicted(
      List<String> ids,
      List<String> classes,
      Matrix scores,
      Optional<double[]> errors,
      Optional<BaselineHazard> hazard,
      Optional<Regions> regions,
      Optional<int[]> views,
      List<String> notes) {

    /** Makes predictions that are not certain to anything. */
    public Predicted(
        List<String> ids,
        List<String> classes,
        Matrix scores,
        Optional<double[]> errors,
        Optional<BaselineHazard> hazard,
        List<String> notes) {
      this(ids, classes, scores, errors, hazard, Optional.empty(), Optional.empty(), notes);
    }
  }

  /** The scores of rows, and the parties that gave them. */
  private record Scoring(Matrix scores, List<Party> parties) {
    Optional<double[]> errors() {
      List<ErrorPart> parts = parties.stream().flatMap(p -> p.errorPart().stream()).toList();
      return parts.size() == parties.size() ? ErrorPart.total(parts) : Optional.empty();
    }

    Optional<BaselineHazard> hazard() {
      return parties.stream().flatMap(party -> party.baselineHazard().stream()).findFirst();
    }
  }

  /** Returns the type of a target that is not classes; empty: the model predicts classes. */
  public Optional<Class<?>> target() {
    return model.classes().size() == 1 ? target(Methods.named(model.method())) : Optional.empty();
  }

  private <C extends Record> Optional<Class<?>> target(Method<C, ?> method) {
    return method.target(store.settings(method.defaults())).map(type -> type);
  }

  /**
   * Returns scores by all parties' parts with what they are certain to.
   *
   * @param present number of views present of each row
   * @param partial whether some may be missing
   */
  public Predicted stated(List<String> ids, Matrix scores, int[] present, boolean partial) {
    StatedCertainty stated = new StatedCertainty(store, Optional.empty());
    return new Predicted(
        ids,
        model.classes(),
        stated.calibrated(scores, present),
        Optional.empty(),
        Optional.empty(),
        stated.regions(scores, present),
        partial ? Optional.of(present) : Optional.empty(),
        List.of());
  }

  /** Returns whether its scores are probabilities of classes. */
  boolean probabilities() {
    return probabilities(Methods.named(model.method()));
  }

  private <C extends Record> boolean probabilities(Method<C, ?> method) {
    return method.probabilities(store.settings(method.defaults()));
  }

  /** Returns what the model keeps on a target that is not classes. */
  public Optional<ModelTarget> kept() {
    return store.target();
  }

  public Model model() {
    return model;
  }

  /**
   * Scores the rows of these files.
   *
   * @param files each view's file; rows are scored in the order of the first
   * @param party whose part to use, where each does alone; none: the first one's
   */
  public Predicted predict(Map<String, NewRows> files, Optional<String> party) {
    return scored(files, party).orElseThrow(this::needsAll);
  }

  /** Scores rows with the part of one party; empty if the method needs the parts of all. */
  public Optional<Predicted> alone(Map<String, NewRows> files, String party) {
    return scored(files, Optional.of(party));
  }

  /** Returns whether a party needs none of the others to score the rows of its views. */
  boolean scoresAlone(Map<String, NewRows> files, String party) {
    Map<String, NewRows> own = new LinkedHashMap<>();
    views(Optional.of(party)).forEach(view -> own.put(view, files.get(view)));
    return alone(own, party).isPresent();
  }

  private Optional<Predicted> scored(Map<String, NewRows> files, Optional<String> party) {
    List<ScoringPart> parts = parts(party);
    Map<String, Table> read = new LinkedHashMap<>();
    parts.forEach(part -> read.putAll(part.read(files)));
    requireSameRows(read);
    List<String> notes = new ArrayList<>();
    Map<String, Table> tables = new LinkedHashMap<>();
    parts.forEach(part -> tables.putAll(part.taken(read, notes::add)));
    Map<String, List<String>> ids = new LinkedHashMap<>();
    files.keySet().forEach(view -> ids.put("view " + view, tables.get(view).ids()));
    boolean partial = partial(party);
    List<String> common = partial ? any(ids.values()) : Alignment.common(ids);
    SortedMap<PartyId, List<View>> views = new TreeMap<>();
    for (ScoringPart part : parts) {
      views.put(part.id(), part.views(tables, common, model.classes().size()));
    }
    notes.addAll(partial ? lacking(tables, common.size()) : notes(ids, common.size()));
    boolean whole = model.joint() && (partial || !joint(Methods.named(model.method())));
    StatedCertainty stated = new StatedCertainty(store, whole ? Optional.empty() : party);
    stated.note().ifPresent(notes::add);
    int[] present = StatedCertainty.present(common, tables.values());
    return scores(Methods.named(model.method()), views, parts, party.isPresent())
        .map(
            found ->
                new Predicted(
                    common,
                    model.classes(),
                    stated.calibrated(found.scores(), present),
                    found.errors(),
                    found.hazard(),
                    stated.regions(found.scores(), present),
                    partial ? Optional.of(present) : Optional.empty(),
                    notes));
  }

  /** Returns whether scores need more parts than one; where one has them, it is what all have. */
  private <C extends Record> boolean joint(Method<C, ?> method) {
    return !method.scoringAsks(store.settings(method.defaults())).isEmpty();
  }

  /** Returns the ids that some view has, those of the first view first. */
  private static List<String> any(Collection<List<String>> ids) {
    return Ids.of(ids.stream().flatMap(List::stream).distinct().iterator());
  }

  private static List<String> lacking(Map<String, Table> tables, int rows) {
    return tables.entrySet().stream()
        .filter(view -> view.getValue().ids().size() < rows)
        .map(
            view ->
                "view %s has %d of %d rows; the others are scored without it"
                    .formatted(view.getKey(), view.getValue().ids().size(), rows))
        .toList();
  }

  private static void requireSameRows(Map<String, Table> tables) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    tables.forEach(
        (view, table) -> {
          if (table.numbered()) {
            counts.put("view " + view, table.ids().size());
          }
        });
    Alignment.requireSameCounts(counts);
  }

  private List<ScoringPart> parts(Optional<String> party) {
    if (model.joint() && party.isEmpty()) {
      return model.parties().stream().map(this::part).toList();
    }
    String name = party.orElse(model.parties().get(0));
    if (!model.parties().contains(name)) {
      throw new BadInput(
          "the model has no party '" + name + "'; it has " + String.join(", ", model.parties()));
    }
    return List.of(part(name));
  }

  private ScoringPart part(String party) {
    return new ScoringPart(model, store.part(party));
  }

  private <C extends Record, R extends Result> Optional<Scoring> scores(
      Method<C, R> method,
      SortedMap<PartyId, List<View>> views,
      List<ScoringPart> parts,
      boolean alone) {
    C config = store.settings(method.defaults());
    List<View> all = views.values().stream().flatMap(List::stream).toList();
    Roster roster =
        model.joint()
            ? Roster.vertical(all, model.classes().size(), model.seed())
            : Roster.horizontal(all, model.classes().size(), model.seed());
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    for (ScoringPart part : parts) {
      parties.put(part.id(), part.party(method, config, views.get(part.id()), roster));
    }
    Optional<Coordinator<Matrix>> joint = method.predictor(config, roster);
    Optional<Matrix> scores =
        joint.isPresent() && (!alone || parts.stream().allMatch(ScoringPart::partial))
            ? Optional.of(
                Simulation.score(
                    method,
                    config,
                    joint.get(),
                    parties,
                    Rounds.of(ROUNDS, TOLERANCE),
                    shown(method, config, parties.keySet())))
            : parties.values().iterator().next().scores();
    return scores.map(found -> new Scoring(found, List.copyOf(parties.values())));
  }

  /** Returns options that disclose what the method does, all of which is here already. */
  private static <C extends Record> Simulation.Options shown(
      Method<C, ?> method, C config, Set<PartyId> parties) {
    Set<String> disclosed = method.disclosures(config);
    return Simulation.Options.inMemory()
        .allowing(parties.stream().collect(Collectors.toMap(id -> id, id -> disclosed)));
  }

  private BadInput needsAll() {
    return new BadInput(
        "no party can score rows alone with a model of method "
            + model.method()
            + "; leave out --party and give the views of all: "
            + String.join(", ", model.views()));
  }

  /** Returns whether rows are scored that not all views have. */
  public boolean partial(Optional<String> party) {
    return parts(party).stream().allMatch(ScoringPart::partial);
  }

  List<String> parties() {
    return model.parties();
  }

  /** The views whose files are needed. */
  public List<String> views(Optional<String> party) {
    return party.isEmpty()
        ? model.views()
        : parts(party).get(0).part().views().stream().map(ModelPart.Input::view).toList();
  }

  private static List<String> notes(Map<String, List<String>> ids, int common) {
    List<String> notes = new ArrayList<>();
    ids.forEach(
        (view, own) -> {
          if (own.size() > common) {
            notes.add(
                "%s: %d of %d ids are not in every view and are left out"
                    .formatted(view, own.size() - common, own.size()));
          }
        });
    return notes;
  }
}
