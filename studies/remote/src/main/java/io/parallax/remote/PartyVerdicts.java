package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.View;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.AskGuesses;
import io.parallax.remote.NodeMessages.AskOwnMetrics;
import io.parallax.remote.NodeMessages.JudgeViews;
import io.parallax.remote.NodeMessages.OwnMetrics;
import io.parallax.remote.NodeMessages.ViewGuesses;
import io.parallax.remote.NodeMessages.ViewsJudged;
import io.parallax.run.OwnScores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers asks about single parties and views, in a study with results by party. Parties with
 * people of their own send their metrics. Among parties with the same people, each sends the
 * guesses of its view alone, and the party with the labels judges them.
 *
 * @param trained the method's half
 * @param truth of the held-out rows, at a party that has it
 * @param views this party's
 * @param shape of what is judged
 * @param verdict lets it judge one set of guesses
 */
record PartyVerdicts(
    Party trained, Optional<int[]> truth, List<View> views, Verdict shape, EvaluateOnce verdict) {
  Answers addTo(Answers answers) {
    return answers
        .on(AskOwnMetrics.class, ask -> ownMetrics())
        .on(AskGuesses.class, ask -> guesses())
        .on(JudgeViews.class, this::judgeViews);
  }

  private OwnMetrics ownMetrics() {
    List<Map<String, Double>> rows = new ArrayList<>();
    rows.add(judgedOnce("scores", trained.scores()));
    for (int k = 0; k < views.size(); k++) {
      View view = views.get(k);
      boolean lacked = view.presence().filter(some -> some.training().isEmpty()).isPresent();
      Optional<Matrix> alone =
          lacked ? Optional.empty() : OwnScores.ofView(trained, view, shape.classes());
      rows.add(judgedOnce("scores of view " + (k + 1), alone));
    }
    MetricRows told = MetricRows.of(rows, EvaluatingParty.names(shape.classes(), false));
    return new OwnMetrics(told.values(), told.defined());
  }

  /** The party that judges need not tell its own. */
  private ViewGuesses guesses() {
    Optional<Matrix> own = truth.isPresent() ? Optional.empty() : ownScores();
    return own.filter(scores -> scores.rows() > 0)
        .map(Matrix::argmaxRows)
        .map(codes -> Matrix.fill(codes.length, 1, (i, j) -> codes[i]))
        .map(guesses -> new ViewGuesses(true, guesses))
        .orElse(new ViewGuesses(false, NodeMessages.NONE));
  }

  private Optional<Matrix> ownScores() {
    return OwnScores.of(trained, views.get(0), shape.classes());
  }

  private Map<String, Double> judgedOnce(String what, Optional<Matrix> scores) {
    scores.filter(s -> truth.isPresent()).ifPresent(s -> verdict.on(what, s));
    return judged(scores);
  }

  private ViewsJudged judgeViews(JudgeViews ask) {
    if (truth.isPresent()) {
      EvaluatingParty.requireAll(ask.guesses(), truth.get().length, shape.members());
      verdict.on("guesses", ask.guesses());
    }
    List<Map<String, Double>> rows = new ArrayList<>();
    for (int k = 0; k < shape.members(); k++) {
      rows.add(guessed(k == shape.seat() ? ownScores() : scores(ask.guesses(), k)));
    }
    MetricRows told = MetricRows.of(rows, EvaluatingParty.names(shape.classes(), false));
    return new ViewsJudged(told.values(), told.defined());
  }

  /** A one in the column of each row's guess; nothing where the party gave none. */
  private Optional<Matrix> scores(Matrix guesses, int k) {
    return guesses.get(0, k) < 0
        ? Optional.empty()
        : Optional.of(
            Matrix.fill(guesses.rows(), shape.classes(), (i, c) -> guesses.get(i, k) == c ? 1 : 0));
  }

  /** Without what needs scores, since guesses are all that is told. */
  private Map<String, Double> guessed(Optional<Matrix> scores) {
    Map<String, Double> metrics = new LinkedHashMap<>(judged(scores));
    metrics.remove("auc");
    return metrics;
  }

  private Map<String, Double> judged(Optional<Matrix> scores) {
    return truth.isEmpty()
            || scores.isEmpty()
            || truth.get().length == 0
            || scores.get().rows() != truth.get().length
        ? Map.of()
        : Classification.scores(truth.get(), scores.get()).asMap();
  }
}
