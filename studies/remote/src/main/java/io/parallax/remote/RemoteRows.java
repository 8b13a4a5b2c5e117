package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.run.ResultSummary;
import io.parallax.run.RowCounts;
import io.parallax.run.SplitResult;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.rows.RowTally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of a study between machines, as far as alignment, setup and verdicts have told its
 * coordinator; nothing is asked for it.
 */
final class RemoteRows {
  private final Study study;
  private final SetupFacts facts;
  private final Optional<NetworkAlignment.Note> aligned;
  private final List<SplitResult> splits;

  RemoteRows(
      Study study,
      SetupFacts facts,
      Optional<NetworkAlignment.Note> aligned,
      List<SplitResult> splits) {
    this.study = study;
    this.facts = facts;
    this.aligned = aligned;
    this.splits = splits;
  }

  ResultSummary.Rows summary() {
    Map<String, Integer> used = used();
    return new ResultSummary.Rows(facts.classes(), used, total(), Map.of(), counts(used));
  }

  private boolean spread() {
    return study.layout().spreadsRows();
  }

  /** Returns the number of rows: of all parties, or those that they have in common. */
  int total() {
    return spread() ? Arrays.stream(facts.samples()).sum() : facts.samples()[0];
  }

  private Map<String, Integer> used() {
    Map<String, Integer> held =
        aligned.map(NetworkAlignment.Note::held).orElse(Map.of()); // of parties that lack some
    Map<String, Integer> used = new LinkedHashMap<>();
    List<PartyId> parties = study.members();
    for (int p = 0; p < parties.size(); p++) {
      String party = parties.get(p).name();
      used.put(party, held.getOrDefault(party, facts.samples()[p]));
    }
    return used;
  }

  private RowCounts counts(Map<String, Integer> used) {
    Map<String, Integer> sizes = padded() ? new HashMap<>() : new HashMap<>(sizes());
    aligned
        .map(NetworkAlignment.Note::own)
        .filter(own -> !padded())
        .ifPresent(own -> sizes.put(holder(), own));
    Map<String, RowCounts.OfParty> parties = new LinkedHashMap<>();
    used.forEach(
        (party, rows) -> parties.put(party, new RowCounts.OfParty(sizes.get(party), rows)));
    Integer same = spread() ? null : (Integer) total();
    Map<String, Integer> judged = judged();
    boolean all = judged.values().stream().mapToInt(rows -> rows).sum() == total();
    return new RowCounts(
        parties,
        aligned.isPresent() ? aligned.get().complete() : same,
        total(),
        dropped(),
        all ? judged : Map.of(),
        all || judged.isEmpty() ? null : judged);
  }

  private Map<String, Integer> sizes() {
    return aligned.map(NetworkAlignment.Note::sizes).orElse(Map.of());
  }

  /** Returns whether parties have told larger numbers of ids than they have. */
  private boolean padded() {
    return study.protection().align().pad() > 1;
  }

  /** Returns the ids that the study leaves out, if this alignment has found out how many. */
  private Map<String, Integer> dropped() {
    Map<String, Integer> dropped = new LinkedHashMap<>();
    Integer different = aligned.map(NetworkAlignment.Note::different).orElse(null);
    if (different == null || padded()) {
      return dropped;
    }
    int labelled = study.protection().align().whole() ? different : sizes().get(holder());
    dropped.put(RowTally.NO_LABEL, different - labelled);
    dropped.put(RowTally.TOO_FEW, labelled - total());
    dropped.values().removeIf(rows -> rows == 0);
    return dropped;
  }

  private String holder() {
    return study.layout().holders().stream()
        .filter(Layout.Holder::labels)
        .map(one -> one.id().name())
        .findFirst()
        .orElseThrow();
  }

  /** Returns how many held-out rows verdicts count in each class: of all splits, or the first. */
  private Map<String, Integer> judged() {
    Map<String, Integer> classes = new LinkedHashMap<>();
    if (study.task() instanceof Task.Values || !study.labelled()) {
      return classes;
    }
    for (SplitResult split : study.evaluation().folded() ? splits : splits.subList(0, 1)) {
      int[][] confusion = split.judgement().confusion();
      for (int c = 0; c < Math.min(confusion.length, facts.classes().size()); c++) {
        classes.merge(facts.classes().get(c), Arrays.stream(confusion[c]).sum(), Integer::sum);
      }
    }
    return classes;
  }

  /** Returns what else people should know of the numbers, in sentences. */
  List<String> sentences() {
    if (!padded() || sizes().isEmpty()) {
      return List.of();
    }
    List<String> told = new ArrayList<>();
    sizes().forEach((party, ids) -> told.add(party + " " + ids));
    return List.of(
        "align.pad rounds up the numbers of ids that parties tell, so that rows they have are not known: %s"
            .formatted(String.join(", ", told)));
  }
}
