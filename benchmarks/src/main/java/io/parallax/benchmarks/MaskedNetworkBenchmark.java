package io.parallax.benchmarks;

import io.parallax.benchmarks.NetworkBenchmark.Give;
import io.parallax.core.PartyId;
import io.parallax.engine.Absence;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Limits;
import io.parallax.grpc.Part;
import io.parallax.grpc.PartyServer;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.Signing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The cost of a whole masked round over mutual TLS on loopback: all stages of the protocol among
 * five parties in processes of their own, and a million doubles from each, against the same without
 * masks.
 */
final class MaskedNetworkBenchmark {
  private static final int PARTIES = 5;
  private static final int NUMBERS = 1_000_000;
  private static final int WARM_UP = 60;
  private static final int ROUNDS = 30;

  private MaskedNetworkBenchmark() {}

  static void run() throws IOException {
    System.out.printf(
        "%-34s %10s %12s%n", "5 parties x 10^6 doubles, TLS", "ms/round", "CPU s/round");
    measure(false);
    measure(true);
  }

  private static void measure(boolean masked) throws IOException {
    Path folder = Files.createTempDirectory("parallax-bench");
    List<Process> processes = new ArrayList<>();
    Authority authority = Authority.init(folder.resolve("ca"), "Bench", Duration.ofDays(1));
    Credentials own = NetworkBenchmark.credentials(folder, authority, "hub", Role.COORDINATOR);
    SortedMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
    for (PartyId id : BenchParty.names(PARTIES)) {
      Credentials party = NetworkBenchmark.credentials(folder, authority, id.name(), Role.PARTY);
      members.put(id, new GrpcLink.Member(party.certificateInfo().fingerprint()));
    }
    Part part = new Part("bench", masked ? "masked" : "plain");
    SumProtocol sums =
        masked
            ? MaskedSum.ofAll(BenchParty.names(PARTIES), part.identity(new byte[0]), Signing.none())
            : SumProtocol.plain();
    try (PartyServer server =
        new PartyServer(
            new InetSocketAddress("127.0.0.1", 0),
            own,
            Optional.empty(),
            "bench",
            new NetworkBenchmark.NoStudies(),
            (who, what, outcome) -> {},
            Limits.ofHeap())) {
      for (PartyId id : members.keySet()) {
        processes.add(BenchParty.start(folder, id.name(), server.port(), PARTIES, masked));
      }
      try (GrpcLink link = new GrpcLink(server, part, members, new byte[0], () -> 0, () -> false)) {
        rounds(part.name(), link, sums, processes);
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
      NetworkBenchmark.remove(folder);
    }
  }

  private static void rounds(
      String name, GrpcLink link, SumProtocol sums, List<Process> processes) {
    var parties =
        new LinkedParties(
            link,
            NetworkBenchmark.ASKS,
            sums,
            Sizes.of(Map.of("N", (long) NUMBERS)),
            Optional.empty(),
            Absence.STOP);
    for (int r = 0; r < WARM_UP; r++) {
      parties.sum(new Give(NUMBERS));
    }
    report(name, parties, processes);
    link.finish();
  }

  private static void report(String name, LinkedParties parties, List<Process> processes) {
    double[] each = new double[ROUNDS];
    double cpu = NetworkBenchmark.cpuSeconds(processes);
    for (int r = 0; r < ROUNDS; r++) {
      long start = System.nanoTime();
      parties.sum(new Give(NUMBERS));
      each[r] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(each);
    System.out.printf(
        Locale.ROOT,
        "%-34s %10.1f %12.3f   (best tenth %.1f ms)%n",
        name,
        each[ROUNDS / 2],
        (NetworkBenchmark.cpuSeconds(processes) - cpu) / ROUNDS,
        each[ROUNDS / 10]);
  }
}
