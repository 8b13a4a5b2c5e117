package io.parallax.joint;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.joint.AdditiveMessages.Fit;
import io.parallax.joint.AdditiveMessages.Fitted;
import io.parallax.joint.AdditiveMessages.Keep;
import io.parallax.joint.AdditiveMessages.Ready;
import io.parallax.joint.AdditiveMessages.Teach;
import io.parallax.joint.JointMessages.Begin;
import io.parallax.joint.JointMessages.Score;
import io.parallax.joint.JointMessages.Scores;
import io.parallax.joint.JointMessages.Targets;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A party with a {@link Learner} of its own: it answers with the learner's additions to scores. */
final class AdditiveParty implements Party {
  private static final String LEARNT = "learnt";
  private static final String INTERCEPT = "intercept";

  private final JointConfig config;
  private final View view;
  private final Roster roster;
  private final Learner learner;
  private boolean taught;
  private Matrix y; // N × C, 0 before it is received
  private Matrix intercept; // 1 × C, 0 but at the label holder

  /** The state for resuming. */
  record State(boolean taught, Matrix y, Matrix learnt, Matrix intercept) {}

  AdditiveParty(JointConfig config, View view, Roster roster, Learner learner) {
    this.config = config;
    this.view = view;
    this.roster = roster;
    this.learner = learner;
    this.y = Matrix.zeros(1, roster.classes());
    this.intercept = Matrix.zeros(1, roster.classes());
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(Begin.class, ask -> new Targets(JointParty.targets(view, config, roster)))
        .on(Teach.class, this::teach)
        .on(Fit.class, this::fit)
        .on(Keep.class, this::keep)
        .on(Score.class, ask -> new Scores(heldOut()));
  }

  private Ready teach(Teach ask) {
    double most = roster.samples(); // all rows together weigh so much
    double[] sizes = RowWise.measure(ask.y(), (i, row) -> valid(row, most) ? sum(row) : -1);
    if (Arrays.stream(sizes).min().orElse(-1) < 0 || Arrays.stream(sizes).max().orElse(0) <= 0) {
      throw new ProtocolViolation(
          "the targets are invalid; they must be class weights from 0 to %.0f, at least one of them above 0"
              .formatted(most));
    }
    begin(ask.y());
    return ready();
  }

  private static boolean valid(double[] row, double most) {
    return Arrays.stream(row).allMatch(cell -> cell >= 0 && cell <= most);
  }

  private static double sum(double[] row) {
    return Arrays.stream(row).sum();
  }

  private void begin(Matrix targets) {
    taught = true;
    y = targets;
    learner.teach(view.ofTraining(targets));
  }

  private Ready ready() {
    return new Ready(view.features().samples());
  }

  private Fitted fit(Fit ask) {
    if (!taught || !ask.scores().isFinite()) {
      throw new ProtocolViolation(
          taught ? "the scores are not finite" : "asked to fit before the labels were received");
    }
    return new Fitted(view.ofTraining(learner.fit(ask.scores())));
  }

  private Ready keep(Keep ask) {
    double[] steps = ask.steps().toArray();
    for (int t = 0; t < steps.length; t++) {
      boolean valid = steps[t] >= 0 && steps[t] <= (t < learner.rounds() ? 1 : 0);
      if (!valid) {
        throw new ProtocolViolation(
            "the step of round %d is not from 0 to 1, or there was no such round".formatted(t + 1));
      }
    }
    learner.keep(steps);
    intercept = view.labels().isPresent() ? ask.intercept() : intercept;
    return ready();
  }

  /** The learner's scores of the held-out rows, with the intercept at the label holder. */
  private Matrix heldOut() {
    Matrix own = view.ofHeldOut(learner.heldOut());
    return Matrix.fill(own.rows(), own.cols(), (i, c) -> own.get(i, c) + intercept.get(0, c));
  }

  @Override
  public State state() {
    return new State(taught, y, learner.numbers(), intercept);
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    if (kept.taught()) {
      begin(kept.y());
    }
    learner.restore(kept.learnt());
    intercept = kept.intercept();
  }

  @Override
  public Map<String, Matrix> model() {
    Map<String, Matrix> model = new HashMap<>(Map.of(LEARNT, learner.numbers()));
    if (view.labels().isPresent()) {
      model.put(INTERCEPT, intercept);
    }
    return model;
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    learner.restore(model.get(LEARNT));
    intercept = model.getOrDefault(INTERCEPT, Matrix.zeros(1, roster.classes()));
  }

  @Override
  public Map<String, double[]> importance() {
    return learner.importance().map(sizes -> Map.of(view.name(), sizes)).orElse(Map.of());
  }
}
