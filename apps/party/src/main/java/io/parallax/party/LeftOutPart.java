package io.parallax.party;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import io.parallax.remote.LeftOutRows;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.PartName;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.Configured;
import io.parallax.study.Study;
import io.parallax.study.rows.StudyData;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Builds this party's side of a part that scores held-out rows without another party. */
final class LeftOutPart {
  private final PartyConfig party;
  private final Proposal proposal;
  private final Study study;
  private final String part;

  LeftOutPart(PartyConfig party, Proposal proposal, String part) {
    this.party = party;
    this.proposal = proposal;
    this.study = proposal.study();
    this.part = part;
  }

  /**
   * @param rows this party's, in the order of the study
   */
  PartWork begin(StudyData rows, TrainingOpening how) {
    LeftOutRows left = LeftOutRows.of(study, rows.codes().length, how, number(how.trial()));
    return work(study.method(), left, rows, how.trial());
  }

  /** Returns the number of the part's rows; rejects one that the study does not have. */
  private int number(int trial) {
    PartyId me = party.name();
    return IntStream.rangeClosed(1, LeftOutParts.leftOut(study).size())
        .filter(p -> study.extras().check().leaveOneOut() && trial != PartName.MODEL)
        .filter(p -> part.equals(PartName.without(trial, p)))
        .filter(p -> LeftOutRows.scoring(study, part).contains(me))
        .findFirst()
        .orElseThrow(
            () ->
                new ProtocolViolation(
                    "part "
                        + part
                        + " scores rows without a party, which this study does not, or without this one"));
  }

  private <C extends Record, R extends Result> PartWork work(
      Configured<C, R> method, LeftOutRows left, StudyData rows, int trial) {
    Party half = left.party(method, rows, model(trial));
    Map<String, Long> letters = left.letters(method);
    half.sizes().forEach((letter, most) -> letters.merge(letter, most, Math::min));
    return new PartWork(
        half,
        left.asks(method),
        study.members().size() - 1,
        Set.of(),
        left.limits(method),
        letters,
        true,
        List.of());
  }

  private Map<String, Matrix> model(int trial) {
    return CalibratedModel.of(party.state(), proposal.id())
        .part(PartName.of(trial), party.name())
        .matrices();
  }

  /** Forgets the model of a split when its training's part, which ends last, has ended. */
  static void ended(PartyConfig party, Proposal proposal, String part) {
    boolean split =
        IntStream.rangeClosed(1, proposal.study().trials())
            .anyMatch(trial -> part.equals(PartName.of(trial)));
    if (split && proposal.study().extras().check().leaveOneOut()) {
      CalibratedModel.of(party.state(), proposal.id()).clear();
    }
  }
}
