package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Stopped;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The part of the contract of every method on rows that parties lack, and the trainings that the
 * contract compares.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // one undisturbed training for all tests
abstract class LackingRowsContract<C extends Record, R extends Result> {
  static final byte[] RUN = new byte[32];
  static final int BLOCK = 50; // words: most answers have more
  private List<Matrix> undisturbed;

  protected abstract Method<C, R> method();

  protected abstract C config();

  /** A small study. */
  protected abstract List<View> views();

  protected abstract Roster roster();

  protected Map<PartyId, Set<String>> allowed() {
    return Map.of();
  }

  protected int rounds() {
    return 12;
  }

  /** After how many different rounds the study can be interrupted; at least so many it takes. */
  protected int interruptions() {
    return 4;
  }

  /** Returns what a training gives, done once: the same seed gives the same bits. */
  final List<Matrix> undisturbed() {
    if (undisturbed == null) {
      undisturbed = train(options());
    }
    return undisturbed;
  }

  /** Parties lack rows, and whatever else happens on the way. */
  @Test
  void whereItAllowsBlankRowsTheyGiveTheSameBitsToo(@TempDir Path folder) {
    assumeTrue(method().blankRows(config()), "needs every row of every party");
    Rows lacking = lacking();
    List<Matrix> plain = train(lacking, options());
    assertThat(plain).isNotEqualTo(undisturbed());
    assertThat(train(lacking, options().through(AwkwardLinks.Reversed::new))).isEqualTo(plain);
    assertThat(train(lacking, options().through(AwkwardLinks.Forgetful::new).inBlocks(BLOCK)))
        .isEqualTo(plain);
    Simulation.Options kept = Simulation.Options.in(folder, RUN).allowing(allowed());
    if (roster().ids().size() >= 3) {
      assertThat(train(lacking, masked(options()))).isEqualTo(plain);
      kept = masked(kept);
    }
    interrupt(lacking, kept.savingEvery(Duration.ZERO), Math.min(2, interruptions()));
    assertThat(train(lacking, kept)).isEqualTo(plain);
  }

  @Test
  void whereNobodyLacksARowItIsAsIfNobodyMight() {
    assumeTrue(method().blankRows(config()), "needs every row of every party");
    Rows complete = new Rows(BlankRows.none(views()), roster().lacking(true));
    List<Matrix> found = train(complete, options());
    List<Matrix> known = undisturbed();
    assertThat(found).hasSameSizeAs(known);
    for (int i = 0; i < known.size(); i++) {
      double size = Math.max(1, known.get(i).maxAbs());
      assertThat(found.get(i).maxAbsDifference(known.get(i))).isLessThan(1e-12 * size);
    }
  }

  final Rows lacking() {
    return new Rows(BlankRows.of(views(), 0.8, 3), roster().lacking(true));
  }

  static Simulation.Options masked(Simulation.Options options) {
    return options.summing(ids -> MaskedSum.inProcess(ids, RUN));
  }

  protected final Simulation.Options options() {
    return Simulation.Options.inMemory().allowing(allowed());
  }

  /** The views of a study's parties. */
  record Rows(List<View> views, Roster roster) {}

  final Rows whole() {
    return new Rows(views(), roster());
  }

  final void interrupt(Simulation.Options options, int stopAfter) {
    interrupt(whole(), options, stopAfter);
  }

  private void interrupt(Rows rows, Simulation.Options options, int stopAfter) {
    int[] seen = {0};
    Rounds rounds =
        new Rounds(rounds(), 0, round -> seen[0] = round.number(), () -> seen[0] >= stopAfter);
    assertThatThrownBy(
            () ->
                Simulation.train(method(), config(), rows.views(), rows.roster(), rounds, options))
        .isInstanceOf(Stopped.class);
  }

  final List<Matrix> train(Simulation.Options options) {
    return train(whole(), options);
  }

  private List<Matrix> train(Rows rows, Simulation.Options options) {
    List<Matrix> essence = new ArrayList<>();
    Rounds rounds = Rounds.of(rounds(), 0);
    Simulation.train(method(), config(), rows.views(), rows.roster(), rounds, options)
        .result()
        .essence()
        .forEach(essence::add);
    return essence;
  }

  final SortedMap<PartyId, Party> parties() {
    return parties(whole());
  }

  final SortedMap<PartyId, Party> parties(Rows rows) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    rows.roster().ids().forEach(id -> parties.put(id, party(id, rows)));
    return parties;
  }

  final Party party(PartyId id, Rows rows) {
    List<View> own = rows.views().stream().filter(view -> view.owner().equals(id)).toList();
    return method().party(config(), own, rows.roster());
  }
}
