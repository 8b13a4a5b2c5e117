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
import io.parallax.privacy.Signing;
import io.parallax.remote.PartySignatures;
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
 * The cost of masked and proved rounds over mutual TLS on loopback, against plain ones: five
 * parties in processes of their own, each with a million doubles, or with a hundred behind a wire
 * on which everything takes as long as between distant hospitals.
 */
final class MaskedNetworkBenchmark {
  private static final int PARTIES = 5;
  private static final int MANY = 1_000_000;
  private static final int FEW = 100;
  private static final int DELAY = 10; // milliseconds in each direction
  private static final int WARM_UP = 60;
  private static final int ROUNDS = 30;

  private MaskedNetworkBenchmark() {}

  static void run() throws IOException {
    System.out.printf("%-34s %10s %12s%n", "5 parties over TLS", "ms/round", "CPU s/round");
    measure(BenchParty.Way.PLAIN, FEW, DELAY);
    measure(BenchParty.Way.MASKED, FEW, DELAY);
    measure(BenchParty.Way.PROVED, FEW, DELAY);
    measure(BenchParty.Way.PLAIN, MANY, 0);
    measure(BenchParty.Way.MASKED, MANY, 0);
  }

  private static void measure(BenchParty.Way way, int numbers, int delay) throws IOException {
    Path folder = Files.createTempDirectory("parallax-bench");
    List<Process> processes = new ArrayList<>();
    Authority authority = Authority.init(folder.resolve("ca"), "Bench", Duration.ofDays(1));
    Credentials own = NetworkBenchmark.credentials(folder, authority, "hub", Role.COORDINATOR);
    SortedMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
    SortedMap<String, String> keys = new TreeMap<>();
    for (PartyId id : BenchParty.names(PARTIES)) {
      Credentials party = NetworkBenchmark.credentials(folder, authority, id.name(), Role.PARTY);
      keys.put(id.name(), party.certificateInfo().fingerprint());
      members.put(id, new GrpcLink.Member(keys.get(id.name())));
    }
    Part part = new Part("bench", way.name().toLowerCase(Locale.ROOT));
    Signing signatures = new PartySignatures(own.authority(), Optional.empty(), keys);
    SumProtocol sums = BenchParty.sums(way, PARTIES, part.identity(new byte[0]), signatures);
    try (PartyServer server =
            new PartyServer(
                new InetSocketAddress("127.0.0.1", 0),
                own,
                Optional.empty(),
                "bench",
                new NetworkBenchmark.NoStudies(),
                (who, what, outcome) -> {},
                Limits.ofHeap());
        DelayingWire wire = new DelayingWire(server.port(), delay)) {
      int port = delay == 0 ? server.port() : wire.port();
      for (PartyId id : members.keySet()) {
        processes.add(BenchParty.start(folder, id.name(), port, PARTIES, way));
      }
      try (GrpcLink link = new GrpcLink(server, part, members, new byte[0], () -> 0, () -> false)) {
        rounds(name(way, numbers, delay), numbers, link, sums, processes);
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
      NetworkBenchmark.remove(folder);
    }
  }

  private static String name(BenchParty.Way way, int numbers, int delay) {
    String late = delay == 0 ? "" : ", %d ms there and back".formatted(2 * delay);
    return "%s, %,d%s".formatted(way.name().toLowerCase(Locale.ROOT), numbers, late);
  }

  private static void rounds(
      String name, int numbers, GrpcLink link, SumProtocol sums, List<Process> processes) {
    var parties =
        new LinkedParties(
            link,
            NetworkBenchmark.ASKS,
            sums,
            Sizes.of(Map.of("N", (long) numbers)),
            Optional.empty(),
            Absence.STOP,
            BenchParty.LIMITS);
    for (int r = 0; r < WARM_UP; r++) {
      parties.sum(new Give(numbers));
    }
    report(name, numbers, parties, processes);
    link.finish();
  }

  private static void report(
      String name, int numbers, LinkedParties parties, List<Process> processes) {
    double[] each = new double[ROUNDS];
    double cpu = NetworkBenchmark.cpuSeconds(processes);
    for (int r = 0; r < ROUNDS; r++) {
      long start = System.nanoTime();
      parties.sum(new Give(numbers));
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
