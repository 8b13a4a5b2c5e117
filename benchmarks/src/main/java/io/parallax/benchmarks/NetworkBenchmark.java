package io.parallax.benchmarks;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.PartyId;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.engine.Absence;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.RoundLog;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Limits;
import io.parallax.grpc.Part;
import io.parallax.grpc.PartyServer;
import io.parallax.grpc.Registry;
import io.parallax.identity.Authority;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The cost of a round over mutual TLS on loopback: a coordinator in this process, four parties in
 * processes of their own, N doubles down to each and N doubles up from each.
 */
final class NetworkBenchmark {
  static final int PARTIES = 4;
  private static final long WARM_UP_NANOS = 20_000_000_000L; // five Javas compile their code first
  static final List<Class<? extends Ask<?>>> ASKS = List.of(Down.class, Give.class);

  private static final Sizes SIZES = Sizes.of(Map.of());

  private NetworkBenchmark() {}

  /** N numbers for every party. */
  record Down(@Size("N × 1") Matrix values) implements Ask<Up> {}

  /** Asks for N numbers. */
  record Give(int numbers) implements Ask<Up> {}

  /** N numbers from every party. */
  record Up(@Bound(1e6) @Size("N × 1") Matrix values) implements Summand {}

  /** Knows no studies. */
  static final class NoStudies implements Registry {
    @Override
    public List<Offer> studies(CertificateInfo who) {
      return List.of();
    }

    @Override
    public void decide(CertificateInfo who, Verdict verdict) {}
  }

  static void run() throws IOException {
    Path folder = Files.createTempDirectory("parallax-bench");
    List<Process> processes = new ArrayList<>();
    Authority authority = Authority.init(folder.resolve("ca"), "Bench", Duration.ofDays(1));
    SortedMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
    Credentials own = credentials(folder, authority, "hub", Role.COORDINATOR);
    try (PartyServer server =
        new PartyServer(
            new InetSocketAddress("127.0.0.1", 0),
            own,
            Optional.empty(),
            "bench",
            new NoStudies(),
            (who, what, outcome) -> {},
            Limits.ofHeap())) {
      for (int p = 0; p < PARTIES; p++) {
        String name = "party-" + p;
        Credentials party = credentials(folder, authority, name, Role.PARTY);
        members.put(PartyId.of(name), new GrpcLink.Member(party.certificateInfo().fingerprint()));
        processes.add(BenchParty.start(folder, name, server.port(), PARTIES, BenchParty.Way.PLAIN));
      }
      System.out.printf(
          "%-34s %10s %10s %12s%n",
          "4 parties, mutual TLS, loopback", "ms/round", "MB/s", "CPU s/round");
      measure(server, members, processes, folder, 10_000, 1000, false);
      measure(server, members, processes, folder, 10_000, 1000, true);
      measure(server, members, processes, folder, 1_000_000, 40, false);
      measure(server, members, processes, folder, 1_000_000, 40, true);
      System.out.printf(
          Locale.ROOT,
          "coordinator: at most %.0f MiB of memory, heap limit %d MiB%n",
          MemoryBenchmark.highWaterMark() / (1 << 20),
          Runtime.getRuntime().maxMemory() >> 20);
    } finally {
      processes.forEach(Process::destroyForcibly);
      remove(folder);
    }
  }

  static Credentials credentials(Path folder, Authority authority, String name, Role role) {
    List<String> hosts = role == Role.COORDINATOR ? List.of("127.0.0.1") : List.of();
    Path home = folder.resolve(name);
    KeyRequest.Made made = KeyRequest.make(home, PartyId.of(name), role, hosts, false);
    Path signed = authority.sign(made.request(), role, Duration.ofDays(1));
    return Credentials.read(made.key(), signed, folder.resolve("ca/ca.pem"), role);
  }

  private static void measure(
      PartyServer server,
      SortedMap<PartyId, GrpcLink.Member> members,
      List<Process> processes,
      Path folder,
      int numbers,
      int rounds,
      boolean logged) {
    Part part = new Part("bench", "n-" + numbers + (logged ? "-logged" : ""));
    Optional<RoundLog> log =
        logged
            ? Optional.of(RoundLog.open(folder.resolve(part.name() + ".log"), new byte[32]))
            : Optional.empty();
    Matrix values = Matrix.fill(numbers, 1, (i, j) -> i * 0.001);
    try (GrpcLink link = new GrpcLink(server, part, members, new byte[0], () -> 0, () -> false)) {
      var parties = new LinkedParties(link, ASKS, SumProtocol.plain(), SIZES, log, Absence.STOP);
      for (long end = System.nanoTime() + WARM_UP_NANOS; System.nanoTime() < end; ) {
        parties.sum(new Down(values));
      }
      String name = numbers + " doubles each" + (logged ? ", round log" : "");
      report(name, parties, values, rounds, processes);
      link.finish();
    } finally {
      log.ifPresent(RoundLog::close);
    }
  }

  private static void report(
      String name, LinkedParties parties, Matrix values, int rounds, List<Process> processes) {
    double[] each = new double[rounds];
    double cpu = cpuSeconds(processes);
    long began = System.nanoTime();
    for (int r = 0; r < rounds; r++) {
      long start = System.nanoTime();
      parties.sum(new Down(values));
      each[r] = (System.nanoTime() - start) / 1e6;
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    java.util.Arrays.sort(each);
    System.out.printf(
        Locale.ROOT,
        "%-34s %10.2f %10.0f %12.4f   (best tenth %.2f ms)%n",
        name,
        each[rounds / 2],
        rounds * 2.0 * PARTIES * 8 * values.rows() / 1e6 / seconds,
        (cpuSeconds(processes) - cpu) / rounds,
        each[rounds / 10]);
  }

  /** Returns the CPU seconds of the coordinator and all parties. */
  static double cpuSeconds(List<Process> processes) {
    return Stream.concat(
            Stream.of(ProcessHandle.current()), processes.stream().map(Process::toHandle))
        .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
        .mapToDouble(time -> time.toNanos() / 1e9)
        .sum();
  }

  static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
