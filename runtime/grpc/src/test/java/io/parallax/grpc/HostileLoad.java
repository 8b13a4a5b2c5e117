package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.PartyId;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.ProbeRequest;
import io.parallax.grpc.wire.StudiesRequest;
import io.parallax.grpc.wire.Upward;
import io.parallax.identity.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A process in which a coordinator is attacked from several sides while an honest party works. */
final class HostileLoad {
  private static final int ROUNDS = 60;
  private static final int NUMBERS = 100_000;
  private final AtomicLong attacks = new AtomicLong();
  private volatile boolean over;

  private HostileLoad() {}

  public static void main(String[] arguments) {
    Logger.getLogger("io.grpc").setLevel(Level.OFF);
    new HostileLoad().run(Path.of(arguments[0]));
    System.exit(0);
  }

  /** Something that breaks a rule. */
  private interface Attack {
    void go() throws Exception;
  }

  private void run(Path folder) {
    try (TestServer server = new TestServer(folder, Limits.ofHeap().callsPerMinute(1_000_000))) {
      int port = server.server.port();
      Credentials rogue = server.consortium.party("rogue");
      Credentials greedy = server.consortium.party("greedy");
      again(() -> noise(port));
      again(() -> anonymous(rogue, port));
      again(() -> oversized(rogue, port));
      again(() -> unfinished(greedy, port, server.limits.message()));
      long began = System.nanoTime();
      var endpoint = Counting.endpoint("maple", 1);
      GrpcLink link = server.connect(new TreeMap<>(Map.of(PartyId.of("maple"), endpoint)));
      var parties = Counting.behind(link);
      for (int round = 1; round <= ROUNDS; round++) {
        var sum = parties.sum(new Counting.More(NUMBERS)).total().values();
        if (sum.get(NUMBERS - 1, 0) != NUMBERS - 1 + round) {
          throw new AssertionError("round " + round + " has a wrong sum");
        }
      }
      over = true;
      System.out.printf(
          "all sums right: %d rounds among %d attacks in %.1f s, %d lines of audit%n",
          ROUNDS, attacks.get(), (System.nanoTime() - began) / 1e9, server.audit.size());
    }
  }

  private void again(Attack attack) {
    Thread thread =
        new Thread(
            () -> {
              while (!over) {
                try {
                  attack.go();
                } catch (Exception | AssertionError e) {
                  // it was sent away, as it should be
                }
                attacks.incrementAndGet();
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** Bytes that are no TLS at all. */
  private static void noise(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(new byte[4096]);
      socket.setSoTimeout(1000);
      socket.getInputStream().read();
    }
  }

  private static void anonymous(Credentials believing, int port) {
    try (RawParty nobody = RawParty.anonymous(believing, port)) {
      nobody.calls().studies(StudiesRequest.getDefaultInstance());
    }
  }

  /** A terabyte is announced; then calls without end. */
  private static void oversized(Credentials own, int port) throws Exception {
    try (RawParty party = RawParty.with(own, port)) {
      party.attend().hello(TestServer.VERSION).hear();
      party.say(head(1L << 40));
      party.status();
      for (int i = 0; i < 50; i++) {
        party
            .calls()
            .probe(
                ProbeRequest.newBuilder()
                    .setBallast(ByteString.copyFrom(new byte[3 << 20]))
                    .build());
      }
    }
  }

  /** As much as is let in is announced, and never comes. */
  private static void unfinished(Credentials own, int port, long most) throws Exception {
    try (RawParty party = RawParty.with(own, port)) {
      party.attend().hello(TestServer.VERSION).hear();
      party.say(head(most));
      party.another();
      Thread.sleep(50);
    }
  }

  private static Upward.Builder head(long size) {
    return Upward.newBuilder()
        .setAnswer(
            Head.newBuilder().setTopic(TestServer.PART.topic()).setSequence(1).setSize(size));
  }
}
