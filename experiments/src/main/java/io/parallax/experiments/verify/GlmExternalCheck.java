package io.parallax.experiments.verify;

import io.parallax.core.BadInput;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.Vectors;
import io.parallax.eval.Concordance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The concordance of a Cox model on another data set than it was fitted to. The model has all views
 * of the training set; its time and event are the two columns that the labels of both sets have.
 */
final class GlmExternalCheck implements VectorCheck {
  static final String FORMAT = "parallax-glm-external-1";

  @Override
  public boolean covers(String kind) {
    return kind.equals(FORMAT);
  }

  @Override
  public List<Deviation> check(Vectors vectors, Wiring wiring) {
    JsonVectors file = (JsonVectors) vectors;
    DataSetTables train = set(file, "train");
    DataSetTables test = set(file, "test");
    List<String> target = shared(train, test);
    double[] linear =
        new RegressionTask(train, train.views(), Map.of("loss", "cox"), target)
            .fit(wiring)
            .linear(test);
    double found =
        new Concordance(test.label(target.get(0)), test.codes(target.get(1))).harrell(linear);
    double error = Math.abs(found - file.number("concordance"));
    return List.of(new Deviation("concordance", error, GlmCheck.CONCORDANCE));
  }

  private static DataSetTables set(JsonVectors file, String path) {
    return DataSetTables.read(file.text(path), file.folder(), System::getenv);
  }

  private static List<String> shared(DataSetTables train, DataSetTables test) {
    List<String> both = new ArrayList<>(train.labels().columns());
    both.retainAll(test.labels().columns());
    if (both.size() != 2) {
      throw new BadInput(
          "the labels of both data sets have the columns %s in common; there must be two, a time and an event; use other sets"
              .formatted(both));
    }
    return both;
  }
}
