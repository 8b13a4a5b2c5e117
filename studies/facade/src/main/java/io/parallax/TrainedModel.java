package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.run.Predictor;
import io.parallax.study.model.MemoryModel;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.NewRows;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A trained model in memory, with the parts of all parties that are there. It holds no rows. */
public final class TrainedModel {
  private final MemoryModel model;

  private TrainedModel(MemoryModel model) {
    this.model = model;
  }

  /** Reads a model from its folder, or from the folder of the run that made it. */
  static TrainedModel load(Path folder) {
    return new TrainedModel(MemoryModel.of(ModelFolder.named(folder)));
  }

  /** Returns what is known of the model: method, settings, classes, views, parties. */
  public Model about() {
    return model.model();
  }

  /**
   * Predicts new rows, which are matched by id over the views.
   *
   * @param rows the rows of every view of the model; of some, where parties may lack rows
   */
  public Predictions predict(Map<String, Rows> rows) {
    return predict(rows, Optional.empty());
  }

  /** Predicts new rows that have the columns of all views. */
  public Predictions predict(Rows rows) {
    Map<String, Rows> views = new LinkedHashMap<>();
    model.model().views().forEach(view -> views.put(view, rows));
    return predict(views);
  }

  /** Predicts new rows by the part of one party, if the method lets each predict alone. */
  public Predictions predictBy(String party, Map<String, Rows> rows) {
    return predict(rows, Optional.of(party));
  }

  private Predictions predict(Map<String, Rows> rows, Optional<String> party) {
    Predictor predictor = new Predictor(model);
    List<String> needed = predictor.views(party);
    for (String view : rows.keySet()) {
      if (!needed.contains(view)) {
        throw new BadInput("the model has no view '" + view + "'" + Suggestion.among(view, needed));
      }
    }
    Map<String, NewRows> inOrder = new LinkedHashMap<>();
    for (String view : needed) {
      if (rows.containsKey(view)) {
        inOrder.put(view, rows.get(view).toScore(view));
      } else if (rows.isEmpty() || !predictor.partial(party)) {
        throw new BadInput("the model needs view '" + view + "', too; give its rows");
      }
    }
    return Predictions.of(predictor.predict(inOrder, party));
  }

  /** Writes the model to a folder; {@link Parallax#load} and the command line read it. */
  public void save(Path folder) {
    model.write(ModelFolder.at(folder));
  }
}
