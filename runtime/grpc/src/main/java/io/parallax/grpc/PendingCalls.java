package io.parallax.grpc;

import io.grpc.ForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.parallax.core.PartyId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Limits pending calls: a party's hello, or a whole request, must arrive within a time limit, and
 * each party may have few of them at once. So the memory for incomplete requests has a limit.
 */
final class PendingCalls {
  private final int most;
  private final Duration patience;
  private final List<Begun<?>> open = new ArrayList<>();

  PendingCalls(int most, Duration patience) {
    this.most = most;
    this.patience = patience;
  }

  /**
   * A call that counts until it ends; one that exchanges messages counts until its first message.
   */
  private final class Begun<A> extends ForwardingServerCallListener<A> {
    private final PartyId who;
    private final ServerCall<?, ?> call;
    private final long since = System.nanoTime();
    private ServerCall.Listener<A> listener = new ServerCall.Listener<>() {};
    private volatile boolean whole;

    Begun(PartyId who, ServerCall<?, ?> call) {
      this.who = who;
      this.call = call;
    }

    @Override
    protected ServerCall.Listener<A> delegate() {
      return listener;
    }

    @Override
    public void onMessage(A message) {
      whole = true;
      if (!call.getMethodDescriptor().getType().clientSendsOneMessage()) {
        ended(this);
      }
      super.onMessage(message);
    }

    @Override
    public void onCancel() {
      ended(this);
      super.onCancel();
    }

    @Override
    public void onComplete() {
      ended(this);
      super.onComplete();
    }
  }

  /** Starts the handler behind the checks. */
  interface Start<A> {
    ServerCall.Listener<A> start();
  }

  /**
   * Admits a call and starts its handler; returns empty if the party has too many pending calls.
   */
  <A> Optional<ServerCall.Listener<A>> begin(PartyId who, ServerCall<A, ?> call, Start<A> next) {
    Begun<A> begun = new Begun<>(who, call);
    synchronized (this) {
      if (open.stream().filter(one -> one.who.equals(who)).count() >= most) {
        return Optional.empty();
      }
      open.add(begun);
    }
    try {
      begun.listener = next.start();
    } catch (RuntimeException e) {
      ended(begun);
      throw e;
    }
    return Optional.of(begun);
  }

  private synchronized void ended(Begun<?> begun) {
    open.remove(begun);
  }

  /** Closes calls whose first message did not arrive in time, and returns their parties. */
  List<PartyId> closeLate() {
    List<Begun<?>> late;
    long now = System.nanoTime();
    synchronized (this) {
      late = open.stream().filter(b -> !b.whole && now - b.since > patience.toNanos()).toList();
      open.removeAll(late);
    }
    for (Begun<?> begun : late) {
      close(begun.call);
    }
    return late.stream().map(begun -> begun.who).toList();
  }

  String rule() {
    return "the first message of a call must arrive within " + patience.toSeconds() + " s";
  }

  private void close(ServerCall<?, ?> call) {
    try {
      call.close(Status.DEADLINE_EXCEEDED.withDescription(rule()), new Metadata());
    } catch (IllegalStateException e) {
      // it has ended meanwhile
    }
  }
}
