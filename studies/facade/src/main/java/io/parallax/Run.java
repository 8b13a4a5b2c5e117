package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.report.ResultText;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.MeanSd;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A finished run of a study.
 *
 * @param result all that was found
 * @param trained the model of all rows; empty if the study or the method keeps none
 * @param report the result as an HTML page that needs nothing else
 */
public record Run(StudyResult result, Optional<TrainedModel> trained, String report) {
  /** Returns the share of held-out rows whose class was predicted, mean over splits. */
  public double accuracy() {
    MeanSd accuracy = metrics().get("accuracy");
    if (accuracy == null) {
      throw new BadInput(
          "the study has no classes to judge by, so there is no accuracy; use metrics()");
    }
    return accuracy.mean();
  }

  /** Returns mean and standard deviation over splits, by metric. */
  public Map<String, MeanSd> metrics() {
    return result.metrics();
  }

  /** Returns the hash of the result's bits: the same study on the same rows has the same. */
  public String resultHash() {
    return result.resultHash();
  }

  /** Returns the model of all rows, or rejects a run that kept none. */
  public TrainedModel model() {
    return trained.orElseThrow(
        () -> new BadInput("the study keeps no model; it must say model(true)"));
  }

  /** Returns the result as the command line prints it. */
  public String text() {
    return ResultText.of(result);
  }

  /** Writes the report. */
  public void saveReport(Path file) {
    Texts.write(file, report);
  }
}
