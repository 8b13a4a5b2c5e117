package io.parallax.grpc;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.engine.Endpoint;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A coordinator's server on a free port of this machine, and parties that dial it. */
final class TestServer implements AutoCloseable {
  static final String VERSION = "1.2.3";
  static final Part PART = new Part("study-1", "split-01");
  final Consortium consortium;
  final List<String> audit = new CopyOnWriteArrayList<>();
  final List<Registry.Verdict> verdicts = new CopyOnWriteArrayList<>();
  private final Credentials own;
  private final List<Dialer> dialers = new ArrayList<>();
  PartyServer server;
  Limits limits;

  TestServer(Path folder) {
    this(folder, Limits.ofHeap());
  }

  TestServer(Path folder, Limits limits) {
    consortium = new Consortium(folder);
    own = consortium.coordinator();
    this.limits = limits;
    open(0);
  }

  private void open(int port) {
    server =
        new PartyServer(
            new InetSocketAddress("127.0.0.1", port),
            own,
            Optional.of(consortium.revocations()),
            VERSION,
            new Members(),
            (who, what, outcome) -> audit.add(who + " | " + what + " | " + outcome),
            limits);
  }

  /** The coordinator ends and starts again on the same port. */
  void restart() {
    int port = server.port();
    server.close();
    open(port);
  }

  Dialer.Address address() {
    return new Dialer.Address("127.0.0.1", server.port());
  }

  Dialer dial(Credentials credentials, PartHandler handler) {
    Dialer dialer =
        new Dialer(address(), credentials, Optional.empty(), VERSION, handler, limits, text -> {});
    dialers.add(dialer);
    return dialer.start();
  }

  /** Parties behind the network, one connection each. */
  GrpcLink connect(SortedMap<PartyId, Endpoint> endpoints) {
    SortedMap<PartyId, GrpcLink.Member> members = new TreeMap<>();
    endpoints.forEach(
        (id, endpoint) -> {
          Credentials credentials = consortium.party(id.name());
          dial(credentials, new OneEndpoint(endpoint));
          members.put(id, member(credentials));
        });
    return link(members, 0);
  }

  static GrpcLink.Member member(Credentials credentials) {
    return new GrpcLink.Member(credentials.certificateInfo().fingerprint());
  }

  GrpcLink link(SortedMap<PartyId, GrpcLink.Member> members, long newest) {
    return new GrpcLink(server, PART, members, new byte[0], () -> newest, () -> false);
  }

  @Override
  public void close() {
    dialers.forEach(Dialer::close);
    server.close();
  }

  /** Knows one study, which names the party "known". */
  private final class Members implements Registry {
    @Override
    public List<Offer> studies(CertificateInfo who) {
      return who.name().name().equals("known")
          ? List.of(new Offer("study-1", "a study", "waiting", new byte[0], ""))
          : List.of();
    }

    @Override
    public void decide(CertificateInfo who, Verdict verdict) {
      if (!who.name().name().equals("known") || !verdict.study().equals("study-1")) {
        throw new Refused("there is no study " + verdict.study() + " that names " + who.name());
      }
      verdicts.add(verdict);
    }
  }

  /** A handler with one endpoint for whatever part. */
  record OneEndpoint(Endpoint endpoint) implements PartHandler {
    @Override
    public Endpoint open(Part part, byte[] opening, long newest) {
      return endpoint;
    }

    @Override
    public void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256) {}

    @Override
    public void close(Part part) {}
  }
}
