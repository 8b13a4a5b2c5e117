package io.parallax.benchmarks;

import io.parallax.benchmarks.NetworkBenchmark.Down;
import io.parallax.benchmarks.NetworkBenchmark.Give;
import io.parallax.benchmarks.NetworkBenchmark.Up;
import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.RowLimits;
import io.parallax.engine.Endpoint;
import io.parallax.engine.PartyStore;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.Dialer;
import io.parallax.grpc.Limits;
import io.parallax.grpc.Part;
import io.parallax.grpc.PartHandler;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.math.Matrix;
import io.parallax.party.CertifiedSigning;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.Signing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** A party that sends back what it is sent. */
final class BenchParty implements Party {
  private Matrix given;

  /** Nothing. */
  record State() {}

  /** The ways of adding up; where they are not plain, all parties' keys must have been signed. */
  enum Way {
    PLAIN,
    MASKED,
    PROVED
  }

  /** Limits that all numbers of {@link #numbers} keep. */
  static final RowLimits LIMITS = (party, component, columns) -> 1000;

  static Process start(Path folder, String name, int port, int parties, Way way)
      throws IOException {
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
            Integer.toString(port),
            Integer.toString(parties),
            way.name());
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
            new OpenDesk(
                PartyId.of(args[1]),
                Integer.parseInt(args[3]),
                Way.valueOf(args[4]),
                Way.valueOf(args[4]) == Way.PLAIN
                    ? Signing.none()
                    : new CertifiedSigning(
                        own, Optional.empty(), fingerprints(Path.of(args[0]), args[3]))),
            Limits.ofHeap(),
            text -> {})
        .start();
    new CountDownLatch(1).await();
  }

  static SortedSet<PartyId> names(int parties) {
    SortedSet<PartyId> names = new TreeSet<>();
    IntStream.range(0, parties).forEach(p -> names.add(PartyId.of("party-" + p)));
    return names;
  }

  private static SortedMap<String, String> fingerprints(Path folder, String parties) {
    SortedMap<String, String> keys = new TreeMap<>();
    for (PartyId id : names(Integer.parseInt(parties))) {
      Path home = folder.resolve(id.name());
      Credentials one =
          Credentials.read(
              home.resolve(id + ".key"),
              home.resolve(id + ".pem"),
              folder.resolve("ca/ca.pem"),
              Role.PARTY);
      keys.put(id.name(), one.certificateInfo().fingerprint());
    }
    return keys;
  }

  /** Takes part in everything. */
  private record OpenDesk(PartyId me, int parties, Way way, Signing signing)
      implements PartHandler {
    @Override
    public Endpoint open(Part part, byte[] opening, long newest) {
      return new Endpoint(
          me,
          new BenchParty(),
          NetworkBenchmark.ASKS,
          parties,
          sums(way, parties, part.identity(opening), signing),
          Set.of(),
          PartyStore.NONE,
          LIMITS);
    }

    @Override
    public void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256) {}

    @Override
    public void close(Part part) {}
  }

  static SumProtocol sums(Way way, int parties, byte[] run, Signing signing) {
    if (way == Way.PLAIN) {
      return SumProtocol.plain();
    }
    MaskedSum masked = MaskedSum.ofAll(names(parties), run, signing);
    return way == Way.PROVED ? masked.proved() : masked;
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(Down.class, ask -> new Up(ask.values()))
        .on(Give.class, ask -> new Up(numbers(ask.numbers())));
  }

  private Matrix numbers(int count) {
    if (given == null || given.rows() != count) {
      given = Matrix.fill(count, 1, (i, j) -> i * 0.001);
    }
    return given;
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
