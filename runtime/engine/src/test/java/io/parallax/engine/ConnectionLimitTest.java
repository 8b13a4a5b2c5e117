package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which connection is closed beyond the limit. */
class ConnectionLimitTest {
  private static final Duration LONG = Duration.ofHours(1);
  private final List<String> closed = new ArrayList<>();
  private final ConnectionLimit<String> limit = new ConnectionLimit<>(5, 3, closed::add);

  private void open(String peer, String... connections) {
    for (String connection : connections) {
      limit.opened(connection, peer, LONG);
    }
  }

  @Test
  void theLongestWaitingOfTheSamePeerMakesRoom() {
    open("other", "o1");
    open("one", "a", "b", "c", "d");
    assertThat(closed).containsExactly("a");
    assertThat(limit.size()).isEqualTo(4);
    limit.waiting("b", LONG); // it was answered, and waits anew
    open("one", "e");
    assertThat(closed).containsExactly("a", "c");
  }

  @Test
  void inAllTheLongestWaitingOfAnyPeerMakesRoom() {
    open("one", "a", "b");
    open("two", "c", "d");
    open("three", "e", "f");
    assertThat(closed).containsExactly("a");
  }

  @Test
  void whoIsBusyStaysAndWhoTakesAnAnswerStaysBeforeWhoWaits() {
    open("one", "a", "b", "c");
    limit.busy("a");
    limit.ending("b", LONG);
    open("one", "d");
    assertThat(closed).containsExactly("c");
    limit.busy("d");
    open("one", "e");
    assertThat(closed).containsExactly("c", "e"); // itself waits, and nobody else does
    limit.closed("d");
    open("one", "f");
    assertThat(closed).hasSize(2);
  }

  @Test
  void whatIsLateIsClosedOnce() {
    limit.opened("a", "one", Duration.ZERO);
    limit.opened("b", "one", Duration.ZERO);
    limit.opened("c", "one", LONG);
    limit.busy("b");
    limit.closeLate();
    limit.closeLate();
    assertThat(closed).containsExactly("a");
    limit.ending("b", Duration.ZERO);
    limit.closeLate();
    assertThat(closed).containsExactly("a", "b");
    limit.waiting("a", LONG); // has gone, and does not come back
    assertThat(limit.size()).isEqualTo(1);
  }

  @Test
  void aHostOfIpv6IsOnePeerWhateverAddressItTakes() throws Exception {
    assertThat(ConnectionLimit.peer(InetAddress.getByName("2001:db8:1:2::5")))
        .isEqualTo(ConnectionLimit.peer(InetAddress.getByName("2001:db8:1:2:aaaa::6")))
        .isNotEqualTo(ConnectionLimit.peer(InetAddress.getByName("2001:db8:1:3::5")));
    assertThat(ConnectionLimit.peer(InetAddress.getByName("192.0.2.7"))).isEqualTo("192.0.2.7");
  }
}
