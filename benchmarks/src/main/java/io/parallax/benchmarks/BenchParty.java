package io.parallax.benchmarks;

import io.parallax.benchmarks.NetworkBenchmark.Down;
import io.parallax.benchmarks.NetworkBenchmark.Up;
import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.engine.Endpoint;
import io.parallax.engine.PartyStore;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.Desk;
import io.parallax.grpc.Dialer;
import io.parallax.grpc.Limits;
import io.parallax.grpc.Part;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** A party that sends back what it is sent. */
final class BenchParty implements Party {
  /** Nothing. */
  record State() {}

  static Process start(Path folder, String name, int port) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            BenchParty.class.getName(),
            folder.toString(),
            name,
            Integer.toString(port));
    return new ProcessBuilder(command).inheritIO().start();
  }

  public static void main(String[] args) throws InterruptedException {
    Path home = Path.of(args[0], args[1]);
    Credentials own =
        Credentials.read(
            home.resolve(args[1] + ".key"),
            home.resolve(args[1] + ".pem"),
            Path.of(args[0], "ca", "ca.pem"),
            Role.PARTY);
    new Dialer(
            new Dialer.Address("127.0.0.1", Integer.parseInt(args[2])),
            own,
            Optional.empty(),
            "bench",
            new OpenDesk(PartyId.of(args[1])),
            Limits.ofHeap(),
            text -> {})
        .start();
    new CountDownLatch(1).await();
  }

  /** Takes part in everything. */
  private record OpenDesk(PartyId me) implements Desk {
    @Override
    public Endpoint open(Part part, byte[] opening, long newest, byte[] approval) {
      return new Endpoint(
          me,
          new BenchParty(),
          NetworkBenchmark.ASKS,
          NetworkBenchmark.PARTIES,
          SumProtocol.plain(),
          Set.of(),
          PartyStore.NONE);
    }

    @Override
    public void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256) {}

    @Override
    public void close(Part part) {}
  }

  @Override
  public Answers answers() {
    return new Answers().on(Down.class, ask -> new Up(ask.values()));
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
