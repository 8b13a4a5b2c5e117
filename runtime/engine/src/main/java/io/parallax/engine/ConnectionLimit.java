package io.parallax.engine;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Limits the connections of a server: in total, and per peer. Beyond a limit, the connection that
 * has been idle longest is closed, so that idle connections cannot block new ones.
 *
 * @param <C> a connection; two are the same only if they are one object
 */
public final class ConnectionLimit<C> {
  private static final int NETWORK_BYTES = 8; // of an IPv6 address: a host has all addresses of it
  private final int most;
  private final int mostOfOne;
  private final Consumer<C> close;
  private final Map<C, Held> all =
      new LinkedHashMap<>(); // ordered by the time of the last change of state

  /** The state of a connection, and the time at which the state must end. */
  private record Held(String peer, State state, long due) {}

  private enum State {
    WAITING,
    ENDING,
    BUSY
  }

  /**
   * @param close ends a connection; {@link #closed} need not be called for it
   */
  public ConnectionLimit(int most, int mostOfOne, Consumer<C> close) {
    this.most = most;
    this.mostOfOne = mostOfOne;
    this.close = close;
  }

  /** Returns an address as a peer: an IPv6 address without the half that its host chooses. */
  public static String peer(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
        : address.getHostAddress();
  }

  /** Adds a new connection, which waits; beyond a limit, it or another one is closed. */
  public void opened(C connection, String peer, Duration patience) {
    Optional<C> surplus;
    synchronized (this) {
      all.put(connection, new Held(peer, State.WAITING, due(patience)));
      surplus = surplus(peer);
      surplus.ifPresent(all::remove);
    }
    surplus.ifPresent(close);
  }

  private Optional<C> surplus(String peer) {
    long ofOne = all.values().stream().filter(held -> held.peer().equals(peer)).count();
    if (ofOne > mostOfOne) {
      return longest(held -> held.peer().equals(peer));
    }
    return all.size() > most ? longest(held -> true) : Optional.empty();
  }

  /**
   * Returns the connection that has been idle longest, else the one that is slowest to take an
   * answer; never a busy one.
   */
  private Optional<C> longest(Predicate<Held> among) {
    return longest(State.WAITING, among).or(() -> longest(State.ENDING, among));
  }

  private Optional<C> longest(State state, Predicate<Held> among) {
    return all.entrySet().stream()
        .filter(one -> one.getValue().state() == state && among.test(one.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Sets the time within which the connection must send a whole request. */
  public void waiting(C connection, Duration patience) {
    change(connection, State.WAITING, due(patience));
  }

  /** Marks the connection as one that the server works for. */
  public void busy(C connection) {
    change(connection, State.BUSY, Long.MAX_VALUE);
  }

  /** Sets the time within which the connection must read its answer. */
  public void ending(C connection, Duration patience) {
    change(connection, State.ENDING, due(patience));
  }

  private synchronized void change(C connection, State state, long due) {
    Held held = all.remove(connection);
    if (held != null) {
      all.put(connection, new Held(held.peer(), state, due));
    }
  }

  public synchronized void closed(C connection) {
    all.remove(connection);
  }

  public synchronized int size() {
    return all.size();
  }

  /** Closes those whose time is over; to be called now and then. */
  public void closeLate() {
    long now = System.nanoTime();
    List<C> late;
    synchronized (this) {
      late =
          all.entrySet().stream()
              .filter(one -> one.getValue().state() != State.BUSY)
              .filter(one -> one.getValue().due() - now < 0)
              .map(Map.Entry::getKey)
              .toList();
      late.forEach(all::remove);
    }
    late.forEach(close);
  }

  private static long due(Duration patience) {
    return System.nanoTime() + patience.toNanos();
  }
}
