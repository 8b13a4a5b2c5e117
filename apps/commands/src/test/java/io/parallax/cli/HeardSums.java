package io.parallax.cli;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.Size;
import io.parallax.data.Split;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The last summands of each party in a training on digits, listened to before they are added.
 *
 * @param last by party
 * @param limits the longest row of each party
 */
record HeardSums(SortedMap<PartyId, Matrix> last, SortedMap<PartyId, Double> limits) {
  /** Returns a study of views of digits, the first with the labels. */
  static Study study(String... views) {
    Path data = Shared.data("mfeat");
    StringBuilder text =
        new StringBuilder(
            """
            study: digits
            method: vfedmv
            settings: {beta: 4, zeta: 8, eta: 16}
            evaluate: {test: 0.5, repeats: 5}
            seed: 7
            parties:
            """);
    for (int v = 0; v < views.length; v++) {
      text.append(
          "  %s: {view: %s, data: {csv: %s/view_%s.csv.gz, id: id}%s}\n"
              .formatted(
                  views[v],
                  views[v],
                  data,
                  views[v],
                  v == 0 ? ", labels: {csv: " + data + "/labels.csv, id: id, column: label}" : ""));
    }
    return StudyFile.parse("digits", text.toString(), data);
  }

  /**
   * Trains, and listens.
   *
   * @param size of the summands: "n × C" for held-out rows, "N × C" for training rows
   */
  static <C extends Record, R extends Result> HeardSums of(
      StudyData data, Configured<C, R> method, Split split, int number, String size) {
    Fold fold = data.fold(split, "split-" + number);
    RowLimits limits = method.limits(fold.roster(), 1);
    HeardSums heard = new HeardSums(new TreeMap<>(), new TreeMap<>());
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    fold.views()
        .forEach(
            view -> {
              PartyId id = view.owner();
              Party party = method.method().party(method.config(), List.of(view), fold.roster());
              parties.put(
                  id, new HeardParty(party, answer -> heard.take(id, answer, size, limits)));
            });
    Simulation.run(
        method.method(),
        method.method().coordinator(method.config(), fold.roster()),
        parties,
        Rounds.of(200, 1e-6),
        Simulation.Options.inMemory().limiting(limits));
    return heard;
  }

  private synchronized Answer take(PartyId id, Answer answer, String size, RowLimits of) {
    RecordComponent[] components = answer.getClass().getRecordComponents();
    Object[] values = MessageCodec.parts((Record) answer);
    for (int i = 0; i < values.length; i++) {
      Size own = components[i].getAnnotation(Size.class);
      if (own != null && own.value().equals(size)) {
        last.put(id, (Matrix) values[i]);
        limits.put(id, of.of(id, components[i], ((Matrix) values[i]).cols()));
      }
    }
    return answer;
  }

  /** Returns the sum of all parties' summands but one's; null: of all. */
  Matrix sum(PartyId without) {
    return last.entrySet().stream()
        .filter(own -> !own.getKey().equals(without))
        .map(own -> own.getValue())
        .reduce(Matrix::plus)
        .orElseThrow();
  }

  /** A party whose answers are listened to. */
  private record HeardParty(Party party, UnaryOperator<Answer> listener) implements Party {
    @Override
    public Answers answers() {
      return party.answers().changed(listener);
    }

    @Override
    public Record state() {
      return party.state();
    }

    @Override
    public void restore(Record state) {
      party.restore(state);
    }
  }
}
