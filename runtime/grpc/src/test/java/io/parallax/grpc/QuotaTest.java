package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.parallax.core.BadInput;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.ProbeRequest;
import io.parallax.grpc.wire.Upward;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one party may take of the coordinator. */
@Timeout(60)
class QuotaTest {
  @TempDir Path folder;

  @Test
  void aPartyThatCallsTooOftenIsDeniedAndTheOthersAreNot() {
    try (TestHall hall = new TestHall(folder, Limits.ofHeap().visits(5));
        RawParty eager = RawParty.with(hall.consortium.party("eager"), hall.hall.port());
        RawParty calm = RawParty.with(hall.consortium.party("calm"), hall.hall.port())) {
      for (int i = 0; i < 5; i++) {
        eager.calls().probe(ProbeRequest.getDefaultInstance());
      }
      assertThatThrownBy(() -> eager.calls().probe(ProbeRequest.getDefaultInstance()))
          .hasMessageContaining("RESOURCE_EXHAUSTED")
          .hasMessageContaining("at most 5 calls a minute");
      assertThat(hall.audit).anySatisfy(line -> assertThat(line).startsWith("eager | Probe"));
      assertThat(calm.calls().probe(ProbeRequest.getDefaultInstance()).getName()).isEqualTo("calm");
    }
  }

  @Test
  void aPartyThatCallsTooOftenIsToldSoAndNotThatNobodyAnswers() throws Exception {
    String told = "the coordinator says: at most 2 calls a minute; wait a minute and try again";
    try (TestHall hall = new TestHall(folder, Limits.ofHeap().visits(2))) {
      var address = new Dialer.Address("127.0.0.1", hall.hall.port());
      var eager = hall.consortium.party("eager");
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
              TestHall.VERSION,
              null, // never reached
              Limits.ofHeap(),
              notes::add)) {
        dialer.start();
        assertThat(notes.poll(20, TimeUnit.SECONDS)).isEqualTo(told);
      }
    }
  }

  @Test
  void memoryForUnfinishedMessagesHasALimit() throws Exception {
    Limits small = new Limits(1 << 20, 1 << 10, 240, Duration.ofSeconds(20));
    try (TestHall hall = new TestHall(folder, small);
        RawParty greedy = RawParty.with(hall.consortium.party("greedy"), hall.hall.port())) {
      greedy.attend().hello(TestHall.VERSION).hear();
      greedy.say(
          Upward.newBuilder()
              .setAnswer(
                  Head.newBuilder()
                      .setTopic(TestHall.PART.topic())
                      .setSequence(1)
                      .setSize(1 << 19)));
      assertThat(greedy.status().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(hall.audit).anySatisfy(line -> assertThat(line).contains("no memory left"));
    }
  }

  @Test
  void memoryOfRefusedMessagesIsGivenBack() throws Exception {
    Limits small = new Limits(1 << 20, 1 << 20, 240, Duration.ofSeconds(20));
    try (TestHall hall = new TestHall(folder, small)) {
      var credentials = hall.consortium.party("rogue");
      for (int i = 0; i < 5; i++) {
        try (RawParty rogue = RawParty.with(credentials, hall.hall.port())) {
          rogue.attend().hello(TestHall.VERSION).hear();
          Head half = Head.newBuilder().setTopic(TestHall.PART.topic()).setSize(1 << 19).build();
          Head bad = half.toBuilder().setOffset(i % 2 == 0 ? 7 : 0).build();
          rogue.say(Upward.newBuilder().setAnswer(bad));
          rogue.say(Upward.newBuilder().setAnswer(half));
          assertThat(rogue.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        }
      }
      assertThat(hall.hall.reserve(1 << 20)).as("all of it is free again").isTrue();
    }
  }

  @Test
  void aPartyThatComesAgainReplacesItsOlderConnection() throws Exception {
    try (TestHall hall = new TestHall(folder)) {
      var twin = hall.consortium.party("twin");
      try (RawParty first = RawParty.with(twin, hall.hall.port());
          RawParty second = RawParty.with(twin, hall.hall.port())) {
        first.attend().hello(TestHall.VERSION).hear();
        second.attend().hello(TestHall.VERSION).hear();
        assertThat(first.status().getDescription()).contains("connected again");
        assertThat(hall.hall.present()).hasSize(1);
      }
    }
  }
}
