package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.engine.Endpoint;
import io.parallax.engine.LinkedParties;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study does not wait for ever for a party that cannot come as it is. */
@Timeout(60)
class UnfitPartyTest {
  private static final PartyId BIRCH = PartyId.of("birch");
  @TempDir Path folder;
  private final Endpoint birch = Counting.endpoint("birch", 2);
  private TestServer server;
  private Credentials birchs;

  @BeforeEach
  void open() throws Exception {
    server = new TestServer(folder.resolve("server"));
    birchs = server.consortium.party("birch");
    server.dial(birchs, new TestServer.OneEndpoint(birch));
    while (!server.server.present().contains(BIRCH)) {
      Thread.sleep(10);
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** Maple never comes, so that the link waits. */
  private GrpcLink link(GrpcLink.Member member) {
    TreeMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
    members.put(PartyId.of("maple"), TestServer.member(server.consortium.party("maple")));
    members.put(BIRCH, member);
    return server.link(members, 0);
  }

  @Test
  void anotherKeyThanTheStudysEndsIt() {
    try (GrpcLink link = link(new GrpcLink.Member("00"))) {
      assertThatThrownBy(link::positions)
          .isInstanceOf(Refused.class)
          .hasMessage(
              "party birch cannot take part: its key is not the one that the study names; submit the"
                  + " study again");
    }
  }

  @Test
  void anotherVersionOfTheProgramEndsItBeforeAnythingIsAsked() throws Exception {
    Credentials cedar = server.consortium.party("cedar");
    TreeMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
    members.put(PartyId.of("cedar"), TestServer.member(cedar));
    try (RawParty party = RawParty.with(cedar, server.server.port())) {
      party.attend().hello("9.9.9").hear();
      try (GrpcLink link = server.link(members, 0)) {
        assertThatThrownBy(link::positions)
            .isInstanceOf(Refused.class)
            .hasMessage(
                "party cedar cannot take part: it runs version 9.9.9 and the coordinator 1.2.3;"
                    + " install the same version on both, then run 'study resume'");
      }
      assertThat(party.heard).as("it was asked for nothing").isEmpty();
    }
  }

  @Test
  void aRevokedCertificateEndsItAndAPartyThatIsOnlyAwayDoesNot() throws Exception {
    try (GrpcLink link = link(TestServer.member(birchs))) {
      CompletableFuture<?> waiting = CompletableFuture.supplyAsync(link::positions);
      Thread.sleep(500);
      assertThat(waiting).as("the control: maple is away").isNotDone();
      server.consortium.revoke("birch");
      assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("party birch cannot take part: its certificate has been revoked");
    }
  }

  @Test
  void anExpiredCertificateIsSaidToHaveExpired() throws Exception {
    PartyId elm = PartyId.of("elm");
    Credentials ending = server.consortium.credentials("elm", Role.PARTY, Duration.ofSeconds(3));
    server.dial(ending, new TestServer.OneEndpoint(birch));
    while (server.server.attendances().get(elm) == null
        || server.server.attendances().get(elm).refused().isEmpty()) {
      Thread.sleep(10);
    }
    Attendance.Refusal refused = server.server.attendances().get(elm).refused().orElseThrow();
    assertThat(refused.kind()).isEqualTo(Attendance.Kind.EXPIRED);
    assertThat(refused.why()).contains("expired").doesNotContain("revoked");
  }

  /**
   * A party that was sent away before its part begins is as unfit as one that is sent away in it.
   */
  @Test
  void aCertificateThatWasRevokedBeforeEndsThePartAtOnce() throws Exception {
    server.consortium.revoke("birch");
    while (server.server.connected(BIRCH)) {
      Thread.sleep(10);
    }
    try (GrpcLink link = link(TestServer.member(birchs))) {
      assertThatThrownBy(link::positions)
          .isInstanceOf(Refused.class)
          .hasMessageContaining("party birch cannot take part: its certificate has been revoked");
    }
  }

  /** The old connection may be half dead, so that nobody hears of its end. */
  @Test
  void aPartyThatReconnectsWithAnotherVersionIsGivenUpThoughItWasThere() throws Exception {
    Credentials cedar = server.consortium.party("cedar");
    TreeMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
    members.put(PartyId.of("cedar"), TestServer.member(cedar));
    try (RawParty first = RawParty.with(cedar, server.server.port());
        RawParty second = RawParty.with(cedar, server.server.port());
        GrpcLink link = server.link(members, 0)) {
      link.givingUp(id -> true, Duration.ofMillis(100));
      first.attend().hello(TestServer.VERSION);
      while (first.heard.stream().noneMatch(message -> message.hasOpen())) {
        Thread.sleep(10);
      }
      CompletableFuture<?> waiting = CompletableFuture.supplyAsync(link::positions);
      Thread.sleep(500);
      assertThat(waiting).as("the control: it is there").isNotDone();
      second.attend().hello("9.9.9");
      waiting.get(10, TimeUnit.SECONDS);
    }
  }

  /** The first ask goes right behind the opening, and finds no open part. */
  @Test
  void theReasonOfARefusedOpeningIsToldAlthoughItCameBeforeTheFirstAsk() throws Exception {
    Credentials oak = server.consortium.party("oak");
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch refused = new CountDownLatch(1);
    server.dial(oak, new Refusing(begun, refused));
    TreeMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
    members.put(PartyId.of("oak"), TestServer.member(oak));
    while (!server.server.present().contains(PartyId.of("oak"))) {
      Thread.sleep(10);
    }
    try (GrpcLink link = server.link(members, 0).anew()) {
      LinkedParties parties = Counting.behind(link);
      begun.countDown();
      assertThat(refused.await(10, TimeUnit.SECONDS)).isTrue();
      Thread.sleep(300); // until the refusal has come
      assertThatThrownBy(() -> parties.sum(new Counting.More(1)))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("the owner said no");
    }
  }

  /** A party whose owner has not agreed. */
  private record Refusing(CountDownLatch begun, CountDownLatch refused) implements PartHandler {
    @Override
    public Endpoint open(Part part, byte[] opening, long newest) {
      try {
        begun.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new Refused("the owner said no");
    }

    @Override
    public void failed(Part part, Throwable why) {
      refused.countDown();
    }

    @Override
    public void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256) {}

    @Override
    public void close(Part part) {}
  }

  @Test
  void aPartyThatStaysAwayForTooLongEndsIt() {
    PartyProgress progress = new PartyProgress(TestServer.member(birchs), false);
    progress.away = Instant.now().minus(Duration.ofDays(3));
    assertThat(progress.obstacle(Duration.ofDays(7))).isEmpty();
    assertThat(progress.obstacle(Duration.ofDays(2)))
        .isEqualTo(
            "it has been away for 2 days, and the coordinator waits no longer; when it is back, run"
                + " 'study resume'");
    Limits hasty = Limits.ofHeap().absence(Duration.ofSeconds(1));
    try (TestServer other = new TestServer(folder.resolve("other"), hasty)) {
      TreeMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
      members.put(BIRCH, TestServer.member(other.consortium.party("birch")));
      try (GrpcLink link = other.link(members, 0)) {
        assertThatThrownBy(link::positions)
            .isInstanceOf(Refused.class)
            .hasMessageStartingWith("party birch cannot take part: it has been away for 1 seconds");
      }
    }
  }

  @Test
  void aPartyThatTheStudyCanDoWithoutIsGivenUpAsEver() {
    try (GrpcLink link = link(new GrpcLink.Member("00"))) {
      link.givingUp(id -> true, Duration.ofMillis(100));
      assertThat(link.positions()).containsKey(BIRCH);
    }
  }
}
