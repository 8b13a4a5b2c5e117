package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Methods;
import io.parallax.core.OutOfRange;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Stopped;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.PartyBehind;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Limits;
import io.parallax.grpc.Registry;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.remote.NodeMessages.DescribeRows;
import io.parallax.remote.NodeMessages.JudgeHeldOut;
import io.parallax.remote.NodeMessages.JudgeViews;
import io.parallax.remote.NodeMessages.SetupOpening;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.testkit.AskLies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An unmodified party, over the wire, before a coordinator that asks for more than was approved.
 */
@Timeout(300)
class WireLiesTest {
  private static final Duration SILENCE = Duration.ofSeconds(2); // ten times the party's pause
  private static final int ROUNDS = 5;
  private static final int TRAIN = 45;
  private static final int HELD_OUT = 15;
  private static final int TARGET = 1; // by its place among V-FedMV's asks
  private static final int JUDGE = Methods.named("vfedmv").asks().size();
  private static final int JUDGE_VIEWS = 10;
  private static final String YAML =
      LyingCoordinator.YAML
              .replace("repeats: 2}", "repeats: 1, by-party: true}")
              .replace("rounds: 10", "rounds: " + ROUNDS)
          + "align: none\nmodel: false\nprotection: {aggregation: plain}\n";
  @TempDir Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private LyingCoordinator liar;
  private Node node;
  private Thread party;

  /** V-FedMV's ask for a round, which is not visible here. */
  private record Z(Matrix z) {}

  @BeforeEach
  void start() throws Exception {
    liar = new LyingCoordinator(folder);
    PartyConfig config =
        liar.birch("state", "approve: automatic, minimum-rows: 10, allow: [view-guesses]");
    Limits limits = Limits.ofHeap().denied(Duration.ofMillis(200));
    node = new Node(config.setup(), new PartyStudies(config), limits, notes::add);
    party = new Thread(node::run);
    party.start();
  }

  @AfterEach
  void end() throws Exception {
    assertThat(party.isAlive()).as("the party lives: %s", notes).isTrue();
    assertThat(notes).as("nothing was unforeseen").noneMatch(n -> n.contains("internal error"));
    node.close();
    liar.close();
    party.join(10_000);
  }

  private String approved(String yaml) throws InterruptedException {
    String id = liar.offer(liar.manifest(yaml, "ana"));
    for (int tries = 0; !liar.verdicts.containsKey(id); tries++) {
      assertThat(tries).as(notes::toString).isLessThan(1200);
      Thread.sleep(50);
    }
    assertThat(liar.verdicts.get(id).say())
        .as(liar.verdicts.get(id).reason())
        .isEqualTo(Registry.Say.APPROVED);
    return id;
  }

  private TrainingOpening opening(String yaml, int trial, String classes) {
    return new TrainingOpening(
        liar.manifest(yaml, "ana"), trial, classes, NodeMessages.NONE, "", NodeMessages.NONE);
  }

  private static byte[] answer(GrpcLink link, byte[] ask) {
    return link.exchange(ask, Set.of(LyingCoordinator.BIRCH)).get(LyingCoordinator.BIRCH);
  }

  private static byte[] target(long sequence, double value) {
    Z z = new Z(Matrix.fill(TRAIN, 2, (i, j) -> value));
    return AskLies.envelope(sequence, TARGET, MessageCodec.encode(z));
  }

  @Test
  void roundsAreCountedWhereAnswersAreMade() throws Exception {
    String id = approved(YAML);
    try (GrpcLink link = liar.open(id, "split-01", opening(YAML, 1, "no\nyes"), 0)) {
      link.positions();
      for (int round = 1; round <= ROUNDS; round++) {
        assertThat(answer(link, target(round, round))).isNotEmpty();
      }
      assertThatThrownBy(() -> answer(link, target(ROUNDS + 1, 0)))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("Target was already asked 5 times; the study allows no more");
    }
    for (int again = 0; again < 3; again++) { // opened anew from the beginning, other models
      try (GrpcLink link = liar.open(id, "split-01", opening(YAML, 1, "no\nyes"), 0)) {
        link.positions();
        assertThatThrownBy(() -> answer(link, target(1, 77)))
            .isInstanceOf(Refused.class)
            .hasMessageContaining("exchange 1 was already answered for another ask");
      }
    }
  }

  @Test
  void guessesHaveAColumnForEachMemberAndScoresOneForEachClass() throws Exception {
    String id = approved(YAML);
    try (GrpcLink link = liar.open(id, "split-01", opening(YAML, 1, "no\nyes"), 0)) {
      link.positions();
      answer(link, target(1, 0.5));
      Matrix alone = Matrix.fill(HELD_OUT, HELD_OUT, (i, k) -> i == k ? 1 : 0);
      for (Record lie : List.of(new JudgeViews(alone), new JudgeHeldOut(true, alone))) {
        int number = lie instanceof JudgeHeldOut ? JUDGE : JUDGE_VIEWS;
        byte[] ask = AskLies.envelope(2, number, MessageCodec.encode(lie));
        assertThatThrownBy(() -> answer(link, ask)).isInstanceOf(ProtocolViolation.class);
      }
    }
  }

  @Test
  void openingsThatTheStudyDoesNotImplyAreRefused() throws Exception {
    String id = approved(YAML);
    TrainingOpening honest = opening(YAML, 1, "no\nyes");
    int refused = 0;
    for (Object[] lie :
        new Object[][] {
          {"split-01", opening(YAML, 2, "no\nyes")},
          {"split-03", opening(YAML, 3, "no\nyes")},
          {"split-00", opening(YAML, 0, "no\nyes")},
          {"model", opening(YAML, 0, "no\nyes")},
          {"split-01", opening(YAML.replace("rounds: 5", "rounds: 9"), 1, "no\nyes")},
          {"split-01", told(honest, Bits.of(new int[] {0, 1, 2, 3, 4, 5}))},
          {"split-01", told(honest, "x".repeat(5000))},
          {"setup", honest},
          {"align-1", honest},
          {"split-01", new SetupOpening(liar.manifest(YAML, "ana"))},
          {"split-01", new SetupOpening("{}")},
        }) {
      try (GrpcLink link = liar.open(id, (String) lie[0], (Record) lie[1], 0)) {
        assertThatThrownBy(link::positions).isInstanceOf(RuntimeException.class);
        refused++;
      }
    }
    assertThat(refused).isEqualTo(11);
    try (GrpcLink link = liar.open(id, "split-01", honest, 0)) {
      link.positions();
      assertThat(answer(link, target(1, 0))).isNotEmpty();
    }
    try (GrpcLink link = liar.open(id, "split-01", opening(YAML, 1, "yes\nno"), 0)) {
      assertThatThrownBy(link::positions)
          .isInstanceOf(Refused.class)
          .hasMessageContaining("otherwise");
    }
  }

  private static TrainingOpening told(TrainingOpening honest, String heldOut) {
    return new TrainingOpening(
        honest.manifest(),
        honest.trial(),
        honest.classes(),
        honest.rows(),
        heldOut,
        honest.moments());
  }

  /** Every lie about an ask of the setup and of a split, over one connection after another. */
  @Test
  void noLieOnTheWireEndsOrStopsAParty() throws Exception {
    String id = approved(YAML);
    lies(id, "setup", new SetupOpening(liar.manifest(YAML, "ana")), new DescribeRows(), 0, 1);
    Ask<?> judge = new JudgeHeldOut(true, Matrix.fill(HELD_OUT, 2, (i, c) -> (i + c) % 2));
    lies(id, "split-01", opening(YAML, 1, "no\nyes"), judge, JUDGE, 1);
    String next = approved(YAML.replace("study: mood", "study: next"));
    try (GrpcLink link =
        liar.open(
            next,
            "split-01",
            opening(YAML.replace("study: mood", "study: next"), 1, "no\nyes"),
            0)) {
      link.positions();
      assertThat(answer(link, target(1, 0.25))).as("another study goes on").isNotEmpty();
    }
  }

  private void lies(
      String study, String part, Record opening, Ask<?> honest, int number, long sequence) {
    byte[] bytes = AskLies.envelope(sequence, number, MessageCodec.encode((Record) honest));
    int told = 0;
    int silent = 0;
    for (AskLies.Lie lie : AskLies.of(bytes, honest, List.of(target(2, 0)), 10, Rng.of(number))) {
      if (lie.bytes().length < 10) {
        continue; // the coordinator's own link would not send it
      }
      try (GrpcLink link = liar.open(study, part, opening, 0, SILENCE)) {
        link.positions();
        answer(link, lie.bytes());
      } catch (ProtocolViolation | Refused | BadInput | OutOfRange | PartyBehind e) {
        told++; // in words
      } catch (Stopped e) {
        silent++; // the party has hung up, and comes again
      }
    }
    assertThat(told).as(part).isGreaterThan(10);
    assertThat(silent).as(part).isLessThan(10);
  }
}
