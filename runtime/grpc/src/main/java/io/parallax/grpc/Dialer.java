package io.parallax.grpc;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.parallax.core.Shown;
import io.parallax.engine.NodeLog;
import io.parallax.grpc.wire.MeetingGrpc;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A party's outgoing connection to the coordinator, made again whenever it breaks. */
public final class Dialer implements AutoCloseable {
  private static final long SHORTEST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 2000;
  private static final int LONGEST_WORDS = 500;
  private static final int SHARE = 10; // after an outage of 3 s the party reconnects within 0.3 s
  private final Supplier<ManagedChannel> channels;
  private volatile ManagedChannel channel;
  private final AtomicReference<String> refusal;
  private final String version;
  private final PartHandler handler;
  private final Limits limits;
  private final Consumer<String> notes;
  private final OpenParts openParts;
  private final Thread thread = new Thread(this::run, "dialer");
  private volatile boolean closed;
  private volatile CoordinatorConnection connection;
  private volatile String denial = "";
  private String lastNote = "";

  /**
   * @param notes receives a sentence when the connection is made, breaks or is denied
   */
  public Dialer(
      Address coordinator,
      Credentials own,
      Optional<Path> revocations,
      String version,
      PartHandler handler,
      Limits limits,
      Consumer<String> notes) {
    this.refusal = new AtomicReference<>();
    this.channels = () -> channel(coordinator, own, revocations, limits, refusal);
    this.channel = channels.get();
    this.version = version;
    this.handler = handler;
    this.limits = limits;
    this.notes = notes;
    this.openParts = new OpenParts(handler);
    thread.setDaemon(true);
  }

  /** The address of the coordinator. */
  public record Address(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  static ManagedChannel channel(
      Address to,
      Credentials own,
      Optional<Path> revocations,
      Limits limits,
      AtomicReference<String> refusal) {
    Trust trust =
        new Trust(
            own.authority(),
            Role.COORDINATOR,
            revocations,
            (who, why) -> refusal.set("the coordinator (" + who + ") is not trusted: " + why));
    return NettyChannelBuilder.forAddress(to.host(), to.port())
        .sslContext(Tls.client(own, trust))
        .maxInboundMessageSize(Limits.FRAME)
        .flowControlWindow(Limits.FRAME)
        .keepAliveTime(limits.keepAlive().toMillis(), TimeUnit.MILLISECONDS)
        .keepAliveTimeout(limits.keepAlive().toMillis() / 2, TimeUnit.MILLISECONDS)
        .keepAliveWithoutCalls(true)
        .build();
  }

  public Dialer start() {
    thread.start();
    return this;
  }

  /** Reconnects with the certificates trusted now; the old TLS session is not resumed. */
  public void again() {
    ManagedChannel old = channel;
    channel = channels.get();
    old.shutdownNow();
  }

  private void run() {
    long lastSeen = System.nanoTime();
    while (!closed) {
      refusal.set(null);
      channel.resetConnectBackoff();
      connection = new CoordinatorConnection(openParts, handler, limits, version);
      connection.begin(
          MeetingGrpc.newStub(channel)
              .withExecutor(Runnable::run)
              .withOnReadyThreshold(Limits.AHEAD));
      Status end = connection.await(this::welcomed);
      if (closed) {
        return;
      }
      boolean denied = denied(end);
      denial = denied ? sentence(end) : "";
      note(text -> NodeLog.warn(notes, text), sentence(end));
      lastSeen = connection.welcomed() ? System.nanoTime() : lastSeen;
      sleep(denied ? limits.denied().toMillis() : pause(System.nanoTime() - lastSeen));
    }
  }

  private void welcomed() {
    denial = "";
    String other = connection.otherVersion();
    if (other.isEmpty()) {
      note(notes, "connected to the coordinator");
    } else {
      note(text -> NodeLog.warn(notes, text), "connected, but " + other);
    }
  }

  /** Returns why the coordinator denied the last connection; empty: it did not. */
  public String denial() {
    return denial;
  }

  /** Returns what keeps this party from studies although it is connected; empty: nothing. */
  public String otherVersion() {
    CoordinatorConnection now = connection;
    return now == null ? "" : now.otherVersion();
  }

  /** Returns the pause before the next attempt, which grows with the time of absence. */
  private static long pause(long awayNanos) {
    long share = TimeUnit.NANOSECONDS.toMillis(awayNanos) / SHARE;
    return Math.min(Math.max(share, SHORTEST_PAUSE_MILLIS), LONGEST_PAUSE_MILLIS);
  }

  private static boolean denied(Status end) {
    return switch (end.getCode()) {
      case UNAUTHENTICATED, PERMISSION_DENIED, FAILED_PRECONDITION, INVALID_ARGUMENT -> true;
      default -> false;
    };
  }

  private String sentence(Status end) {
    return sentence(end, refusal.get());
  }

  /** Explains a broken or denied connection in a sentence for people. */
  static String sentence(Status end, String refusal) {
    if (refusal != null) {
      return refusal;
    }
    String text = plain(String.valueOf(end.getDescription()));
    if (denied(end)) {
      return "the coordinator denies: " + text;
    }
    if (end.getCode() == Status.Code.RESOURCE_EXHAUSTED) { // it answers: it is there
      return "the coordinator says: " + text;
    }
    for (Throwable e = end.getCause(); e != null; e = e.getCause()) {
      text += "; " + e.getMessage();
    }
    if (text.toLowerCase(java.util.Locale.ROOT).contains("certificate")) {
      return "the coordinator does not trust this party's certificate (another authority, expired, revoked, or of another role); ask for a new one: ca sign";
    }
    return "no connection to the coordinator (" + end.getCode() + "); trying again";
  }

  /** Returns a coordinator's words as one safe line, cut if they are long. */
  private static String plain(String words) {
    return Shown.text(words.substring(0, Math.min(LONGEST_WORDS, words.length())));
  }

  /** Reports each change once. */
  private void note(Consumer<String> to, String text) {
    if (!text.equals(lastNote)) {
      lastNote = text;
      to.accept(text);
    }
  }

  /**
   * Sleeps for half to one and a half of the pause, so that parties do not all reconnect at once.
   */
  private void sleep(long pause) {
    try {
      Thread.sleep(pause / 2 + ThreadLocalRandom.current().nextLong(pause));
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    CoordinatorConnection now = connection;
    if (now != null) {
      now.end();
    }
    channel.shutdownNow();
    openParts.close();
    try {
      channel.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
