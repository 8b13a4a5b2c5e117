package io.parallax.grpc;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
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

/** A party's way out: one connection to the coordinator, made again whenever it breaks. */
public final class Dialer implements AutoCloseable {
  private static final long SHORTEST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 2000;
  private static final int SHARE = 10; // a coordinator that was away for 3 s is back in 0.3 more
  private static final long DENIED_PAUSE_MILLIS = 10_000;
  private final Supplier<ManagedChannel> channels;
  private volatile ManagedChannel channel;
  private final AtomicReference<String> refusal;
  private final String version;
  private final Desk desk;
  private final Limits limits;
  private final Consumer<String> notes;
  private final Sittings sittings;
  private final Thread thread = new Thread(this::run, "dialer");
  private volatile boolean closed;
  private volatile Visit visit;
  private String lastNote = "";

  /**
   * @param notes is told, in sentences, when the connection is made, breaks or is denied
   */
  public Dialer(
      Address coordinator,
      Credentials own,
      Optional<Path> revocations,
      String version,
      Desk desk,
      Limits limits,
      Consumer<String> notes) {
    this.refusal = new AtomicReference<>();
    this.channels = () -> channel(coordinator, own, revocations, limits, refusal);
    this.channel = channels.get();
    this.version = version;
    this.desk = desk;
    this.limits = limits;
    this.notes = notes;
    this.sittings = new Sittings(desk);
    thread.setDaemon(true);
  }

  /** Where the coordinator is. */
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
            (who, why) -> refusal.set("the coordinator (" + who + ") is not believed: " + why));
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

  /** Makes the connection anew, with whom is believed now; no session of the old is resumed. */
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
      visit = new Visit(sittings, desk, limits, version);
      visit.begin(
          MeetingGrpc.newStub(channel)
              .withExecutor(Runnable::run)
              .withOnReadyThreshold(Limits.AHEAD));
      Status end = visit.await(() -> note("connected to the coordinator"));
      if (closed) {
        return;
      }
      boolean denied = denied(end);
      note(sentence(end));
      lastSeen = visit.welcomed() ? System.nanoTime() : lastSeen;
      sleep(denied ? DENIED_PAUSE_MILLIS : pause(System.nanoTime() - lastSeen));
    }
  }

  /** The longer it has been away, the longer. */
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

  /** What a broken or denied connection means, for people. */
  static String sentence(Status end, String refusal) {
    if (refusal != null) {
      return refusal;
    }
    String text = String.valueOf(end.getDescription());
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
      return "the coordinator does not believe this party's certificate (another authority,"
          + " expired, revoked, or of another role); ask for a new one: ca sign";
    }
    return "no connection to the coordinator (" + end.getCode() + "); trying again";
  }

  /** Each change once. */
  private void note(String text) {
    if (!text.equals(lastNote)) {
      lastNote = text;
      notes.accept(text);
    }
  }

  /** Half to one and a half of the pause, so that parties do not come all at once. */
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
    Visit now = visit;
    if (now != null) {
      now.end();
    }
    channel.shutdownNow();
    sittings.close();
    try {
      channel.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
