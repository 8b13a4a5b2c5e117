package io.parallax.remote;

import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.AskGuesses;
import io.parallax.remote.NodeMessages.AskOwnMetrics;
import io.parallax.remote.NodeMessages.JudgeViews;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.remote.NodeMessages.ViewGuesses;
import io.parallax.remote.NodeMessages.ViewsJudged;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;

/** Asks how good a result is for each party and view, where the owners have allowed that. */
final class PartyMetrics {
  /** Stands where a view is named, for all of them together. */
  static final String ALL = "all views";

  private final Study study;
  private final List<String> names;
  private final int heldOut;

  /**
   * @param judged what was found of all held-out rows
   */
  PartyMetrics(Study study, Judged judged) {
    this.study = study;
    this.names = EvaluatingParty.names(judged.confusion().rows(), false);
    this.heldOut =
        (int) Arrays.stream(judged.confusion().toRows()).flatMapToDouble(Arrays::stream).sum();
  }

  /** By party and view; without what could not be judged. */
  Map<String, Map<String, Map<String, Double>>> ask(Parties parties) {
    return !study.layout().spreadsRows() ? ofViews(parties) : ofSites(parties);
  }

  private Map<String, Map<String, Map<String, Double>>> ofSites(Parties parties) {
    List<String> views = new ArrayList<>(List.of(ALL));
    views.addAll(study.views());
    Map<String, Map<String, Map<String, Double>>> found = new LinkedHashMap<>();
    parties
        .gather(new AskOwnMetrics(views.size()))
        .forEach(
            (id, own) -> {
              requireShape(id, own.values(), views.size());
              requireShape(id, own.defined(), views.size());
              MetricRows rows = new MetricRows(own.values(), own.defined());
              IntStream.range(0, views.size())
                  .forEach(v -> put(found, id, views.get(v), rows.row(v, names)));
            });
    return found;
  }

  private void requireShape(PartyId id, Matrix told, int rows) {
    if (told.rows() != rows || told.cols() != names.size()) {
      throw new ProtocolViolation("party " + id + " told metrics of another shape than asked for");
    }
  }

  private Map<String, Map<String, Map<String, Double>>> ofViews(Parties parties) {
    List<Layout.Holder> members = study.layout().holders();
    Matrix guesses = beside(parties.gather(new AskGuesses(Math.max(1, heldOut))));
    Map<String, Map<String, Map<String, Double>>> found = new LinkedHashMap<>();
    Optional<ViewsJudged> told =
        NodeMessages.ofTheHolder(study, parties.gather(new JudgeViews(guesses)));
    if (told.isEmpty()) {
      return found; // it is away, and nobody else knows the truth
    }
    ViewsJudged judged = new JudgedRange(study).require(told.get(), names.size());
    MetricRows rows = new MetricRows(judged.values(), judged.defined());
    for (int k = 0; k < members.size(); k++) {
      put(found, members.get(k).id(), members.get(k).view(), rows.row(k, names));
    }
    return found;
  }

  /** One column for each party, of -1 where it gave nothing. */
  private Matrix beside(SortedMap<PartyId, ViewGuesses> told) {
    int rows =
        told.values().stream()
            .filter(ViewGuesses::given)
            .mapToInt(g -> g.guesses().rows())
            .max()
            .orElse(Math.max(1, heldOut));
    told.forEach(
        (id, own) -> {
          if (own.given() && (own.guesses().rows() != rows || own.guesses().cols() != 1)) {
            throw new ProtocolViolation("party " + id + " guessed another number of rows");
          }
        });
    List<PartyId> ids = study.members();
    return Matrix.fill(
        rows,
        ids.size(),
        (i, k) -> {
          ViewGuesses own = told.get(ids.get(k));
          return own != null && own.given() ? own.guesses().get(i, 0) : -1;
        });
  }

  private static void put(
      Map<String, Map<String, Map<String, Double>>> found,
      PartyId id,
      String view,
      Map<String, Double> metrics) {
    if (!metrics.isEmpty()) {
      found.computeIfAbsent(id.name(), party -> new LinkedHashMap<>()).put(view, metrics);
    }
  }
}
