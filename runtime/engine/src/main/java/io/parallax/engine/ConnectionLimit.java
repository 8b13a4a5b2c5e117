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
 * Bounds the connections of a server: in all, and of one peer. Where there are too many, the one
 * that has waited longest is closed, so that somebody new is let in however many say nothing.
 *
 * @param <C> a connection; two are the same only if they are one object
 */
public final class ConnectionLimit<C> {
  private static final int NETWORK_BYTES = 8; // of an IPv6 address: a host has all addresses of it
  private final int most;
  private final int mostOfOne;
  private final Consumer<C> close;
  private final Map<C, Held> all = new LinkedHashMap<>(); // by when their states changed

  /** What a connection does; {@code due} is when it is to be done. */
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

  /** An address as a peer: that of IPv6 without the half that its host chooses. */
  public static String peer(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
        : address.getHostAddress();
  }

  /** A connection has come, and waits; it or another one makes room if there are too many. */
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

  /** Who has done nothing, before who is slow to take an answer; never who is busy. */
  private Optional<C> longest(Predicate<Held> among) {
    return longest(State.WAITING, among).or(() -> longest(State.ENDING, among));
  }

  private Optional<C> longest(State state, Predicate<Held> among) {
    return all.entrySet().stream()
        .filter(one -> one.getValue().state() == state && among.test(one.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** It has to bring something whole within this time. */
  public void waiting(C connection, Duration patience) {
    change(connection, State.WAITING, due(patience));
  }

  /** It has brought something, and the server works on it. */
  public void busy(C connection) {
    change(connection, State.BUSY, Long.MAX_VALUE);
  }

  /** It has to take its answer within this time. */
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
