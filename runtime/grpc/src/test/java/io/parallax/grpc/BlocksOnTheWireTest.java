package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
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

/** A party that goes away, comes back or starts again between two blocks of its answer. */
@Timeout(60)
class BlocksOnTheWireTest {
  private static final PartyId BIRCH = PartyId.of("birch");
  private static final int ROWS = 100;
  private static final int BLOCK = 30;
  @TempDir Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final List<Integer> left = new CopyOnWriteArrayList<>(); // bytes of what birch has sent
  private final TreeMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
  private TestServer server;
  private Credentials birchs;
  private volatile Dialer dialer;
  private GrpcLink link;
  private RoundLog log;
  private LinkedParties parties;

  @BeforeEach
  void connect() {
    server = new TestServer(folder.resolve("server"));
    Credentials maples = server.consortium.party("maple");
    birchs = server.consortium.party("birch");
    members.put(PartyId.of("maple"), TestServer.member(maples));
    members.put(BIRCH, TestServer.member(birchs));
    server.dial(maples, new TestServer.OneEndpoint(endpoint("maple")));
  }

  @AfterEach
  void end() {
    log.close();
    server.close();
  }

  private static Endpoint endpoint(String name) {
    return Counting.endpoint(name, 2).inBlocks(BLOCK);
  }

  private void open(Predicate<PartyId> mayLeave) {
    log = RoundLog.open(folder.resolve("rounds.log"), new byte[32]);
    link = server.link(members, 0);
    link.givingUp(mayLeave, Duration.ofMillis(300));
    parties =
        new LinkedParties(
                link,
                Counting.ASKS,
                SumProtocol.plain(),
                Counting.SIZES,
                Optional.of(log),
                new Absence(mayLeave, notes::add))
            .inBlocks(BLOCK);
  }

  /** Birch's connection ends when its third message is about to leave. */
  private final class Breaking implements PartHandler {
    private final Endpoint endpoint;
    private final Optional<Endpoint> then;

    Breaking(Endpoint endpoint, Optional<Endpoint> then) {
      this.endpoint = endpoint;
      this.then = then;
    }

    @Override
    public Endpoint open(Part part, byte[] opening, long newest) {
      return endpoint;
    }

    @Override
    public void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256) {
      assertThat(kind).isEqualTo(Counting.Numbers.class);
      assertThat(sha256).isEqualTo(Hashes.of(answer));
      left.add(answer.length);
      if (left.size() == 3) {
        new Thread(
                () -> {
                  dialer.close();
                  then.ifPresent(next -> server.dial(birchs, new Breaking(next, Optional.empty())));
                })
            .start();
        try {
          Thread.sleep(200); // until the connection has ended
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }

    @Override
    public void close(Part part) {}
  }

  private void dial(Endpoint now, Optional<Endpoint> then) {
    dialer = server.dial(birchs, new Breaking(now, then));
  }

  private void sum(int count) {
    var sum = parties.sum(new Counting.More(ROWS));
    assertThat(sum.count()).isEqualTo(count);
    for (int i = 0; i < ROWS; i++) {
      assertThat(sum.total().values().get(i, 0)).isEqualTo(count * (1.0 + i));
    }
  }

  @Test
  void whoComesBackGoesOnWithTheBlockItWasAt() {
    Endpoint birch = endpoint("birch");
    dial(birch, Optional.of(birch));
    open(id -> false);
    sum(2);
    assertThat(birch.position()).isEqualTo(1);
    assertThat(left).containsExactly(248, 248, 248, 248, 88); // the third one a second time
  }

  @Test
  void whoIsAwayForTooLongIsNotInTheSum() {
    dial(endpoint("birch"), Optional.empty());
    open(BIRCH::equals);
    sum(1);
    assertThat(notes).singleElement().asString().contains("birch did not answer");
  }

  @Test
  void whoStartsAgainMakesTheExchangeBeginAnew() {
    dial(endpoint("birch"), Optional.of(endpoint("birch")));
    open(id -> false);
    assertThatThrownBy(() -> sum(2))
        .isInstanceOf(PartyBehind.class)
        .hasMessageContaining("birch is at exchange 0 and no longer has its answer to 1");
    log.close();
    link.close();
    open(id -> false);
    sum(2);
  }
}
