package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.engine.Endpoint;
import io.parallax.identity.Credentials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
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
  void aPartyThatTheStudyCanDoWithoutIsGivenUpAsEver() {
    try (GrpcLink link = link(new GrpcLink.Member("00"))) {
      link.givingUp(id -> true, Duration.ofMillis(100));
      assertThat(link.positions()).containsKey(BIRCH);
    }
  }
}
