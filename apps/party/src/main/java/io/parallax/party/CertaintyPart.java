package io.parallax.party;

import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.RowLimits;
import io.parallax.math.Matrix;
import io.parallax.remote.CertaintyMessages;
import io.parallax.remote.EvaluateOnce;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.remote.PartyCertainty;
import io.parallax.run.PartName;
import io.parallax.study.Study;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.rows.StudyData;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds this party's side of the parts that calibrate what a model's predictions are certain to.
 */
final class CertaintyPart {
  private final PartyConfig party;
  private final JudgedSplits judged;
  private final Proposal proposal;
  private final Study study;
  private final String part;
  private final Ledger ledger;

  CertaintyPart(
      PartyConfig party, JudgedSplits judged, Proposal proposal, String part, Ledger ledger) {
    this.party = party;
    this.judged = judged;
    this.proposal = proposal;
    this.study = proposal.study();
    this.part = part;
    this.ledger = ledger;
  }

  /**
   * @param rows this party's, in the order of the study
   */
  PartWork begin(StudyData rows, TrainingOpening how) {
    requireStated(how.trial());
    PartyCertainty certainty =
        new PartyCertainty(party.name(), study, rows, how, model(how.trial()));
    Map<String, Long> letters = certainty.letters(study.method());
    if (part.equals(PartName.scoring(how.trial()))) {
      Party half = certainty.scoring(study.method());
      half.sizes().forEach((letter, most) -> letters.merge(letter, most, Math::min));
      return work(half, certainty.scoringAsks(study.method()), study.members().size(), letters);
    }
    if (part.equals(PartName.THRESHOLDS)) {
      return work(certainty.told(this::keep), CertaintyMessages.telling(study), 1, letters);
    }
    boolean sites = study.layout().spreadsRows();
    return work(
        sites
            ? certainty.counting(study.method(), verdict(), this::keep, key())
            : certainty.certifying(study.method(), verdict(), this::keep, this::kept),
        CertaintyMessages.certifying(study),
        sites ? study.members().size() : 1,
        letters);
  }

  private static PartWork work(
      Party half, List<Class<? extends Ask<?>>> asks, int parties, Map<String, Long> letters) {
    return new PartWork(
        half,
        asks,
        parties,
        CertaintyMessages.disclosures(),
        RowLimits.NONE,
        letters,
        parties > 1,
        List.of());
  }

  private void requireStated(int trial) {
    boolean known =
        study.extras().certainty().isPresent()
            && (trial != PartName.MODEL || study.extras().model())
            && (part.equals(PartName.scoring(trial)) && !study.layout().spreadsRows()
                || part.equals(PartName.certifying(trial)) && certifies(party, study)
                || part.equals(PartName.THRESHOLDS) && trial == PartName.MODEL && isTold());
    if (!known) {
      throw new ProtocolViolation(
          "part " + part + " calibrates what this study does not state, or is another party's");
    }
  }

  private boolean isTold() {
    return CertaintyMessages.teller(study).filter(party.name()::equals).isPresent();
  }

  private Map<String, Matrix> model(int trial) {
    PartyId me = party.name();
    if (trial != PartName.MODEL) {
      CalibratedModel kept = CalibratedModel.of(party.state(), proposal.id());
      return kept.part(PartName.certain(trial), me).matrices();
    }
    ServedModel.requireThere(folder(), me, study);
    return folder().part(me.name()).matrices();
  }

  private ModelFolder folder() {
    return ModelFolder.at(
        party.state().resolve("models").resolve(PartBuilder.folderName(proposal)));
  }

  private void keep(ModelCertainty found) {
    folder().write(found);
  }

  private Optional<ModelCertainty> kept() {
    return folder().certainty();
  }

  private EvaluateOnce verdict() {
    Path folder = party.state().resolve("judged").resolve(proposal.id()).resolve(part);
    String truth = party.truthSource(study, proposal.data().views());
    return new EvaluateOnce(folder, () -> judged.count(truth, proposal.id(), part, 1, ledger));
  }

  private Optional<byte[]> key() {
    return proposal.masked()
        ? Optional.of(Secret.bytes(party.state(), part + " " + proposal.id()))
        : Optional.empty();
  }

  /** Forgets the model of a split when it has served at this party. */
  static void ended(PartyConfig party, Study study, String id, String part) {
    boolean last = study.layout().spreadsRows() || !certifies(party, study);
    if (PartName.certifies(part) || PartName.calibrates(part) && last) {
      CalibratedModel.of(party.state(), id).clear();
    }
  }

  private static boolean certifies(PartyConfig party, Study study) {
    return study.layout().spreadsRows() || CertaintyMessages.holder(study).equals(party.name());
  }
}
