package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.core.AddedBy;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.Often;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Reveals;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every method, whatever it computes. A method's test extends this. */
public abstract class MethodContract<C extends Record, R extends Result>
    extends LackingRowsContract<C, R> {

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
      parties(lacking()).values().forEach(party -> party.answers().asks().forEach(answered::add));
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
  void everyMessageSaysWhatItRevealsAndEveryAnswerIsBounded() {
    for (Class<? extends Ask<?>> ask : method().asks()) {
      Class<?> answer = Answers.typeFor(ask);
      assertThat(ask.getAnnotation(Reveals.class)).as(ask.getName()).isNotNull();
      assertThat(answer.getAnnotation(Reveals.class)).as(answer.getName()).isNotNull();
      for (RecordComponent component : answer.getRecordComponents()) {
        assertThat(component.getType().isPrimitive() || component.isAnnotationPresent(Size.class))
            .as(answer.getName() + "." + component.getName())
            .isTrue();
      }
      if (Summand.class.isAssignableFrom(answer)) {
        for (RecordComponent component : answer.getRecordComponents()) {
          boolean whole = List.of(int.class, long.class).contains(component.getType());
          assertThat(whole || component.getAnnotation(Bound.class) != null)
              .as(answer.getName() + "." + component.getName())
              .isTrue();
        }
      }
    }
  }

  /** Checks that asks are bounded if the party's settings and rows determine a bound. */
  @Test
  void everyAskIsBounded() {
    Map<String, Long> letters = letters();
    parties().values().forEach(party -> letters.putAll(party.sizes()));
    for (Class<? extends Ask<?>> ask : method().asks(config())) {
      Often often = ask.getAnnotation(Often.class);
      if (often != null) {
        assertKnown(ask.getName(), often.value(), letters);
      }
      for (RecordComponent component : ask.getRecordComponents()) {
        Size size = component.getAnnotation(Size.class);
        boolean small = component.getType().isPrimitive();
        assertThat(small || size != null).as(ask.getName() + "." + component.getName()).isTrue();
        if (!small) {
          assertKnown(ask.getName() + "." + component.getName(), size.value(), letters);
        }
      }
    }
  }

  private static void assertKnown(String what, String formula, Map<String, Long> letters) {
    for (String factor : formula.split(" × ")) {
      assertThat(Character.isDigit(factor.charAt(0)) || letters.containsKey(factor))
          .as(what + ": " + factor)
          .isTrue();
    }
  }

  private Map<String, Long> letters() {
    Map<String, Long> letters = new HashMap<>(method().sizes(config(), roster()));
    letters.put(Often.EACH_ROUND, (long) rounds());
    return letters;
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
  void partiesAnswerNothingThatTheMethodDoesNotList() {
    for (Party party : parties().values()) {
      for (Class<?> ask : party.answers().asks()) {
        assertThat(method().asks().contains(ask)).as(ask.getName()).isTrue();
      }
    }
  }

  @Test
  void everySettingIsExplainedAndEveryDisclosureHasAName() {
    for (RecordComponent setting : config().getClass().getRecordComponents()) {
      assertThat(setting.getAnnotation(io.parallax.core.Setting.class))
          .as(setting.getName())
          .isNotNull();
    }
    for (Class<? extends Ask<?>> ask : method().asks()) {
      Class<?> answer = Answers.typeFor(ask);
      if (Disclosed.class.isAssignableFrom(answer)) {
        assertThat(Disclosed.nameOf(answer)).matches("[a-z0-9]+(-[a-z0-9]+)*");
      }
    }
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
