package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.IdRule;
import io.parallax.run.Predictor;
import io.parallax.run.ScoringPart;
import io.parallax.study.Study;
import io.parallax.study.model.ModelFolder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Predictions by this party's own part of a study's model. */
record OwnPart(PartyConfig party) {
  /**
   * Scores people of this party with its own part of the model; nothing leaves.
   *
   * @throws BadInput if the method needs the parts of all parties
   */
  JointPredictions.Predicted alone(Proposal proposal, List<String> ids) {
    return own(proposal, ids, "")
        .orElseThrow(
            () ->
                new BadInput(
                    "no party can score people alone with %s; leave out --alone"
                        .formatted(title(proposal))));
  }

  /** Scores people with this party's own part of the model, if the method allows it. */
  Optional<JointPredictions.Predicted> own(Proposal proposal, List<String> ids, String note) {
    if (!proposal.study().protection().align().whole() && !holdsLabels(proposal.study())) {
      return Optional.empty(); // what all classes begin with is elsewhere
    }
    ModelFolder folder = JointPredictions.folder(party, proposal);
    ServedModel.requireThere(folder, party.name(), proposal.study());
    String me = party.name().name();
    ScoringPart part = new ScoringPart(folder.model(), folder.part(me));
    return new Predictor(folder)
        .alone(ServedModel.files(party, proposal.study(), part), me)
        .map(all -> some(proposal, ids, all, note));
  }

  private boolean holdsLabels(Study study) {
    return study.layout().holders().stream()
        .anyMatch(holder -> holder.id().equals(party.name()) && holder.labels());
  }

  private static JointPredictions.Predicted some(
      Proposal proposal, List<String> ids, Predictor.Predicted all, String note) {
    Map<String, Integer> known = new LinkedHashMap<>();
    IdRule rule = proposal.study().protection().align().ids();
    for (int i = 0; i < all.ids().size(); i++) {
      known.put(rule.apply(all.ids().get(i)), i);
    }
    Set<String> wanted = PredictionRequest.wanted(proposal.study(), ids);
    List<String> found = wanted.stream().filter(known::containsKey).toList();
    wanted.removeAll(known.keySet());
    return new JointPredictions.Predicted(
        proposal.id(),
        proposal.name(),
        proposal.study().task().outcomes(all.classes()),
        found,
        found.stream().map(id -> all.scores().row(known.get(id))).toList(),
        List.copyOf(wanted),
        all.views()
            .map(held -> found.stream().mapToInt(id -> held[known.get(id)]).toArray())
            .orElse(new int[0]),
        proposal.parties().size(),
        note,
        StatedRegions.of(all)
            .map(own -> own.at(found.stream().map(known::get).toList()))
            .orElse(null),
        null);
  }

  static String title(Proposal proposal) {
    return proposal.study().method().method().about().title();
  }
}
