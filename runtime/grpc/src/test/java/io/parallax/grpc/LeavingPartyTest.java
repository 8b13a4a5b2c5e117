package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.engine.Absence;
import io.parallax.engine.Endpoint;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyBehind;
import io.parallax.engine.RoundLog;
import io.parallax.engine.SumProtocol;
import io.parallax.identity.Credentials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study that goes on without a party that is away, and takes it back when a round is over. */
@Timeout(60)
class LeavingPartyTest {
  private static final PartyId BIRCH = PartyId.of("birch");
  private static final Duration PATIENCE = Duration.ofMillis(300);
  @TempDir Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final Endpoint maple = Counting.endpoint("maple", 2);
  private final Endpoint birch = Counting.endpoint("birch", 2);
  private TestServer server;
  private Credentials birchs;
  private TreeMap<PartyId, GrpcLink.Member> members;
  private Dialer dialer;
  private GrpcLink link;
  private RoundLog log;
  private LinkedParties parties;

  @BeforeEach
  void connect() throws InterruptedException {
    server = new TestServer(folder.resolve("server"));
    Credentials maples = server.consortium.party("maple");
    birchs = server.consortium.party("birch");
    members = new TreeMap<>();
    members.put(PartyId.of("maple"), TestServer.member(maples));
    members.put(BIRCH, TestServer.member(birchs));
    server.dial(maples, new TestServer.OneEndpoint(maple));
    dialer = server.dial(birchs, new TestServer.OneEndpoint(birch));
    while (!members.keySet().stream().allMatch(server.server::connected)) {
      Thread.sleep(10); // longer than the patience on a busy machine
    }
    open(BIRCH::equals);
  }

  @AfterEach
  void end() {
    log.close();
    server.close();
  }

  private void open(Predicate<PartyId> mayLeave) {
    log = RoundLog.open(folder.resolve("rounds.log"), new byte[32]);
    link = server.link(members, 0);
    link.givingUp(mayLeave, PATIENCE);
    parties =
        new LinkedParties(
            link,
            Counting.ASKS,
            SumProtocol.plain(),
            Counting.SIZES,
            Optional.of(log),
            new Absence(mayLeave, notes::add));
  }

  /** The coordinator begins again from its log. */
  private void again() {
    log.close();
    link.close();
    open(BIRCH::equals);
  }

  private void back(Endpoint endpoint) throws InterruptedException {
    dialer = server.dial(birchs, new TestServer.OneEndpoint(endpoint));
    while (link.late().containsKey(BIRCH)) {
      Thread.sleep(10);
    }
  }

  /** On a busy machine a party may be slow to say where it is. */
  private void welcomeUntilItHasCome() throws InterruptedException {
    for (int tries = 0; tries < 200; tries++) {
      parties.welcome();
      Thread.sleep(50);
    }
  }

  /** The sum's first number, which is that of the steps of all who are in it. */
  private void sum(int count, double steps) {
    var sum = parties.sum(new Counting.More(2));
    assertThat(sum.count()).isEqualTo(count);
    assertThat(sum.total().values().get(0, 0)).isEqualTo(steps);
  }

  @Test
  void itGoesOnAndThePartyComesBackWhenARoundIsOver() throws Exception {
    sum(2, 2);
    dialer.close();
    sum(1, 2);
    sum(1, 3);
    parties.welcome();
    assertThat(link.late()).containsOnlyKeys(BIRCH);
    assertThat(notes)
        .singleElement()
        .asString()
        .contains("birch did not answer: it has been away", "continues without it");
    back(birch);
    sum(1, 4); // it is there, but no round is over
    parties.welcome();
    sum(2, 5 + 2);
    assertThat(notes).last().isEqualTo("party birch takes part again");
    assertThat(maple.position()).isEqualTo(5);
    assertThat(birch.position()).isEqualTo(5);
  }

  @Test
  void aPartyThatComesBackFromAnOlderStateIsLedThroughTheLogFirst() throws Exception {
    sum(2, 2);
    sum(2, 4);
    dialer.close();
    sum(1, 3);
    Endpoint older = Counting.endpoint("birch", 2);
    back(older);
    assertThatThrownBy(this::welcomeUntilItHasCome).isInstanceOf(PartyBehind.class);
    again();
    sum(2, 2);
    sum(2, 4);
    sum(1, 3);
    parties.welcome();
    sum(2, 4 + 3);
    assertThat(older.position()).isEqualTo(4);
    assertThat(maple.position()).isEqualTo(4);
  }

  @Test
  void aCoordinatorThatStartsAgainDoesNotWaitForWhoIsAwayAndLeadsItThroughTheLogLater()
      throws Exception {
    sum(2, 2);
    dialer.close();
    sum(1, 2);
    again();
    sum(2, 2);
    sum(1, 2);
    sum(1, 3);
    back(Counting.endpoint("birch", 2));
    assertThatThrownBy(parties::welcome).isInstanceOf(PartyBehind.class);
    again();
    sum(2, 2);
    sum(1, 2);
    sum(1, 3);
    parties.welcome();
    sum(2, 4 + 2);
  }

  @Test
  void whoCannotBeDoneWithoutIsWaitedFor() throws Exception {
    link.givingUp(id -> false, Duration.ZERO);
    sum(2, 2);
    dialer.close();
    Thread later =
        new Thread(
            () -> {
              try {
                Thread.sleep(3 * PATIENCE.toMillis());
              } catch (InterruptedException e) {
                return;
              }
              server.dial(birchs, new TestServer.OneEndpoint(birch));
            });
    later.start();
    sum(2, 4);
    later.join();
    assertThat(notes).isEmpty();
  }

  @Test
  void withoutLeaveToGoOnItFailsByName() {
    dialer.close();
    assertThatThrownBy(
            () -> {
              while (true) {
                link.exchange(ask(), members.keySet());
              }
            })
        .isInstanceOf(PartyLost.class)
        .hasMessageContaining("birch");
  }

  private static byte[] ask() {
    return new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0};
  }
}
