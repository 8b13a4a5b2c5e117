package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.grpc.wire.Decision;
import io.parallax.grpc.wire.MeetingGrpc;
import io.parallax.grpc.wire.PredictionReply;
import io.parallax.grpc.wire.PredictionRequest;
import io.parallax.grpc.wire.ProbeReply;
import io.parallax.grpc.wire.ProbeRequest;
import io.parallax.grpc.wire.RenewRequest;
import io.parallax.grpc.wire.ResultRequest;
import io.parallax.grpc.wire.RevocationsRequest;
import io.parallax.grpc.wire.ShowRequest;
import io.parallax.grpc.wire.ShownView;
import io.parallax.grpc.wire.StudiesRequest;
import io.parallax.identity.Credentials;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A party's short calls to the coordinator. */
public final class Calls implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 20;
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private final Dialer.Address address;
  private final AtomicReference<String> refusal = new AtomicReference<>();
  private final Supplier<ManagedChannel> channels;
  private volatile ManagedChannel channel;

  public Calls(Dialer.Address address, Credentials own, Optional<Path> revocations) {
    this.address = address;
    this.channels = () -> Dialer.channel(address, own, revocations, Limits.ofHeap(), refusal);
    this.channel = channels.get();
  }

  /**
   * The coordinator's version and clock, and the caller's name and role as the coordinator sees
   * them.
   */
  public record Probe(String version, long clockMillis, String name, String role) {}

  /** Returns the studies that name this party; what has no hash as its id is no study. */
  public List<Registry.Offer> studies() {
    return call(stub -> stub.studies(StudiesRequest.getDefaultInstance())).getOffersList().stream()
        .filter(o -> HASH.matcher(o.getStudy()).matches())
        .map(
            o ->
                new Registry.Offer(
                    o.getStudy(),
                    o.getName(),
                    o.getState(),
                    o.getManifest().toByteArray(),
                    o.getDecision()))
        .toList();
  }

  public void decide(Registry.Verdict verdict) {
    Decision decision =
        Decision.newBuilder()
            .setStudy(verdict.study())
            .setSay(verdict.say().word())
            .setUntil(verdict.until())
            .setRecord(verdict.record())
            .setSignature(ByteString.copyFrom(verdict.signature()))
            .setReason(verdict.reason())
            .build();
    call(stub -> stub.decide(decision));
  }

  /** Has people of this party scored with the model of a study. */
  public Registry.Predicted predict(Registry.Wish wish) {
    PredictionRequest ask =
        PredictionRequest.newBuilder()
            .setStudy(wish.study())
            .setRequest(wish.name())
            .setWithinSeconds(wish.within())
            .build();
    PredictionReply done = call(wish.within() + PATIENCE_SECONDS, stub -> stub.predict(ask));
    return new Registry.Predicted(done.getPeople(), done.getMissing(), done.getAdvice());
  }

  /** Returns the result of a study that waits until this party releases it, as JSON. */
  public String result(String study) {
    ResultRequest ask = ResultRequest.newBuilder().setStudy(study).build();
    return call(stub -> stub.result(ask)).getJson();
  }

  /** Shows researchers what the owner wants shown, in place of what was shown before. */
  public void show(ViewCatalogue catalogue) {
    ShowRequest.Builder request = ShowRequest.newBuilder();
    for (ViewCatalogue.View view : catalogue.views()) {
      request.addViews(
          ShownView.newBuilder()
              .setName(view.name())
              .addAllColumns(view.columns())
              .setRows(view.rows()));
    }
    call(stub -> stub.show(request.build()));
  }

  /** Asks for a renewed certificate; empty until the authority has answered. */
  public Optional<String> renew(String request) {
    RenewRequest ask = RenewRequest.newBuilder().setRequest(request).build();
    return Optional.of(call(stub -> stub.renew(ask)).getCertificate()).filter(c -> !c.isEmpty());
  }

  /**
   * Returns the authority's list of revoked certificates, which is not verified yet.
   *
   * @param have the hash of the list already known; empty if there is none
   * @return empty if the coordinator has no list, or the same one
   */
  public Optional<byte[]> revocations(byte[] have) {
    RevocationsRequest request =
        RevocationsRequest.newBuilder().setHaveSha256(ByteString.copyFrom(have)).build();
    ByteString list = call(stub -> stub.revocations(request)).getList();
    return list.isEmpty() ? Optional.empty() : Optional.of(list.toByteArray());
  }

  /**
   * Closes the connection, so that the next call opens a new one with the certificates trusted by
   * then. A resumed session would skip the check of the coordinator's certificate.
   */
  public void again() {
    ManagedChannel old = channel;
    channel = channels.get();
    old.shutdownNow();
  }

  /** Sends bytes, at most one mebibyte, and returns the coordinator's copy of them. */
  public byte[] echo(byte[] bytes) {
    ProbeRequest request = ProbeRequest.newBuilder().setBallast(ByteString.copyFrom(bytes)).build();
    return call(stub -> stub.probe(request)).getBallast().toByteArray();
  }

  public Probe probe(String version) {
    return probe(version, System.currentTimeMillis());
  }

  /**
   * Tells the coordinator this party's version and clock, and returns the coordinator's.
   *
   * @param clockMillis as this machine's clock shows it
   */
  public Probe probe(String version, long clockMillis) {
    ProbeRequest request =
        ProbeRequest.newBuilder().setVersion(version).setClockMillis(clockMillis).build();
    ProbeReply reply = call(stub -> stub.probe(request));
    return new Probe(reply.getVersion(), reply.getClockMillis(), reply.getName(), reply.getRole());
  }

  private <T> T call(Function<MeetingGrpc.MeetingBlockingStub, T> question) {
    return call(PATIENCE_SECONDS, question);
  }

  private <T> T call(int seconds, Function<MeetingGrpc.MeetingBlockingStub, T> question) {
    try {
      channel.resetConnectBackoff();
      return question.apply(
          MeetingGrpc.newBlockingStub(channel).withDeadlineAfter(seconds, TimeUnit.SECONDS));
    } catch (StatusRuntimeException e) {
      String text = Dialer.sentence(e.getStatus(), refusal.get());
      switch (e.getStatus().getCode()) {
        case PERMISSION_DENIED, UNAUTHENTICATED -> throw new Refused(text);
        case RESOURCE_EXHAUSTED -> throw new BadInput(text, e);
        default ->
            throw new BadInput(
                text.replace("; trying again", "")
                    + "; check that the coordinator runs and that "
                    + address
                    + " can be reached",
                e);
      }
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
