package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.engine.OversizedAnswer;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.Position;
import io.parallax.grpc.wire.Upward;
import io.parallax.identity.Credentials;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member of the study that breaks the rules: sent away, audited; the honest one still serves. */
@Timeout(60)
class HostilePartyTest {
  private static final long LIMIT = 1 << 20;
  @TempDir Path folder;
  private TestServer server;
  private Credentials maple;
  private RawParty rogue;
  private CompletableFuture<Counting.Numbers> asked;

  @BeforeEach
  void connect() throws Exception {
    server = new TestServer(folder, Limits.ofHeap().message(LIMIT));
    maple = server.consortium.party("maple");
    rogue = RawParty.with(maple, server.server.port()).attend().hello(TestServer.VERSION);
    assertThat(rogue.hear().hasWelcome()).isTrue();
    var members = new TreeMap<PartyId, GrpcLink.Member>();
    members.put(PartyId.of("maple"), TestServer.member(maple));
    asked =
        CompletableFuture.supplyAsync(
            () -> {
              GrpcLink link = server.link(members, 0);
              var parties = Counting.behind(link);
              return parties.sum(new Counting.More(3)).total();
            });
    assertThat(rogue.hear().hasOpen()).isTrue();
    rogue.say(
        Upward.newBuilder().setPosition(Position.newBuilder().setTopic(TestServer.PART.topic())));
    assertThat(rogue.hear().hasAsk()).isTrue();
  }

  @AfterEach
  void end() throws Exception {
    rogue.close();
    server.close();
  }

  /** The rogue was sent away for this reason, and an honest party under its name can go on. */
  private void sentAway(String why) throws Exception {
    Status status = rogue.status();
    assertThat(status.getDescription()).contains(why);
    assertThat(server.audit).anySatisfy(line -> assertThat(line).contains("maple").contains(why));
    server.dial(maple, new TestServer.OneEndpoint(Counting.endpoint("maple", 1)));
    assertThat(asked.get().values().get(2, 0)).isEqualTo(3);
  }

  private static Upward.Builder answer(long sequence, byte[] content, long size) {
    return Upward.newBuilder()
        .setAnswer(
            Head.newBuilder()
                .setTopic(TestServer.PART.topic())
                .setSequence(sequence)
                .setSize(size)
                .setSha256(ByteString.copyFrom(Hashes.of(content))));
  }

  private static Upward.Builder piece(byte[] content) {
    return Upward.newBuilder().setPiece(ByteString.copyFrom(content));
  }

  @Test
  void anOversizedMessageIsRefusedBeforeAnyMemoryIsTaken() throws Exception {
    rogue.say(answer(1, new byte[1], 1L << 40));
    sentAway("it must have at most " + LIMIT);
  }

  /** Three numbers and their shape are due: 32 bytes. */
  @Test
  void anAnswerLargerThanAnyToThisAskIsRefusedAndTheStudySaysByWhom() throws Exception {
    rogue.say(answer(1, new byte[1], 33));
    String why = "party maple answered with 33 bytes; the answer must have at most 32";
    assertThat(rogue.status().getDescription()).contains(why);
    assertThat(server.audit).anySatisfy(line -> assertThat(line).contains("maple").contains(why));
    assertThatThrownBy(asked::get)
        .hasCauseInstanceOf(OversizedAnswer.class)
        .hasMessageContaining(why);
  }

  @Test
  void aNegativeSizeIsRefused() throws Exception {
    rogue.say(answer(1, new byte[1], -5));
    sentAway("it must have at most");
  }

  @Test
  void aMessageLongerThanItSaidIsRefused() throws Exception {
    rogue.say(answer(1, new byte[8], 8)).say(piece(new byte[9]));
    sentAway("longer than announced");
  }

  @Test
  void aMessageThatIsCutShortByAnotherIsRefused() throws Exception {
    rogue.say(answer(1, new byte[8], 8)).say(piece(new byte[3])).say(answer(1, new byte[8], 8));
    sentAway("before the previous one was complete");
  }

  /** Half of one message and half of another, put together over two connections. */
  @Test
  void aResumedMessageWithAnotherHashIsRefused() throws Exception {
    byte[] whole = {1, 2, 3, 4, 5, 6, 7, 8};
    rogue.say(answer(1, whole, 8)).say(piece(new byte[] {1, 2, 3, 4}));
    Thread.sleep(200); // until it has arrived
    rogue.close();
    rogue = RawParty.with(maple, server.server.port()).attend().hello(TestServer.VERSION);
    rogue.hear();
    assertThat(rogue.hear().hasOpen()).isTrue();
    rogue.say(
        Upward.newBuilder().setPosition(Position.newBuilder().setTopic(TestServer.PART.topic())));
    assertThat(rogue.hear().getAsk().getHave()).isEqualTo(4);
    Upward.Builder rest = answer(1, whole, 8);
    rest.getAnswerBuilder().setOffset(4);
    rogue.say(rest).say(piece(new byte[] {9, 9, 9, 9}));
    sentAway("differs from the announced one");
  }

  @Test
  void anAnswerToNoOpenExchangeIsRefused() throws Exception {
    rogue.say(answer(7, new byte[8], 8));
    sentAway("exchange 7, which is not open");
  }

  @Test
  void aMessageThatIsSentTwiceIsRefused() throws Exception {
    byte[] other = new byte[8];
    rogue.say(answer(1, other, 8)).say(piece(other)).say(answer(1, other, 8));
    assertThat(rogue.status().getDescription()).contains("a message sent twice?");
  }

  @Test
  void piecesOfNothingAndEmptyOnesAreRefused() throws Exception {
    rogue.say(piece(new byte[3]));
    sentAway("a piece of no message");
  }

  @Test
  void aResumedUploadThatNeverBeganIsRefused() throws Exception {
    Upward.Builder later = answer(1, new byte[8], 8);
    later.getAnswerBuilder().setOffset(4);
    rogue.say(later);
    sentAway("at another byte than it stopped at");
  }

  @Test
  void aFrameBeyondAPieceAndItsHeadIsRefused() throws Exception {
    rogue.say(piece(new byte[Limits.UPWARD_FRAME + 1]));
    assertThat(rogue.status().isOk()).isFalse();
    server.dial(maple, new TestServer.OneEndpoint(Counting.endpoint("maple", 1)));
    assertThat(asked.get().values().get(2, 0)).isEqualTo(3);
  }

  @Test
  void aMessageOfNoKindAndASecondHelloAreRefused() throws Exception {
    rogue.hello(TestServer.VERSION);
    sentAway("only once");
  }

  @Test
  void aShapeThatDoesNotFitItsSizeIsANamedErrorBeforeItsWordsAreRead() throws Exception {
    byte[] content = new byte[24];
    content[0] = 100; // rows
    content[7] = 100; // columns: 100 · 2^24
    rogue.say(answer(1, content, 24)).say(piece(content));
    assertThat(asked.handle((ok, e) -> e.getCause().getMessage()).get())
        .startsWith("party maple: ")
        .containsAnyOf("too many", "a different size than announced");
  }

  @Test
  void wrongShapesAreANamedErrorOfTheStudyNotOfTheCoordinator() throws Exception {
    byte[] content = new byte[24];
    rogue.say(answer(1, content, 24)).say(piece(content));
    assertThat(asked.handle((ok, e) -> e.getCause().getMessage()).get())
        .startsWith("party maple: ")
        .contains("shape");
  }
}
