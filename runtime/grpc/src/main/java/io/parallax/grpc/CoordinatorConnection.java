package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.parallax.core.Hashes;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.Endpoint;
import io.parallax.engine.IncomingAsk;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.Failure;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.Hello;
import io.parallax.grpc.wire.MeetingGrpc;
import io.parallax.grpc.wire.Open;
import io.parallax.grpc.wire.Position;
import io.parallax.grpc.wire.Skip;
import io.parallax.grpc.wire.Upward;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** A party's connection to the coordinator: receives asks, sends answers. */
final class CoordinatorConnection implements ClientResponseObserver<Upward, Downward> {
  private static final int LONGEST_SHOWN = 32;
  private final OpenParts openParts;
  private final PartHandler handler;
  private final Limits limits;
  private final String version;
  private final CountDownLatch settled = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Status end = Status.UNAVAILABLE;
  private volatile boolean welcomed;
  private volatile String theirs = "";
  private ClientCallStreamObserver<Upward> up;
  private Outgoing<Upward> out;
  private Incoming incoming;
  private Head head;

  CoordinatorConnection(OpenParts openParts, PartHandler handler, Limits limits, String version) {
    this.openParts = openParts;
    this.handler = handler;
    this.limits = limits;
    this.version = version;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<Upward> stream) {
    up = stream;
    out = new Outgoing<>(stream);
    stream.setOnReadyHandler(out::wake);
  }

  void begin(MeetingGrpc.MeetingStub meeting) {
    meeting.attend(this);
    up.onNext(
        Upward.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setVersion(version)
                    .setClockMillis(System.currentTimeMillis())
                    .setProtocol(PartyServer.PROTOCOL))
            .build());
  }

  /** Waits until the connection ends; runs {@code begun} when it is established. */
  Status await(Runnable begun) {
    try {
      settled.await();
      if (welcomed) {
        begun.run();
      }
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return end;
  }

  boolean welcomed() {
    return welcomed;
  }

  /** Returns what keeps this party from studies of the coordinator; empty: nothing. */
  String otherVersion() {
    return !welcomed || theirs.equals(version)
        ? ""
        : "the coordinator runs version %s and this party %s; they can talk, but studies need the same version on both"
            .formatted(theirs, version);
  }

  private static String shown(String text) {
    String plain = text.replaceAll("[^0-9A-Za-z.+-]", "?");
    return plain.substring(0, Math.min(LONGEST_SHOWN, plain.length()));
  }

  void end() {
    up.cancel("the party ends", null);
  }

  @Override
  public void onNext(Downward message) {
    try {
      take(message);
    } catch (ProtocolViolation e) {
      end = Status.INVALID_ARGUMENT.withDescription(e.getMessage());
      up.cancel(e.getMessage(), null);
    }
  }

  private void take(Downward message) {
    switch (message.getWhatCase()) {
      case WELCOME -> {
        theirs = shown(message.getWelcome().getVersion());
        welcomed = true;
        settled.countDown();
      }
      case OPEN ->
          openParts.inTurn(Part.of(message.getOpen().getTopic()), () -> open(message.getOpen()));
      case ASK -> {
        if (incoming != null) {
          throw new ProtocolViolation("an ask began before the previous one was complete");
        }
        head = message.getAsk().toBuilder().clearFirst().build();
        long most = Math.min(limits.message(), openParts.mostBytes(Part.of(head.getTopic())));
        incoming = Incoming.of(head, most, byte[]::new, null);
        incoming.add(message.getAsk().getFirst());
        finish();
      }
      case PIECE -> {
        if (incoming == null) {
          throw new ProtocolViolation("a piece of no message");
        }
        incoming.add(message.getPiece());
        finish();
      }
      case SKIP -> skip(message.getSkip());
      case CLOSE -> {
        Part part = Part.of(message.getClose().getTopic());
        openParts.inTurn(part, () -> openParts.close(part));
      }
      default -> throw new ProtocolViolation("a message of no known kind");
    }
  }

  private void finish() {
    if (incoming.complete()) {
      IncomingAsk ask = new IncomingAsk(incoming.content());
      Head asked = head;
      incoming = null;
      openParts.work(Part.of(asked.getTopic()), () -> answer(asked, ask));
    }
  }

  private void open(Open open) {
    Part part = Part.of(open.getTopic());
    guarded(
        part,
        0,
        () -> {
          Endpoint endpoint =
              openParts.open(
                  part, open.getOpening().toByteArray(), open.getNewest(), open.getProcess());
          Position position =
              Position.newBuilder().setTopic(part.topic()).setPosition(endpoint.position()).build();
          out.send(Upward.newBuilder().setPosition(position).build());
        });
  }

  /** Skips exchanges on this thread, because the next ask must find it done. */
  private void skip(Skip skip) {
    Part part = Part.of(skip.getTopic());
    guarded(part, skip.getSequence(), () -> openParts.find(part).skip(skip.getSequence()));
  }

  private void answer(Head asked, IncomingAsk ask) {
    if (ended.getCount() == 0) {
      return; // it is asked again over the next connection, and must not be late there
    }
    Part part = Part.of(asked.getTopic());
    guarded(
        part,
        asked.getSequence(),
        () -> {
          Endpoint endpoint = openParts.find(part);
          handler.asked(part);
          byte[] answer = endpoint.answer(ask);
          byte[] hash = Hashes.of(answer);
          handler.leaving(part, ask.exchange(), endpoint.answerTo(ask), answer, hash);
          send(asked, answer, hash);
        });
  }

  private void send(Head asked, byte[] answer, byte[] hash) {
    boolean goesOn =
        Arrays.equals(hash, asked.getHaveSha256().toByteArray())
            && asked.getHave() >= 0
            && asked.getHave() <= answer.length;
    int from = goesOn ? (int) asked.getHave() : 0;
    Head.Builder own =
        Head.newBuilder()
            .setTopic(asked.getTopic())
            .setSequence(asked.getSequence())
            .setSize(answer.length)
            .setSha256(ByteString.copyFrom(hash))
            .setOffset(from);
    out.send(
        answer,
        from,
        first -> Upward.newBuilder().setAnswer(own.setFirst(first)).build(),
        piece -> Upward.newBuilder().setPiece(piece).build());
  }

  /** Runs work and reports its failures to the coordinator by kind. */
  private void guarded(Part part, long sequence, Runnable work) {
    try {
      work.run();
    } catch (Outgoing.ConnectionClosed e) {
      // the coordinator asks again over the next connection
    } catch (RuntimeException | Error e) {
      if (!(e instanceof AttemptLost)) { // an attempt ends in this way when a party is away
        handler.failed(part, e);
      }
      try {
        Failure told = Failures.of(part, sequence, e);
        long exchange = Math.max(sequence, 0); // notes have random negative numbers
        String words = handler.telling(part, exchange, told.getText());
        out.send(Upward.newBuilder().setFailure(told.toBuilder().setText(words)).build());
      } catch (RuntimeException gone) {
        // as above
      }
    }
  }

  @Override
  public void onError(Throwable t) {
    finished(end.getCode() == Status.Code.INVALID_ARGUMENT ? end : Status.fromThrowable(t));
  }

  @Override
  public void onCompleted() {
    finished(Status.UNAVAILABLE.withDescription("the coordinator has closed the connection"));
  }

  private void finished(Status status) {
    end = status;
    out.close();
    settled.countDown();
    ended.countDown();
  }
}
