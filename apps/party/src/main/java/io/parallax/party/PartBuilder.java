package io.parallax.party;

import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.RowLimits;
import io.parallax.engine.MessageCodec;
import io.parallax.privacy.AlignMessages;
import io.parallax.privacy.AlignParty;
import io.parallax.remote.CutRows;
import io.parallax.remote.EvaluateOnce;
import io.parallax.remote.NaturalOrder;
import io.parallax.remote.NodeMessages;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.remote.PartyTraining;
import io.parallax.remote.SameFactsGuard;
import io.parallax.remote.SetupParty;
import io.parallax.remote.SumLimits;
import io.parallax.run.Fit;
import io.parallax.run.PartName;
import io.parallax.run.StudyDirections;
import io.parallax.study.Align;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import io.parallax.study.rows.StudyData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Builds this party's side of a part: aligning ids, the setup, a split, or the final model. */
final class PartBuilder {
  private final PartyConfig party;
  private final LabelBudget labels;
  private final JudgedSplits judged;
  private final Proposal proposal;
  private final Study study;
  private final String part;
  private final Ledger ledger;
  private final String truth;

  PartBuilder(
      PartyConfig party,
      LabelBudget labels,
      JudgedSplits judged,
      Proposal proposal,
      String part,
      Ledger ledger) {
    this.party = party;
    this.labels = labels;
    this.judged = judged;
    this.proposal = proposal;
    this.study = proposal.study();
    this.part = part;
    this.ledger = ledger;
    this.truth = party.truthSource(study, proposal.data().views());
  }

  /**
   * @param rows all rows of this party that the owner approved
   */
  PartWork build(StudyData rows, byte[] opening) {
    requireEnough(rows.ids().size());
    double epsilon = proposal.labels().epsilon();
    boolean known = !study.layout().spreadsRows(); // otherwise the setup finds all classes first
    if (epsilon > 0 && known) {
      labels.require(rows, truth, epsilon);
    }
    AlignmentFile alignment =
        new AlignmentFile(party.state(), proposal.asked().manifest(), study, rows.ids());
    if (PartName.aligns(part)) {
      return aligning(rows, alignment);
    }
    StudyData used = rows;
    if (study.protection().align().apart()) {
      AlignmentFile.Found found = alignment.found();
      used =
          study.protection().align().whole()
              ? LocalRows.ordered(rows, found.common())
              : LocalRows.placed(rows, found.common(), found.places(), found.rows());
      requireEnough(found.common().size());
    }
    if (part.equals(PartName.SETUP)) {
      return setup(used);
    }
    TrainingOpening how = MessageCodec.decode(TrainingOpening.class, opening);
    if (PartName.leavesOut(part)) {
      return new LeftOutPart(party, proposal, part).begin(used, how);
    }
    return PartName.calibrates(part)
        ? new CertaintyPart(party, judged, proposal, part, ledger).begin(used, how)
        : training(used, how);
  }

  private void requireEnough(int rows) {
    party.policy().requireRows(party.name().name(), rows);
  }

  private PartWork aligning(StudyData rows, AlignmentFile alignment) {
    if (!part.equals(PartName.aligning(study.members().indexOf(party.name()) + 1))) {
      throw new ProtocolViolation("part " + part + " aligns the ids of another party");
    }
    Align align = study.protection().align();
    AlignmentNotes notes =
        new AlignmentNotes(
            alignment,
            party.state().resolve("alignments").resolve(proposal.id()),
            sizes -> ledger.heard(proposal.id(), part, "SetSizes", sizes));
    AlignParty.Terms terms =
        new AlignParty.Terms(
            Set.copyOf(study.members()), align.pad(), party.policy().alignMost(), ordered(rows));
    return new PartWork(
        new AlignParty(party.name(), rows.ids(), secret("align "), terms, notes),
        AlignMessages.asks(!align.whole()),
        1,
        align.apart() ? AlignMessages.disclosures(!align.whole()) : Set.of(),
        RowLimits.NONE,
        AlignMessages.letters(study.members().size()),
        false,
        List.of());
  }

  /** Returns whose ids are the study's rows, where parties may lack some. */
  private Optional<AlignParty.Ordered> ordered(StudyData rows) {
    if (study.protection().align().whole()) {
      return Optional.empty();
    }
    Set<String> view = new HashSet<>();
    rows.tables().values().forEach(table -> view.addAll(table.present().ids()));
    return study.layout().holders().stream()
        .filter(Layout.Holder::labels)
        .map(holder -> new AlignParty.Ordered(holder.id(), NaturalOrder.IDS, view::contains))
        .findFirst();
  }

  private PartWork setup(StudyData rows) {
    return new PartWork(
        new SetupParty(party.name(), study, rows, proposal.id(), secret("setup "), told()),
        NodeMessages.setup(study),
        study.members().size(),
        PartyStudies.TAKING_PART,
        RowLimits.NONE,
        NodeMessages.setupLetters(study),
        true,
        rows.constants(IntStream.range(0, rows.codes().length).toArray()));
  }

  private byte[] secret(String purpose) {
    return Secret.bytes(party.state(), purpose + proposal.id());
  }

  private Path remembered() {
    return judged(party, proposal);
  }

  /** Returns the folder of what a party remembers of the splits that it has judged. */
  static Path judged(PartyConfig party, Proposal proposal) {
    return party.state().resolve("judged").resolve(proposal.id());
  }

  private SameFactsGuard told() {
    return new SameFactsGuard(remembered().resolve("told"));
  }

  private PartWork training(StudyData rows, TrainingOpening how) {
    requireTrained(how.trial());
    PartyTraining training =
        new PartyTraining(
            party.name(),
            study,
            rows,
            how,
            without(how.trial()),
            Secret.of(party.state(), proposal.id(), how.trial()),
            this::taught,
            this::keep,
            new EvaluateOnce(remembered().resolve(part), this::countVerdicts),
            new CutRows(remembered().resolve(part)),
            told());
    party
        .policy()
        .requireDirections(
            party.name().name(),
            training.directions(study.method()),
            StudyDirections.of(study).trainings());
    List<Class<? extends Ask<?>>> asks = new ArrayList<>(study.method().method().asks());
    asks.addAll(NodeMessages.after(study));
    Party half = training.party(study.method());
    return new PartWork(
        half,
        asks,
        study.members().size(),
        NodeMessages.VERDICTS,
        training.limits(study.method()),
        training.letters(study.method(), half),
        true,
        List.of());
  }

  /** Returns whether this training leaves out the rows that calibrate what is certain. */
  private boolean without(int split) {
    return study.extras().certainty().isPresent() && part.equals(PartName.certain(split));
  }

  private void requireTrained(int split) {
    if (!part.equals(PartName.of(split)) && !without(split)) {
      throw new ProtocolViolation("part " + part + " was opened for split " + split);
    }
    if (split == PartName.MODEL && !study.extras().model()) {
      throw new ProtocolViolation(
          "the study keeps no model of all rows, and one was to be trained");
    }
  }

  /** Replaces the labels by randomised ones if the study asks for that. */
  private StudyData taught(StudyData own) {
    double epsilon = proposal.labels().epsilon();
    return epsilon == 0
        ? own
        : labels.taught(
            own,
            truth,
            epsilon,
            folderName(),
            (source, spent, name) -> ledger.drawing(proposal.id(), part, source, spent, name));
  }

  private void countVerdicts() {
    judged.count(truth, proposal.id(), part, SumLimits.verdicts(study), ledger);
  }

  private void keep(Model model, ModelPart own, Optional<Fit> fit) {
    if (!part.equals(PartName.of(PartName.MODEL))) {
      CalibratedModel.of(party.state(), proposal.id()).keep(part, model, own);
      return;
    }
    ModelFolder folder = ModelFolder.at(party.state().resolve("models").resolve(folderName()));
    folder.write(model, List.of(own));
    fit.ifPresent(known -> known.write(folder));
    new PartyModels(party.state()).trained(folder, own.party());
  }

  private String folderName() {
    return folderName(proposal);
  }

  /** Returns the name of the folder of a study's model. */
  static String folderName(Proposal proposal) {
    return proposal.name() + "-" + proposal.id().substring(0, 8);
  }
}
