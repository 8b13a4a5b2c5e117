package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.engine.Endpoint;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyBehind;
import io.parallax.identity.Credentials;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections that break, and parties and coordinators that come back. */
@Timeout(60)
class BrokenWireTest {
  private static final int MILLION = 1_000_000;
  @TempDir Path folder;
  private TestServer server;
  private BreakingProxy wire;
  private Credentials maple;
  private Endpoint endpoint;
  private Dialer dialer;
  private GrpcLink link;

  @BeforeEach
  void connect() {
    server = new TestServer(folder);
    wire = new BreakingProxy(server.server.port());
    maple = server.consortium.party("maple");
    endpoint = Counting.endpoint("maple", 1);
    dialer = dial(endpoint);
    link = link(0);
  }

  @AfterEach
  void end() throws Exception {
    dialer.close();
    wire.close();
    server.close();
  }

  private Dialer dial(Endpoint to) {
    return new Dialer(
            new Dialer.Address("127.0.0.1", wire.port()),
            maple,
            Optional.empty(),
            TestServer.VERSION,
            new TestServer.OneEndpoint(to),
            server.limits,
            text -> {})
        .start();
  }

  private GrpcLink link(long newest) {
    var members = new TreeMap<PartyId, GrpcLink.Member>();
    members.put(PartyId.of("maple"), TestServer.member(maple));
    return server.link(members, newest);
  }

  private LinkedParties parties() {
    return Counting.behind(link);
  }

  @Test
  void anUploadThatBreaksGoesOnWhereItStopped() {
    LinkedParties parties = parties();
    wire.cutAfter(5L * MILLION);
    var sum = parties.sum(new Counting.More(MILLION)).total();
    assertThat(sum.values().get(MILLION - 1, 0)).isEqualTo(MILLION);
    assertThat(endpoint.position()).isEqualTo(1);
    assertThat(wire.up.get())
        .as("8 MB and a little, not 8 MB and once more what had arrived")
        .isBetween(8L * MILLION, 11L * MILLION);
  }

  @Test
  void aWireThatIsCutAgainAndAgainChangesNothing() {
    LinkedParties parties = parties();
    for (int round = 1; round <= 12; round++) {
      wire.cutAfter(round * 7_001L);
      var sum = parties.sum(new Counting.More(10_000)).total();
      assertThat(sum.values().get(0, 0)).isEqualTo(round);
    }
  }

  @Test
  void aPartyThatComesBackFromAnOlderStateIsSaidToBeBehind() {
    LinkedParties parties = parties();
    for (int round = 0; round < 3; round++) {
      parties.sum(new Counting.More(1));
    }
    dialer.close();
    dialer = dial(Counting.endpoint("maple", 1));
    assertThatThrownBy(() -> parties.sum(new Counting.More(1)))
        .isInstanceOf(PartyBehind.class)
        .hasMessageContaining("maple is at exchange 0");
  }

  @Test
  void aCoordinatorThatStartsAgainFindsItsPartiesWhereTheyWere() {
    parties().sum(new Counting.More(5));
    link.close();
    server.restart();
    link = link(1);
    assertThat(link.positions()).containsEntry(PartyId.of("maple"), 1L);
  }

  @Test
  void whoIsAwayIsSaidByName() throws Exception {
    LinkedParties parties = parties();
    dialer.close();
    Thread asking = new Thread(() -> parties.sum(new Counting.More(1)));
    asking.start();
    while (link.late().isEmpty()) {
      Thread.sleep(10);
    }
    assertThat(link.late()).containsOnlyKeys(PartyId.of("maple"));
    dialer = dial(endpoint);
    asking.join();
    assertThat(link.late()).isEmpty();
  }
}
