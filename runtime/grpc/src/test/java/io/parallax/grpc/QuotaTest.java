package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.Position;
import io.parallax.grpc.wire.PredictionRequest;
import io.parallax.grpc.wire.ProbeRequest;
import io.parallax.grpc.wire.Upward;
import io.parallax.identity.Credentials;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the limits of one party at the coordinator. */
@Timeout(60)
class QuotaTest {
  @TempDir Path folder;

  @Test
  void aPartyThatCallsTooOftenIsDeniedAndTheOthersAreNot() {
    try (TestServer server = new TestServer(folder, Limits.ofHeap().callsPerMinute(5));
        RawParty eager = RawParty.with(server.consortium.party("eager"), server.server.port());
        RawParty calm = RawParty.with(server.consortium.party("calm"), server.server.port())) {
      for (int i = 0; i < 5; i++) {
        eager.calls().probe(ProbeRequest.getDefaultInstance());
      }
      assertThatThrownBy(() -> eager.calls().probe(ProbeRequest.getDefaultInstance()))
          .hasMessageContaining("RESOURCE_EXHAUSTED")
          .hasMessageContaining("at most 5 calls a minute");
      assertThatThrownBy(() -> eager.calls().predict(PredictionRequest.getDefaultInstance()))
          .as("predictions are limited by owners, and do not count as calls")
          .hasMessageContaining("this coordinator makes no joint predictions");
      assertThat(server.audit).anySatisfy(line -> assertThat(line).startsWith("eager | Probe"));
      assertThat(calm.calls().probe(ProbeRequest.getDefaultInstance()).getName()).isEqualTo("calm");
    }
  }

  @Test
  void aPartyThatCallsTooOftenIsToldSoAndNotThatNobodyAnswers() throws Exception {
    String told = "the coordinator says: at most 2 calls a minute; wait a minute and try again";
    try (TestServer server = new TestServer(folder, Limits.ofHeap().callsPerMinute(2))) {
      var address = new Dialer.Address("127.0.0.1", server.server.port());
      var eager = server.consortium.party("eager");
      try (Calls calls = new Calls(address, eager, Optional.empty())) {
        calls.probe("");
        calls.probe("");
        assertThatThrownBy(() -> calls.probe("")).isInstanceOf(BadInput.class).hasMessage(told);
      }
      BlockingQueue<String> notes = new LinkedBlockingQueue<>();
      try (Dialer dialer =
          new Dialer(
              address,
              eager,
              Optional.empty(),
              TestServer.VERSION,
              null, // never reached
              Limits.ofHeap(),
              notes::add)) {
        dialer.start();
        assertThat(notes.poll(20, TimeUnit.SECONDS)).isEqualTo(told);
      }
    }
  }

  /** Parties that announce as much as there is, for a study that does not exist, take nothing. */
  @Test
  void memoryIsTakenForAnOpenPartOnly() throws Exception {
    Limits small = Limits.ofHeap().message(1 << 20).memory(1 << 20);
    try (TestServer server = new TestServer(folder, small)) {
      for (String name : List.of("greedy", "other", "third")) {
        Credentials credentials = server.consortium.party(name);
        try (RawParty greedy = RawParty.with(credentials, server.server.port())) {
          greedy.attend().hello(TestServer.VERSION).hear();
          greedy.say(
              Upward.newBuilder()
                  .setAnswer(Head.newBuilder().setTopic(TestServer.PART.topic()).setSize(1 << 20)));
          assertThat(greedy.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
          assertThat(greedy.status().getDescription()).contains("not open for this party");
        }
      }
      assertThat(server.server.memory().reserve(PartyId.of("honest"), 1 << 20)).isTrue();
    }
  }

  /** A member of a study announces all that it may, and sends nothing; another is served. */
  @Test
  void whatOneMemberAnnouncesLeavesOthersTheirShare() throws Exception {
    int numbers = 20_000; // 160 kB
    Limits small = Limits.ofHeap().message(1 << 20).memory(1 << 18);
    try (TestServer server = new TestServer(folder, small)) {
      Credentials slow = server.consortium.party("slow");
      try (RawParty rogue = RawParty.with(slow, server.server.port())) {
        rogue.attend().hello(TestServer.VERSION).hear();
        var both = new TreeMap<PartyId, GrpcLink.Member>();
        both.put(PartyId.of("slow"), TestServer.member(slow));
        Part theirs = new Part("study-2", "split-01");
        GrpcLink with =
            new GrpcLink(server.server, theirs, both, new byte[0], () -> 0L, () -> false);
        CompletableFuture<?> never =
            CompletableFuture.supplyAsync(
                () -> Counting.behind(with).sum(new Counting.More(numbers)));
        assertThat(rogue.hear().hasOpen()).isTrue();
        rogue.say(Upward.newBuilder().setPosition(Position.newBuilder().setTopic(theirs.topic())));
        long sequence = rogue.hear().getAsk().getSequence();
        Head all =
            Head.newBuilder()
                .setTopic(theirs.topic())
                .setSequence(sequence)
                .setSize(8 * numbers)
                .build();
        rogue.say(Upward.newBuilder().setAnswer(all));
        var endpoint = Counting.endpoint("maple", 1);
        GrpcLink link = server.connect(new TreeMap<>(Map.of(PartyId.of("maple"), endpoint)));
        var sum = Counting.behind(link).sum(new Counting.More(5_000)).total(); // 40 kB
        assertThat(sum.values().get(4_999, 0)).isEqualTo(5_000);
        assertThat(never).isNotDone();
      }
    }
  }

  @Test
  void memoryOfRefusedMessagesIsGivenBack() throws Exception {
    Limits small = Limits.ofHeap().message(1 << 20).memory(1 << 20);
    try (TestServer server = new TestServer(folder, small)) {
      Credentials rogue = server.consortium.party("rogue");
      PartyId id = PartyId.of("rogue");
      var members = new TreeMap<PartyId, GrpcLink.Member>(Map.of(id, TestServer.member(rogue)));
      GrpcLink link = server.link(members, 0);
      CompletableFuture.runAsync(() -> Counting.behind(link).sum(new Counting.More(1 << 16)));
      for (int i = 0; i < 5; i++) {
        try (RawParty party = RawParty.with(rogue, server.server.port())) {
          party.attend().hello(TestServer.VERSION).hear();
          party.hear();
          party.say(
              Upward.newBuilder()
                  .setPosition(Position.newBuilder().setTopic(TestServer.PART.topic())));
          Head.Builder half =
              party.hear().getAsk().toBuilder().clearFirst().setSize(1 << 19).clearHave();
          party.say(Upward.newBuilder().setAnswer(half.setOffset(i % 2 == 0 ? 7 : 0)));
          party.say(Upward.newBuilder().setAnswer(half.setOffset(0)));
          assertThat(party.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        }
      }
      assertThat(server.server.memory().reserve(id, 1 << 20))
          .as("all of it is free again")
          .isTrue();
    }
  }

  @Test
  void aVersionOfManyEmojiIsSaidToBeAnotherVersion() throws Exception {
    try (TestServer server = new TestServer(folder);
        RawParty odd = RawParty.with(server.consortium.party("odd"), server.server.port())) {
      odd.attend().hello("\uD83D\uDE00".repeat(20), 9, 0);
      assertThat(odd.status().getDescription())
          .isEqualTo(
              "the party runs version %s (protocol 9) and the coordinator 1.2.3 (protocol 1); install the same version on both"
                  .formatted("?".repeat(20)));
    }
  }

  @Test
  void aPartyThatComesAgainReplacesItsOlderConnection() throws Exception {
    try (TestServer server = new TestServer(folder)) {
      var twin = server.consortium.party("twin");
      try (RawParty first = RawParty.with(twin, server.server.port());
          RawParty second = RawParty.with(twin, server.server.port())) {
        first.attend().hello(TestServer.VERSION).hear();
        second.attend().hello(TestServer.VERSION).hear();
        assertThat(first.status().getDescription()).contains("connected again");
        assertThat(server.server.present()).hasSize(1);
      }
    }
  }
}
