package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.grpc.stub.ClientCallStreamObserver;
import io.parallax.core.Failure;
import io.parallax.core.Refused;
import io.parallax.engine.Endpoint;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Target;
import io.parallax.grpc.wire.Close;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.Open;
import io.parallax.grpc.wire.Skip;
import io.parallax.grpc.wire.Upward;
import io.parallax.grpc.wire.Welcome;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Frames that a coordinator sends down a party's connection, each behind its length. */
public final class AskFramesTarget implements Target {
  private static final Part PART = new Part("study-1", "split-01");
  private static final long PATIENCE_SECONDS = 20;

  @Override
  public String name() {
    return "ask-frames";
  }

  @Override
  public String sentence() {
    return "frames of a coordinator at a party; a violation ends the connection, and no part fails by the party's fault";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of();
  }

  @Override
  public List<byte[]> seeds() {
    Downward welcome =
        Downward.newBuilder().setWelcome(Welcome.newBuilder().setVersion("1")).build();
    Downward open =
        Downward.newBuilder()
            .setOpen(
                Open.newBuilder()
                    .setTopic(PART.topic())
                    .setOpening(ByteString.copyFrom(new byte[] {1})))
            .build();
    Downward ask =
        Downward.newBuilder()
            .setAsk(
                Head.newBuilder()
                    .setTopic(PART.topic())
                    .setSequence(1)
                    .setSize(12)
                    .setFirst(ByteString.copyFrom(new byte[] {1, 0, 0, 0})))
            .build();
    Downward piece = Downward.newBuilder().setPiece(ByteString.copyFrom(new byte[8])).build();
    Downward skip =
        Downward.newBuilder()
            .setSkip(Skip.newBuilder().setTopic(PART.topic()).setSequence(3))
            .build();
    Downward close =
        Downward.newBuilder().setClose(Close.newBuilder().setTopic(PART.topic())).build();
    return List.of(
        Framed.write(0, welcome, open, ask, piece, skip, close),
        Framed.write(0, welcome, ask, piece),
        Framed.write(0, welcome, open, skip, close, close));
  }

  @Override
  public void run(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Refusing handler = new Refusing();
    try (OpenParts parts = new OpenParts(handler)) {
      CoordinatorConnection connection =
          new CoordinatorConnection(parts, handler, Limits.ofHeap().message(1 << 20), "1");
      connection.beforeStart(new Received());
      Framed.read(input, Downward.parser()).forEach(connection::onNext);
      settle(parts);
      connection.onCompleted();
    }
    if (handler.unforeseen != null) {
      throw new Finding("a part fails by the party's fault", handler.unforeseen);
    }
  }

  /** Waits until what was asked for is done. */
  private static void settle(OpenParts parts) {
    CountDownLatch done = new CountDownLatch(1);
    parts.inTurn(PART, done::countDown);
    try {
      Finding.unless(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "a part is never opened");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A party whose owner has agreed to nothing. */
  private static final class Refusing implements PartHandler {
    private volatile Throwable unforeseen;

    @Override
    public Endpoint open(Part part, byte[] opening, long newest) {
      throw new Refused("the owner has not agreed");
    }

    @Override
    public void leaving(Part part, long sequence, Class<?> kind, byte[] answer, byte[] sha256) {}

    @Override
    public void failed(Part part, Throwable why) {
      if (!(why instanceof Failure)) {
        unforeseen = why;
      }
    }

    @Override
    public void close(Part part) {}
  }

  /** The party's side of a stream that leads nowhere. */
  private static final class Received extends ClientCallStreamObserver<Upward> {
    @Override
    public void onNext(Upward message) {}

    @Override
    public void onError(Throwable t) {}

    @Override
    public void onCompleted() {}

    @Override
    public void cancel(String message, Throwable cause) {}

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}
  }
}
