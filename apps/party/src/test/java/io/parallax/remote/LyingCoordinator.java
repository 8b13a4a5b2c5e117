package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.engine.MessageCodec;
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
import io.parallax.party.PartyConfig;
import io.parallax.study.Version;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** A coordinator with a real certificate that offers what it likes, and party birch's files. */
public final class LyingCoordinator implements Registry, AutoCloseable {
  public static final String YAML =
      """
      study: mood
      purpose: to try the program
      method: vfedmv
      parties: {birch: {view: b, labels: true}, cedar: {view: c}, maple: {view: a}}
      evaluate: {split: random, test: 0.25, repeats: 2}
      stop: {rounds: 10, tolerance: 1e-6}
      seed: 3
      """;
  static final PartyId BIRCH = PartyId.of("birch");
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private final Path folder;
  private final PartyServer partyServer;
  final Authority authority;
  public final String key;
  public final List<Offer> offers = new CopyOnWriteArrayList<>();
  public final Map<String, Verdict> verdicts = new ConcurrentHashMap<>();

  public LyingCoordinator(Path folder) {
    this.folder = folder;
    authority = Authority.init(folder.resolve("ca"), "Test", Duration.ofDays(60));
    partyServer =
        new PartyServer(
            new InetSocketAddress("127.0.0.1", 0),
            credentials("hub", Role.COORDINATOR),
            Optional.of(authority.revocationFile()),
            Version.NUMBER,
            this,
            (who, what, outcome) -> {},
            Limits.ofHeap().callsPerMinute(100_000));
    key = credentials("birch", Role.PARTY).certificateInfo().fingerprint();
  }

  private Credentials credentials(String name, Role role) {
    List<String> hosts = role == Role.COORDINATOR ? List.of("127.0.0.1") : List.of();
    KeyRequest.Made made =
        KeyRequest.make(folder.resolve(name), PartyId.of(name), role, hosts, false);
    Path signed = authority.sign(made.request(), role, Duration.ofDays(50));
    return Credentials.read(made.key(), signed, folder.resolve("ca/ca.pem"), role);
  }

  /** Party birch with 60 rows. */
  public PartyConfig birch(String state, String policy) throws IOException {
    StringBuilder rows = new StringBuilder("id,b0,b1,ill\n");
    for (int i = 0; i < 60; i++) {
      rows.append("p%d,%d,%d,%s\n".formatted(i, i % 7, i % 5, i % 2 == 0 ? "yes" : "no"));
    }
    Path home = folder.resolve("birch");
    Files.writeString(home.resolve("b.csv"), rows);
    Files.writeString(
        home.resolve("party.yaml"),
        """
        party: birch
        coordinator: 127.0.0.1:%d
        identity: {authority: ../ca/ca.pem}
        data: {b: {csv: b.csv, id: id}, other: {csv: b.csv, id: id}}
        labels: {csv: b.csv, id: id, column: ill}
        policy: {%s}
        page: off
        state: %s
        """
            .formatted(partyServer.port(), policy, state));
    return PartyConfig.read(home.resolve("party.yaml"));
  }

  public String manifest(String yaml, String researcher) {
    Map<String, String> keys = Map.of("birch", key, "cedar", "cc", "maple", "aa");
    return new String(
        NetworkManifest.of(yaml, researcher, new TreeMap<>(keys)).json(), StandardCharsets.UTF_8);
  }

  /** Offers this; gives its hash. */
  public String offer(String manifest) {
    byte[] bytes = manifest.getBytes(StandardCharsets.UTF_8);
    String id = NetworkManifest.hash(bytes);
    offers.add(new Offer(id, "offered\u202e\n", "waiting", bytes, ""));
    return id;
  }

  /** Opens a part for birch alone, as if nobody else took part; waits a while for answers. */
  GrpcLink open(String study, String part, Record opening, long newest) {
    return open(study, part, opening, newest, PATIENCE);
  }

  GrpcLink open(String study, String part, Record opening, long newest, Duration patience) {
    SortedMap<PartyId, GrpcLink.Member> only = new TreeMap<>();
    only.put(BIRCH, new GrpcLink.Member(key));
    byte[] bytes = MessageCodec.encode(opening);
    Instant end = Instant.now().plus(patience);
    BooleanSupplier late = () -> Instant.now().isAfter(end);
    return new GrpcLink(partyServer, new Part(study, part), only, bytes, () -> newest, late);
  }

  @Override
  public List<Offer> studies(CertificateInfo who) {
    return List.copyOf(offers);
  }

  @Override
  public void decide(CertificateInfo who, Verdict verdict) {
    verdicts.put(verdict.study(), verdict);
  }

  @Override
  public void close() {
    partyServer.close();
  }
}
