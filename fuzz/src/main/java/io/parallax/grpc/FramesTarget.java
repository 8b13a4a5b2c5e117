package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Stopped;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.Target;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.Hello;
import io.parallax.grpc.wire.Position;
import io.parallax.grpc.wire.Upward;
import io.parallax.identity.Authority;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Frames that a party sends over its connection, each behind its length in two bytes. If the first
 * byte is odd, the party has said hello before and was asked.
 */
public final class FramesTarget implements Target {
  private static final String VERSION = "1";
  private static final Part PART = new Part("study-1", "split-01");
  private static final PartyId MAPLE = PartyId.of("maple");
  private static final byte[] ASK = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};
  private PartyServer server;
  private Credentials party;

  @Override
  public String name() {
    return "frames";
  }

  @Override
  public String sentence() {
    return "frames of a party at the coordinator; a violation ends the connection, and no memory stays reserved";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(ProtocolViolation.class);
  }

  @Override
  public List<byte[]> seeds() {
    Upward hello =
        Upward.newBuilder()
            .setHello(Hello.newBuilder().setVersion(VERSION).setProtocol(PartyServer.PROTOCOL))
            .build();
    Upward position =
        Upward.newBuilder().setPosition(Position.newBuilder().setTopic(PART.topic())).build();
    Head.Builder head =
        Head.newBuilder()
            .setTopic(PART.topic())
            .setSequence(1)
            .setSize(4)
            .setSha256(ByteString.copyFrom(new byte[32]))
            .setFirst(ByteString.copyFrom(new byte[] {1, 2}));
    Upward answer = Upward.newBuilder().setAnswer(head).build();
    Upward piece = Upward.newBuilder().setPiece(ByteString.copyFrom(new byte[] {3, 4})).build();
    Upward failure =
        Upward.newBuilder()
            .setFailure(
                io.parallax.grpc.wire.Failure.newBuilder()
                    .setTopic(PART.topic())
                    .setSequence(1)
                    .setKindValue(2)
                    .setText("too large"))
            .build();
    return List.of(
        Framed.write(0, hello, position, answer, piece),
        Framed.write(1, answer, piece),
        Framed.write(1, failure),
        Framed.write(1, piece),
        Framed.write(1, Upward.newBuilder().setAnswer(head.setOffset(2)).build(), piece));
  }

  private void begin() throws IOException {
    if (server != null) {
      return;
    }
    Path folder = Scratch.empty("frames");
    Authority authority = Authority.init(folder.resolve("ca"), "Test", Duration.ofDays(10));
    Credentials own = credentials(authority, folder, "hub", Role.COORDINATOR);
    party = credentials(authority, folder, MAPLE.name(), Role.PARTY);
    server =
        new PartyServer(
            new InetSocketAddress("127.0.0.1", 0),
            own,
            Optional.empty(),
            VERSION,
            new NoStudies(),
            (who, what, outcome) -> {},
            Limits.ofHeap().message(1 << 20));
  }

  private static Credentials credentials(Authority authority, Path folder, String name, Role role) {
    List<String> hosts = role == Role.COORDINATOR ? List.of("127.0.0.1") : List.of();
    KeyRequest.Made made =
        KeyRequest.make(folder.resolve(name), PartyId.of(name), role, hosts, false);
    Path certificate = authority.sign(made.request(), role, Duration.ofDays(5));
    return Credentials.read(made.key(), certificate, folder.resolve("ca/ca.pem"), role);
  }

  @Override
  public void run(byte[] input) throws IOException {
    begin();
    if (input.length == 0) {
      return;
    }
    Sent down = new Sent();
    PartyConnection connection =
        new PartyConnection(
            server,
            party.certificateInfo(),
            party.certificate(),
            new InetSocketAddress("127.0.0.1", 1),
            VERSION,
            down);
    GrpcLink.Member member = new GrpcLink.Member(party.certificateInfo().fingerprint());
    try (GrpcLink link =
        new GrpcLink(
            server, PART, new TreeMap<>(Map.of(MAPLE, member)), new byte[0], () -> 0, () -> true)) {
      if ((input[0] & 1) == 1) {
        ask(connection, link);
      }
      Framed.read(input, Upward.parser()).forEach(connection::onNext);
    } finally {
      connection.onCompleted();
    }
    Finding.unless(server.memory().held(MAPLE) == 0, "memory stays reserved for a message");
    Finding.unless(server.present().isEmpty(), "a party that has left is present");
  }

  private static void ask(PartyConnection connection, GrpcLink link) {
    connection.onNext(
        Upward.newBuilder()
            .setHello(Hello.newBuilder().setVersion(VERSION).setProtocol(PartyServer.PROTOCOL))
            .build());
    connection.onNext(
        Upward.newBuilder().setPosition(Position.newBuilder().setTopic(PART.topic())).build());
    try {
      link.exchange(ASK);
    } catch (Stopped | Refused e) {
      // nobody waits for the answer; it may come
    }
  }

  /** A registry without studies. */
  private static final class NoStudies implements Registry {
    @Override
    public List<Offer> studies(CertificateInfo who) {
      return List.of();
    }

    @Override
    public void decide(CertificateInfo who, Verdict verdict) {
      throw new Refused("there is no study");
    }
  }

  /** The coordinator's side of a stream that leads nowhere. */
  private static final class Sent extends ServerCallStreamObserver<Downward> {
    @Override
    public void onNext(Downward message) {}

    @Override
    public void onError(Throwable t) {}

    @Override
    public void onCompleted() {}

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {}

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void setOnReadyThreshold(int bytes) {}

    @Override
    public void setOnCloseHandler(Runnable handler) {}

    @Override
    public void setCompression(String compression) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}
  }
}
