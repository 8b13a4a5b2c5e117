package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;
import io.grpc.stub.StreamObserver;
import io.parallax.core.PartyId;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.MeetingGrpc;
import io.parallax.grpc.wire.Upward;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A party with a valid certificate that begins messages before hello, and never ends them. */
@Timeout(120)
class HalfMessagesTest {
  private static final int CONNECTIONS = 24;
  private static final int OLD_FRAME = 4 << 20;
  private static final int FIRST = 1 << 12;
  private static final long MEBIBYTE = 1 << 20;
  @TempDir Path folder;
  private final List<HalfMessage> held = new ArrayList<>();

  /** As many connections as it gets, each with a half message; how much memory that takes. */
  private long attack(Credentials own, int port, String method, int claimed, int sent)
      throws Exception {
    long before = PlatformDependent.usedDirectMemory();
    for (int i = 0; i < CONNECTIONS; i++) {
      try {
        HalfMessage half = new HalfMessage(own, port);
        held.add(half);
        Thread.sleep(50); // until its window is open
        half.call(1, method, claimed, sent);
      } catch (IOException e) {
        // it was ended
      }
    }
    Thread.sleep(1000);
    return PlatformDependent.usedDirectMemory() - before;
  }

  private void end() throws IOException {
    for (HalfMessage half : held) {
      half.close();
    }
  }

  @Test
  void thePartyTakesLittleMemoryAndAnHonestOneIsServed() throws Exception {
    try (TestServer server = new TestServer(folder)) {
      Credentials rogue = server.consortium.party("rogue");
      int port = server.server.port();
      long taken = attack(rogue, port, "Attend", OLD_FRAME, OLD_FRAME - FIRST);
      taken = Math.max(taken, attack(rogue, port, "Probe", 1 << 20, (1 << 20) - FIRST));
      System.out.printf("half messages of one party take %d MiB%n", taken / MEBIBYTE);
      assertThat(taken).isLessThan(40 * MEBIBYTE);
      assertThat(held.stream().filter(half -> !half.ended).count())
          .isLessThanOrEqualTo(Limits.CONNECTIONS);
      var endpoint = Counting.endpoint("maple", 1);
      GrpcLink link = server.connect(new TreeMap<>(Map.of(PartyId.of("maple"), endpoint)));
      var sum = Counting.behind(link).sum(new Counting.More(3)).total();
      assertThat(sum.values().get(2, 0)).isEqualTo(3);
    } finally {
      end();
    }
  }

  /** The control: a server with frames of 4 MiB and without limits. */
  @Test
  void theSamePartyFillsAServerWithoutLimits() throws Exception {
    Consortium consortium = new Consortium(folder);
    Credentials hub = consortium.coordinator();
    Trust trust = new Trust(hub.authority(), Role.PARTY, Optional.empty(), (who, why) -> {});
    Server old =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
            .sslContext(Tls.server(hub, trust))
            .maxInboundMessageSize(OLD_FRAME)
            .flowControlWindow(OLD_FRAME)
            .addService(new Silent())
            .build()
            .start();
    try {
      Credentials rogue = consortium.party("rogue");
      long taken = attack(rogue, old.getPort(), "Attend", OLD_FRAME, OLD_FRAME - FIRST);
      System.out.printf("without limits they take %d MiB%n", taken / MEBIBYTE);
      assertThat(taken).isGreaterThan(80 * MEBIBYTE);
    } finally {
      end();
      old.shutdownNow();
    }
  }

  private static final class Silent extends MeetingGrpc.MeetingImplBase {
    @Override
    public StreamObserver<Upward> attend(StreamObserver<Downward> down) {
      return new StreamObserver<>() {
        @Override
        public void onNext(Upward message) {}

        @Override
        public void onError(Throwable t) {}

        @Override
        public void onCompleted() {}
      };
    }
  }

  @Test
  void whoDoesNotSayHelloInTimeIsSentAwayAndAudited() throws Exception {
    Limits hasty = Limits.ofHeap().hello(Duration.ofSeconds(1));
    try (TestServer server = new TestServer(folder, hasty);
        RawParty mute = RawParty.with(server.consortium.party("mute"), server.server.port())) {
      mute.attend();
      assertThat(mute.status().getDescription()).contains("must arrive within 1 s");
      assertThat(server.audit).anySatisfy(line -> assertThat(line).startsWith("mute | begin"));
      var endpoint = Counting.endpoint("maple", 1);
      GrpcLink link = server.connect(new TreeMap<>(Map.of(PartyId.of("maple"), endpoint)));
      var parties = Counting.behind(link);
      assertThat(parties.sum(new Counting.More(3)).total().values().get(2, 0)).isEqualTo(3);
      Thread.sleep(2500); // who has said hello stays
      assertThat(server.server.present()).containsExactly(PartyId.of("maple"));
    }
  }

  @Test
  void aPartyHasFewCallsAtOnceAndGetsThemBack() throws Exception {
    Limits hasty = Limits.ofHeap().hello(Duration.ofSeconds(5));
    try (TestServer server = new TestServer(folder, hasty);
        RawParty calm = RawParty.with(server.consortium.party("calm"), server.server.port())) {
      Credentials own = server.consortium.party("eager");
      try (RawParty eager = RawParty.with(own, server.server.port())) {
        for (int i = 0; i < Limits.CALLS; i++) {
          eager.another();
        }
        Thread.sleep(1000); // until they are there
        eager.attend();
        assertThat(eager.status().getDescription()).contains("at most 8 calls at once");
      }
      calm.attend().hello(TestServer.VERSION).hear();
      await(() -> welcomed(own, server.server.port()));
    }
  }

  private static boolean welcomed(Credentials own, int port) {
    try (RawParty again = RawParty.with(own, port)) {
      return again.attend().hello(TestServer.VERSION).hear().hasWelcome();
    } catch (InterruptedException | AssertionError e) {
      return false;
    }
  }

  private static void await(BooleanSupplier done) throws InterruptedException {
    for (int i = 0; i < 20 && !done.getAsBoolean(); i++) {
      Thread.sleep(500);
    }
    assertThat(done.getAsBoolean()).isTrue();
  }
}
