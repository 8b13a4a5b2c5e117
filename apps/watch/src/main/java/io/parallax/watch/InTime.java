package io.parallax.watch;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A channel whose attempts end in time, whatever the receiver does. An attempt that cannot be
 * interrupted is the last until it ends, so that they do not pile up.
 */
final class InTime implements Channel {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private final Channel channel;
  private final Duration patience;
  private Thread last;

  InTime(Channel channel) {
    this(channel, PATIENCE);
  }

  InTime(Channel channel, Duration patience) {
    this.channel = channel;
    this.patience = patience;
  }

  @Override
  public String name() {
    return channel.name();
  }

  @Override
  public String target() {
    return channel.target();
  }

  @Override
  public void send(String node, Notice notice) throws NotSent {
    if (last != null && last.isAlive()) {
      throw new NotSent("it does not answer in time", null);
    }
    FutureTask<Void> attempt =
        new FutureTask<>(
            () -> {
              channel.send(node, notice);
              return null;
            });
    last = new Thread(attempt, "notice-by-" + name());
    last.setDaemon(true);
    last.start();
    await(attempt);
  }

  private void await(FutureTask<Void> attempt) throws NotSent {
    try {
      attempt.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    } catch (TimeoutException e) {
      throw new NotSent("it does not answer in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotSent("interrupted", e);
    } finally {
      attempt.cancel(true);
    }
  }

  /** Returns why an attempt failed: by its receiver, or by a library. */
  private static NotSent failed(Throwable cause) {
    return cause instanceof NotSent known
        ? known
        : new NotSent("the attempt failed (" + cause.getClass().getSimpleName() + ")", cause);
  }
}
