package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.core.AddedBy;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.Stopped;
import io.parallax.core.Summand;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every method, whatever it computes. A method's test extends this. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // one undisturbed training for all tests
public abstract class MethodContract<C extends Record, R extends Result>
    extends MessageContract<C, R> {
  private static final byte[] RUN = new byte[32];
  private static final int BLOCK = 50; // words: most answers have more
  private List<Matrix> undisturbed;

  /** After how many different rounds the study can be interrupted; at least so many it takes. */
  protected int interruptions() {
    return 4;
  }

  /** Returns what a training gives, done once: the same seed gives the same bits. */
  private List<Matrix> undisturbed() {
    if (undisturbed == null) {
      undisturbed = train(options());
    }
    return undisturbed;
  }

  @Test
  void theSameSeedGivesTheSameBits() {
    assertThat(train(options())).isEqualTo(undisturbed());
  }

  @Test
  void theOrderInWhichAnswersArriveDoesNotMatter() {
    assertThat(train(options().through(AwkwardLinks.Reversed::new))).isEqualTo(undisturbed());
  }

  @Test
  void aRepeatedExchangeNeverStepsAPartyTwice() {
    assertThat(train(options().through(AwkwardLinks.Forgetful::new))).isEqualTo(undisturbed());
  }

  @Test
  void maskedSumsGiveTheSameBitsAlsoWhenRepeatedOrInterrupted(@TempDir Path folder) {
    assumeTrue(roster().ids().size() >= 3, "masked sums need three parties");
    List<Matrix> plain = undisturbed();
    assertThat(train(masked(options()))).isEqualTo(plain);
    assertThat(train(masked(options()).through(AwkwardLinks.Forgetful::new))).isEqualTo(plain);
    Simulation.Options kept = masked(Simulation.Options.in(folder, RUN).allowing(allowed()));
    interrupt(kept.savingEvery(Duration.ZERO), Math.min(2, interruptions()));
    assertThat(train(kept)).isEqualTo(plain);
  }

  @Test
  void answersInBlocksGiveTheSameBitsAlsoWhenRepeatedOrInterrupted(@TempDir Path folder) {
    List<Matrix> whole = undisturbed();
    assertThat(train(options().inBlocks(BLOCK))).isEqualTo(whole);
    assertThat(train(options().inBlocks(1).through(AwkwardLinks.Forgetful::new))).isEqualTo(whole);
    if (roster().ids().size() >= 3) {
      assertThat(train(masked(options()).inBlocks(BLOCK).through(AwkwardLinks.Forgetful::new)))
          .isEqualTo(whole);
    }
    Simulation.Options kept = Simulation.Options.in(folder, RUN).allowing(allowed());
    interrupt(kept.inBlocks(BLOCK).savingEvery(Duration.ZERO), Math.min(2, interruptions()));
    assertThat(train(kept.inBlocks(BLOCK))).isEqualTo(whole);
  }

  @Test
  void soDoRowsThatAreCut() {
    RowLimits limits = method().limits(config(), roster(), 0.5);
    Simulation.Options clipped = options().limiting(limits);
    assertThat(train(clipped.inBlocks(BLOCK))).isEqualTo(train(clipped));
  }

  /** Parties lack rows, and whatever else happens on the way. */
  @Test
  void whereItAllowsBlankRowsTheyGiveTheSameBitsToo(@TempDir Path folder) {
    assumeTrue(method().blankRows(config()), "needs every row of every party");
    Rows lacking = new Rows(BlankRows.of(views(), 0.8, 3), roster().lacking(true));
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

  private static Simulation.Options masked(Simulation.Options options) {
    return options.summing(ids -> MaskedSum.inProcess(ids, RUN));
  }

  @Test
  void anInterruptedRunGoesOnToTheSameBits(@TempDir Path folder) {
    for (int stopAfter = 1; stopAfter <= interruptions(); stopAfter++) {
      goesOn(folder, stopAfter, Duration.ZERO);
    }
    goesOn(folder, interruptions(), Duration.ofHours(1)); // all of it from the log
  }

  private void goesOn(Path folder, int stopAfter, Duration pause) {
    Path run = folder.resolve("stopped-" + stopAfter + "-" + pause.toHours());
    Simulation.Options kept =
        Simulation.Options.in(run, RUN).allowing(allowed()).savingEvery(pause);
    interrupt(kept, stopAfter);
    assertThat(train(kept))
        .as("stopped after round %d, states saved every %s", stopAfter, pause)
        .isEqualTo(undisturbed());
  }

  @Test
  void aRunWhoseLogWasCutInTheMiddleOfAWriteGoesOnToTheSameBits(@TempDir Path folder)
      throws IOException {
    Simulation.Options kept =
        Simulation.Options.in(folder, RUN).allowing(allowed()).savingEvery(Duration.ZERO);
    interrupt(kept, Math.min(3, interruptions()));
    Path log = folder.resolve("rounds.log");
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(Files.size(log) - 17);
    }
    assertThat(train(kept)).isEqualTo(undisturbed());
  }

  @Test
  void aPartyGoesOnFromItsStateAsIfNothingHadHappened() {
    SortedMap<PartyId, Party> first = parties();
    run(first, options(), 3);
    SortedMap<PartyId, Party> second = parties();
    first.forEach((id, party) -> second.get(id).restore(party.state()));
    first.forEach((id, party) -> assertThat(second.get(id).state()).isEqualTo(party.state()));
    assertThat(predict(second)).isEqualTo(predict(first));
  }

  /** Asks for parties that stand otherwise to each other than those of this study. */
  protected List<Class<? extends Ask<?>>> askedOfOthers() {
    return List.of();
  }

  @Test
  void whatPartiesAnswerIsWhatTheMethodSays() {
    Set<Class<?>> said = new HashSet<>(method().asks(config()));
    assertThat(method().asks()).containsAll(method().asks(config()));
    Set<Class<?>> answered = new HashSet<>();
    parties().values().forEach(party -> party.answers().asks().forEach(answered::add));
    askedOfOthers().forEach(said::remove);
    assertThat(answered).isEqualTo(said);
    if (method().blankRows(config())) {
      Rows lacking = new Rows(BlankRows.of(views(), 0.8, 3), roster().lacking(true));
      parties(lacking).values().forEach(party -> party.answers().asks().forEach(answered::add));
      said.addAll(method().blankAsks(config()));
      assertThat(answered).isEqualTo(said);
    }
  }

  /** By what the coordinator of plain sums reads of each party's words. */
  @Test
  void whoAddsToASumIsWhatTheMessageSays() {
    List<byte[]> words = new ArrayList<>();
    train(options().through(link -> Transcript.recording(link, words::add)));
    Map<Class<?>, Set<PartyId>> adding = new HashMap<>();
    for (Transcript.Exchange exchange : Transcript.read(words, method().asks())) {
      Class<?> answer = Answers.typeFor(exchange.ask().getClass());
      boolean seen = exchange.answered().values().stream().noneMatch(List::isEmpty);
      if (Summand.class.isAssignableFrom(answer) && seen) {
        Set<PartyId> those = adding.computeIfAbsent(answer, type -> new HashSet<>());
        exchange
            .answered()
            .forEach(
                (party, parts) -> {
                  if (parts.stream().anyMatch(part -> part.maxAbs() > 0)) {
                    those.add(party);
                  }
                });
      }
    }
    assertThat(adding).isNotEmpty();
    adding.forEach(
        (answer, those) -> assertThat(those).as(answer.getName()).isEqualTo(adders(answer)));
  }

  private Set<PartyId> adders(Class<?> answer) {
    AddedBy by = answer.getAnnotation(AddedBy.class);
    return roster().members().stream()
        .filter(m -> by == null || m.labels() == (by.value() == AddedBy.Who.LABEL_HOLDER))
        .map(Roster.Member::id)
        .collect(Collectors.toSet());
  }

  @Test
  void aLyingCoordinatorIsRefusedOrLearnsNoMore(@TempDir Path folder) {
    List<byte[]> honest = new ArrayList<>();
    train(options().through(link -> new RecordingLink(link, honest)).inBlocks(Integer.MAX_VALUE));
    int cases = 0;
    for (Roster.Member member : List.of(roster().members().get(0), last(roster().members()))) {
      LyingCoordinator liar =
          new LyingCoordinator(
              () -> party(member.id(), whole()),
              method().asks(),
              roster().members().size(),
              allowed().getOrDefault(member.id(), Set.of()),
              letters(),
              folder.resolve(member.id().name()));
      liar.against(honest);
      cases += liar.cases();
    }
    System.out.println("  " + getClass().getSimpleName() + ": " + cases + " lies");
    assertThat(cases).isGreaterThan(100);
  }

  private static <T> T last(List<T> all) {
    return all.get(all.size() - 1);
  }

  @Test
  void scoresAreProbabilitiesWhereTheMethodSaysSo() {
    if (!method().probabilities(config())) {
      return;
    }
    SortedMap<PartyId, Party> parties = parties();
    run(parties, options(), rounds());
    List<Matrix> all = predict(parties);
    assertThat(all).isNotEmpty();
    for (Matrix scores : all) {
      for (double[] row : scores.toRows()) {
        assertThat(Arrays.stream(row).min().orElseThrow()).isGreaterThan(-1e-6);
        assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(1e-6));
      }
    }
  }

  protected final Simulation.Options options() {
    return Simulation.Options.inMemory().allowing(allowed());
  }

  /** The views of a study's parties. */
  private record Rows(List<View> views, Roster roster) {}

  private Rows whole() {
    return new Rows(views(), roster());
  }

  private void interrupt(Simulation.Options options, int stopAfter) {
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

  private List<Matrix> train(Simulation.Options options) {
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

  @Override
  final SortedMap<PartyId, Party> parties() {
    return parties(whole());
  }

  private SortedMap<PartyId, Party> parties(Rows rows) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    rows.roster().ids().forEach(id -> parties.put(id, party(id, rows)));
    return parties;
  }

  private Party party(PartyId id, Rows rows) {
    List<View> own = rows.views().stream().filter(view -> view.owner().equals(id)).toList();
    return method().party(config(), own, rows.roster());
  }

  private void run(SortedMap<PartyId, Party> parties, Simulation.Options options, int rounds) {
    Simulation.run(
        method(), method().coordinator(config(), roster()), parties, Rounds.of(rounds, 0), options);
  }

  private List<Matrix> predict(SortedMap<PartyId, Party> parties) {
    var predictor = method().predictor(config(), roster());
    if (predictor.isEmpty()) {
      return parties.values().stream().flatMap(party -> party.scores().stream()).toList();
    }
    Rounds rounds = Rounds.of(20, 1e-9);
    return List.of(
        Simulation.score(method(), config(), predictor.get(), parties, rounds, options()));
  }
}
