package io.parallax.apfed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.parallax.core.Images;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.core.Sequences;
import io.parallax.core.Shape;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The exported model in another program, ONNX Runtime. */
class OnnxTest {
  private static final double MEAN = 0.3;
  private static final double DEVIATION = 1.7;

  @Test
  void tablesGetTheSameLabels() throws OrtException {
    same(SmallStudy.plain(60, 50));
  }

  @Test
  void greyImagesGetTheSameLabels() throws OrtException {
    same(of(new Images(1, 7, 6)));
  }

  @Test
  void colourImagesGetTheSameLabels() throws OrtException {
    same(of(new Images(3, 11, 10)));
  }

  @Test
  void sequencesAreNotExported() {
    Party active = trained(of(new Sequences(4, List.of("x", "y"))), 1);
    assertThat(active.onnx(new double[9], new double[9], Map.of())).isEmpty();
  }

  private static SmallStudy of(Shape shape) {
    return SmallStudy.of(60, 50, List.of(Optional.of(shape), Optional.empty()), 3);
  }

  private static Party trained(SmallStudy study) {
    return trained(study, 4);
  }

  private static Party trained(SmallStudy study, int rounds) {
    ApFedConfig config = SmallStudy.config(ApFedConfig.Mode.REFERENCE, "contrastive");
    return Simulation.train(
            new ApFed(), config, study.views(), study.roster(), Rounds.of(rounds, 0))
        .parties()
        .get(PartyId.of("party-a"));
  }

  /** The rows go in as they were before they were scaled. */
  private static void same(SmallStudy study) throws OrtException {
    Party active = trained(study);
    Matrix ours = active.scores().orElseThrow();
    Matrix rows = study.views().get(0).toScore().toMatrix();
    double[] shift = new double[rows.cols()];
    double[] factor = new double[rows.cols()];
    Arrays.fill(shift, MEAN);
    Arrays.fill(factor, 1 / DEVIATION);
    byte[] file = active.onnx(shift, factor, Map.of("classes", "a\nb\nc")).orElseThrow();
    float[][] unscaled = new float[rows.rows()][rows.cols()];
    for (int i = 0; i < unscaled.length; i++) {
      for (int j = 0; j < unscaled[i].length; j++) {
        unscaled[i][j] = (float) (rows.get(i, j) * DEVIATION + MEAN);
      }
    }
    OrtEnvironment runtime = OrtEnvironment.getEnvironment();
    try (OrtSession session = runtime.createSession(file);
        OnnxTensor x = OnnxTensor.createTensor(runtime, unscaled);
        OrtSession.Result result = session.run(Map.of("rows", x))) {
      float[][] theirs = (float[][]) result.get("probabilities").orElseThrow().getValue();
      long[] classes = (long[]) result.get("class").orElseThrow().getValue();
      int[] labels = Arrays.stream(classes).mapToInt(Math::toIntExact).toArray();
      assertThat(labels).isEqualTo(ours.argmaxRows());
      assertThat(IntStream.of(labels).distinct().count()).isGreaterThan(1);
      for (int i = 0; i < theirs.length; i++) {
        for (int c = 0; c < study.classes(); c++) {
          assertThat((double) theirs[i][c]).isCloseTo(ours.get(i, c), within(1e-4));
        }
      }
      assertThat(session.getMetadata().getCustomMetadata()).containsEntry("classes", "a\nb\nc");
    }
  }
}
