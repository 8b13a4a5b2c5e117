package io.parallax.run;

import io.parallax.core.Images;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Target;
import io.parallax.data.ImageFile;
import io.parallax.data.Scaler;
import io.parallax.data.Split;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import io.parallax.engine.Simulation;
import io.parallax.run.PredictionCheck.Marks;
import io.parallax.study.Configured;
import io.parallax.study.Layout;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.TargetColumns;
import io.parallax.study.Task;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import io.parallax.study.model.ModelPart.Input;
import io.parallax.study.model.ModelTarget;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.RowOwners;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.TargetReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The model for use: trained on all rows after the splits have told how good it will be; where rows
 * are grouped, which all of them are every time, by the first seed.
 */
public final class FinalModel {
  private FinalModel() {}

  static <C extends Record, R extends Result> Model write(
      StudyData data, Configured<C, R> method, Trained<C, R> trained, ModelFolder folder) {
    Study study = data.study();
    List<String> views = study.views();
    List<ModelPart> parts = parts(data, trained.split(), trained.outcome());
    Model model =
        new Model(
            study.name(),
            method.method().name(),
            SettingsBinder.toMap(trained.config()),
            data.owners().isEmpty(),
            data.groups(),
            views.stream().filter(held(parts)::contains).toList(),
            method.method().viewWeights(trained.config(), views),
            trained.split().train().length,
            trained.rounds(),
            trained.outcome().traffic().bytesUp(),
            study.seed(),
            parts.stream().map(ModelPart::party).toList());
    folder.write(model, parts);
    return model;
  }

  /** Returns what predictions and validations need to know of a target that is not classes. */
  static <C extends Record, R extends Result> Optional<ModelTarget> target(
      StudyData data, Configured<C, R> method, Trained<C, R> trained, Optional<Fit> fit) {
    if (data.target().isEmpty() || !(data.study().task() instanceof Task.Values values)) {
      return Optional.empty();
    }
    Split rows = new Split(trained.split().train(), new int[0]);
    Target target = data.target().get().select(rows.train());
    Fold fold = data.fold(rows, PartName.purpose(PartName.MODEL));
    Marks marks =
        new RowsAsNew<>(method, trained.config(), fold)
            .scores(trained.outcome().parties())
            .map(own -> Marks.of(target, own.expected(target)))
            .orElse(Marks.NONE)
            .at(data.study().evaluation().times());
    Optional<Fit> tested = fit.filter(Fit::tested);
    return Optional.of(
        new ModelTarget(
            values.kind().word(),
            tested.map(own -> own.figures().get(Fit.DISPERSION)).orElse(null),
            values.kind() == Task.Values.Kind.NUMBER
                ? tested.map(own -> target.size() - own.coefficients().size()).orElse(null)
                : null,
            marks.times(),
            marks.cuts(),
            strata(data)));
  }

  private static List<String> strata(StudyData data) {
    Layout layout = data.study().layout();
    boolean none = layout.target().flatMap(TargetColumns::stratum).isEmpty();
    if (none || layout.spreadsRows()) { // among different people, all parties' names
      return none ? List.of() : data.classes();
    }
    return layout
        .target()
        .flatMap(columns -> layout.labels().map(source -> TargetReader.strata(source, columns)))
        .orElse(List.of());
  }

  /** The views of which there is a part. */
  private static Set<String> held(List<ModelPart> parts) {
    return parts.stream()
        .flatMap(part -> part.views().stream())
        .map(Input::view)
        .collect(Collectors.toSet());
  }

  /**
   * The result of training on all rows, or on all but those that calibrate what is certain.
   *
   * @param split the rows that it was trained on and, held out, those that calibrate
   */
  record Trained<C extends Record, R extends Result>(
      C config, Split split, Simulation.Outcome<R> outcome, int rounds) {}

  private static List<ModelPart> parts(StudyData data, Split rows, Simulation.Outcome<?> outcome) {
    Map<String, Scaler> scalers = new LinkedHashMap<>();
    data.study().views().forEach(view -> scalers.put(view, data.scaler(view, rows)));
    List<ModelPart> parts = new ArrayList<>();
    for (Map.Entry<PartyId, Party> party : outcome.parties().entrySet()) {
      List<ModelPart.Input> own =
          data.owners()
              .map(owners -> inputs(data, scalers, owners, party.getKey(), rows))
              .orElseGet(() -> inputs(data, scalers, party.getKey()));
      if (!party.getValue().model().isEmpty()) { // a passive party has no part in predictions
        parts.add(new ModelPart(party.getKey().name(), own, party.getValue().model()));
      }
    }
    return parts;
  }

  /** Returns the inputs of a party with people of its own, by whom it fills missing cells. */
  private static List<ModelPart.Input> inputs(
      StudyData data, Map<String, Scaler> scalers, RowOwners owners, PartyId party, Split rows) {
    int[] train = owners.rows(owners.ids().indexOf(party), rows.train());
    return data.study().views().stream()
        .map(view -> input(data, view, data.filled(view, scalers.get(view), train)))
        .toList();
  }

  /** Returns the input of a party's view. */
  private static List<ModelPart.Input> inputs(
      StudyData data, Map<String, Scaler> scalers, PartyId party) {
    Layout.Vertical parties = (Layout.Vertical) data.study().layout();
    String view = parties.holder(party).orElseThrow().view();
    return List.of(input(data, view, scalers.get(view)));
  }

  /** Returns the mapping from the cells of a file to a view's features. */
  public static ModelPart.Input input(StudyData data, String view, Scaler scaler) {
    Study.Preparation how = data.study().preparation();
    Optional<Study.Source> source = data.study().layout().source(view);
    Table table = data.tables().get(view);
    return new ModelPart.Input(
        view,
        source.map(Study.Source::id).orElse(Study.ID),
        data.columns().get(view),
        table.matrixColumns(),
        how.missing(),
        scaler,
        steps(data.study(), source, table),
        table.images().map(shape -> picture(source, shape)),
        data.blank(view));
  }

  private static ModelPart.Picture picture(Optional<Study.Source> source, Images shape) {
    return source.flatMap(Study.Source::matrix).orElse(null) instanceof ImageFile file
        ? new ModelPart.Picture(shape, file.part(), file.parts())
        : new ModelPart.Picture(shape, 1, 1);
  }

  /** Returns the reading of new sequences: as in training, with the same number of steps. */
  private static Optional<Steps> steps(Study study, Optional<Study.Source> source, Table table) {
    Steps own =
        source
            .map(Study.Source::steps)
            .or(() -> study.generated().flatMap(Study.Generated::sequences))
            .orElse(Steps.NONE);
    return own.statistics()
        ? Optional.of(own)
        : table
            .sequences()
            .map(layout -> new Steps(own.time(), own.gap(), layout.steps(), own.least()));
  }
}
