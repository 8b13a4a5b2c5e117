package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.grpc.wire.Decision;
import io.parallax.grpc.wire.DecisionReply;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.MeetingGrpc;
import io.parallax.grpc.wire.Offer;
import io.parallax.grpc.wire.PredictionReply;
import io.parallax.grpc.wire.PredictionRequest;
import io.parallax.grpc.wire.ProbeReply;
import io.parallax.grpc.wire.ProbeRequest;
import io.parallax.grpc.wire.RenewReply;
import io.parallax.grpc.wire.RenewRequest;
import io.parallax.grpc.wire.ResultReply;
import io.parallax.grpc.wire.ResultRequest;
import io.parallax.grpc.wire.RevocationsReply;
import io.parallax.grpc.wire.RevocationsRequest;
import io.parallax.grpc.wire.ShowReply;
import io.parallax.grpc.wire.ShowRequest;
import io.parallax.grpc.wire.StudiesReply;
import io.parallax.grpc.wire.StudiesRequest;
import io.parallax.grpc.wire.Upward;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import java.security.PublicKey;
import java.util.Arrays;

/** The service that parties call. {@link CertificateCheck} has verified their identities. */
final class MeetingService extends MeetingGrpc.MeetingImplBase {
  private static final int MOST_BALLAST = 1 << 20;
  private final PartyServer server;
  private final Registry registry;
  private final String version;

  MeetingService(PartyServer server, Registry registry, String version) {
    this.server = server;
    this.registry = registry;
    this.version = version;
  }

  @Override
  public StreamObserver<Upward> attend(StreamObserver<Downward> down) {
    return new PartyConnection(
        server,
        CertificateCheck.CALLER.get(),
        CertificateCheck.CERTIFICATE.get(),
        CertificateCheck.CONNECTION.get(),
        version,
        (ServerCallStreamObserver<Downward>) down);
  }

  @Override
  public void studies(StudiesRequest request, StreamObserver<StudiesReply> reply) {
    answer(
        "Studies",
        reply,
        caller -> {
          StudiesReply.Builder all = StudiesReply.newBuilder();
          registry.studies(caller).forEach(offer -> all.addOffers(wire(offer)));
          return all.build();
        });
  }

  private static Offer wire(Registry.Offer offer) {
    return Offer.newBuilder()
        .setStudy(offer.study())
        .setName(offer.name())
        .setState(offer.state())
        .setManifest(ByteString.copyFrom(offer.manifest()))
        .setDecision(offer.decision())
        .build();
  }

  @Override
  public void decide(Decision decision, StreamObserver<DecisionReply> reply) {
    answer(
        "Decide",
        reply,
        caller -> {
          registry.decide(caller, signed(caller, decision));
          return DecisionReply.getDefaultInstance();
        });
  }

  /** Returns a decision after checking that the caller's key has signed it. */
  private static Registry.Verdict signed(CertificateInfo caller, Decision decision) {
    Registry.Verdict verdict =
        new Registry.Verdict(
            decision.getStudy(),
            Registry.Say.of(decision.getSay()),
            decision.getUntil(),
            decision.getRecord(),
            decision.getSignature().toByteArray(),
            decision.getReason());
    byte[] content = verdict.content(caller.name().name());
    PublicKey key = CertificateCheck.CERTIFICATE.get().getPublicKey();
    if (!Credentials.verifies(key, content, verdict.signature())) {
      throw new Refused(
          "the decision of party %s is not signed by its key; decide again with its own program"
              .formatted(caller.name()));
    }
    return verdict;
  }

  @Override
  public void revocations(RevocationsRequest request, StreamObserver<RevocationsReply> reply) {
    byte[] have = request.getHaveSha256().toByteArray();
    answer(
        "Revocations",
        reply,
        caller ->
            server
                .revocations()
                .filter(list -> !Arrays.equals(list.hash(), have))
                .map(list -> ByteString.copyFrom(list.encoded()))
                .map(list -> RevocationsReply.newBuilder().setList(list).build())
                .orElse(RevocationsReply.getDefaultInstance()));
  }

  @Override
  public void predict(PredictionRequest request, StreamObserver<PredictionReply> reply) {
    answer(
        "Predict",
        reply,
        caller -> {
          Registry.Predicted done =
              registry.predict(
                  caller,
                  new Registry.Wish(
                      request.getStudy(), request.getRequest(), request.getWithinSeconds()));
          return PredictionReply.newBuilder()
              .setPeople(done.people())
              .setMissing(done.missing())
              .setAdvice(done.advice())
              .build();
        });
  }

  @Override
  public void result(ResultRequest request, StreamObserver<ResultReply> reply) {
    answer(
        "Result",
        reply,
        caller ->
            ResultReply.newBuilder().setJson(registry.result(caller, request.getStudy())).build());
  }

  @Override
  public void show(ShowRequest request, StreamObserver<ShowReply> reply) {
    answer(
        "Show",
        reply,
        caller -> {
          registry.show(
              caller,
              new ViewCatalogue(
                  request.getViewsList().stream()
                      .map(
                          v -> new ViewCatalogue.View(v.getName(), v.getColumnsList(), v.getRows()))
                      .toList()));
          return ShowReply.getDefaultInstance();
        });
  }

  @Override
  public void renew(RenewRequest request, StreamObserver<RenewReply> reply) {
    answer(
        "Renew",
        reply,
        caller ->
            RenewReply.newBuilder()
                .setCertificate(registry.renew(caller, request.getRequest()).orElse(""))
                .build());
  }

  @Override
  public void probe(ProbeRequest request, StreamObserver<ProbeReply> reply) {
    answer(
        "Probe",
        reply,
        caller -> {
          if (request.getClockMillis() != 0) {
            server.clock(caller.name(), request.getClockMillis());
          }
          return ProbeReply.newBuilder()
              .setVersion(version)
              .setClockMillis(System.currentTimeMillis())
              .setName(caller.name().name())
              .setRole(caller.role().word())
              .setBallast(small(request.getBallast()))
              .build();
        });
  }

  private static ByteString small(ByteString ballast) {
    if (ballast.size() > MOST_BALLAST) {
      throw new BadInput("a probe carries at most " + MOST_BALLAST + " bytes");
    }
    return ballast;
  }

  private interface Work<T> {
    T by(CertificateInfo caller);
  }

  private <T> void answer(String rpc, StreamObserver<T> reply, Work<T> work) {
    CertificateInfo caller = CertificateCheck.CALLER.get();
    try {
      reply.onNext(work.by(caller));
      reply.onCompleted();
    } catch (Refused | BadInput e) {
      server.audit().event(caller.name().name(), rpc, e.getMessage());
      reply.onError(Status.PERMISSION_DENIED.withDescription(e.getMessage()).asRuntimeException());
    } catch (RuntimeException e) {
      server.audit().event(caller.name().name(), rpc, "failed: " + e);
      reply.onError(
          Status.UNAVAILABLE
              .withDescription("the coordinator cannot do this now; try again later")
              .asRuntimeException());
    }
  }
}
