package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.data.IdRule;
import io.parallax.math.Matrix;
import io.parallax.remote.EvaluateOnce;
import io.parallax.run.check.KnownRows;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.Task;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * People whose classes came after training, asked for among others. Nobody else knows which they
 * are, so that a party that adds wrong numbers to predictions adds them to theirs, too.
 *
 * @param classes by id
 */
record KnownPeople(Map<String, String> classes) {
  /** Fewer people say too little. */
  private static final int LEAST = 10;

  /** Returns those of a call; none if it names none. */
  static KnownPeople of(PartyConfig party, Proposal proposal, Map<String, String> told) {
    Map<String, String> classes = new LinkedHashMap<>();
    if (told == null || told.isEmpty()) {
      return new KnownPeople(classes);
    }
    Study study = proposal.study();
    requireHolder(party, study);
    IdRule rule = study.protection().align().ids();
    told.forEach((id, name) -> classes.put(rule.apply(IdRule.trimmed(id)), name.strip()));
    if (classes.size() < Math.max(LEAST, told.size())) {
      throw new BadInput(
          "%d people with known classes are given, each once; there must be at least %d, and no id twice; add some"
              .formatted(classes.size(), LEAST));
    }
    return new KnownPeople(classes);
  }

  private static void requireHolder(PartyConfig party, Study study) {
    boolean holder =
        study.layout().holders().stream()
            .filter(Layout.Holder::labels)
            .anyMatch(own -> own.id().equals(party.name()));
    if (!holder || !(study.task() instanceof Task.Classes)) {
      throw new BadInput(
          "known classes are given for study %s; they are for the party with the labels, in a study that learns classes; leave them out"
              .formatted(study.name()));
    }
  }

  boolean none() {
    return classes.isEmpty();
  }

  /** Returns all people to ask for, in an order that does not tell which are known. */
  List<String> among(Collection<String> wanted) {
    Set<String> all = new LinkedHashSet<>(wanted);
    all.addAll(classes.keySet());
    List<String> order = new ArrayList<>(all);
    if (!none()) {
      Collections.shuffle(order, new SecureRandom());
    }
    return order;
  }

  /** Rejects a class that the model does not have. */
  void requireClasses(List<String> outcomes) {
    if (!outcomes.containsAll(classes.values())) {
      throw new BadInput(
          "a known class is not one of the model's; each must be one of %s; change it"
              .formatted(outcomes));
    }
  }

  /**
   * Compares scores with the known classes.
   *
   * @param judged the folder of what this party has judged of the study
   * @param found the people who were scored
   * @return a sentence for the user, if too few of the known people were scored
   * @throws Refused if fewer are right than held-out rows let expect
   */
  Optional<String> judge(Path judged, List<String> found, Matrix scores, List<String> outcomes) {
    int[] best = scores.argmaxRows();
    int rows = 0;
    int right = 0;
    for (int i = 0; i < found.size(); i++) {
      String known = classes.get(found.get(i));
      rows += known == null ? 0 : 1;
      right += outcomes.get(best[i]).equals(known) ? 1 : 0;
    }
    EvaluateOnce.Right heldOut = EvaluateOnce.right(judged).orElseThrow(KnownPeople::nothing);
    if (rows < LEAST) {
      return Optional.of(
          "of the people with known classes %d are at every party; fewer than %d tell nothing"
              .formatted(rows, LEAST));
    }
    KnownRows both = new KnownRows(right, rows, heldOut.right(), heldOut.rows());
    if (both.worse()) {
      throw new Refused(both.sentence());
    }
    return Optional.empty();
  }

  /** Rejects known people where nothing is known of held-out rows. */
  void requireJudged(Path judged) {
    EvaluateOnce.right(judged).orElseThrow(KnownPeople::nothing);
  }

  private static BadInput nothing() {
    return new BadInput(
        "known classes are compared with what held-out rows let expect, and this party has judged none of this study with this version of the program; leave them out, or train again");
  }
}
