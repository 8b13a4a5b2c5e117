package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Answers;
import io.parallax.core.Hashes;
import io.parallax.core.Party;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePartyStoreTest {
  private static final byte[] RUN = new byte[32];
  @TempDir Path folder;

  private static final class Counting implements Party {
    record State(int round) {}

    private State state = new State(0);

    @Override
    public Answers answers() {
      return new Answers();
    }

    @Override
    public Record state() {
      return state;
    }

    @Override
    public void restore(Record other) {
      state = (State) other;
    }
  }

  /** Saves a state after an exchange, and returns the exchange from which it is restored. */
  private long restored(long position) throws IOException {
    Path file = folder.resolve("state");
    FilePartyStore store = new FilePartyStore(file, RUN, 100, Duration.ZERO);
    store.offer(7, new Counting());
    byte[] all = Files.readAllBytes(file);
    ByteBuffer.wrap(all).putLong(RUN.length, position);
    int end = all.length - 32;
    System.arraycopy(Hashes.of(Arrays.copyOf(all, end)), 0, all, end, 32);
    Files.write(file, all);
    return store.restore(new Counting());
  }

  @Test
  void aStateOfAnExchangeThatTheCoordinatorDoesNotRememberIsIgnored() throws IOException {
    assertThat(restored(7)).isEqualTo(7);
    assertThat(restored(100)).isEqualTo(100);
    assertThat(restored(101)).isZero();
    assertThat(restored(-5)).isZero();
  }
}
