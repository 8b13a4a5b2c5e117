package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Connections that come, work and go on several threads. */
class ConnectionLimitInterleavingTest {
  private static final List<String> CONNECTIONS = List.of("a", "b", "c", "d");

  @Test
  void noInterleavingHoldsMoreThanTheLimit() {
    Interleavings.check(Limited.class);
  }

  /** The control: a count that is read and written apart. */
  @Test
  void aLimitWithoutALockIsFound() {
    assertThatThrownBy(() -> Interleavings.check(Unlocked.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  /** At most two connections of one peer. */
  @Param(name = "which", gen = IntGen.class, conf = "0:3")
  public static class Limited {
    private final ConnectionLimit<String> limit = new ConnectionLimit<>(3, 2, gone -> {});

    @Operation(params = "which")
    public int open(int which) {
      limit.opened(CONNECTIONS.get(which), "peer", Duration.ofDays(1));
      return 0; // how many there are is read alone: between both another thread may come
    }

    @Operation(params = "which")
    public void work(int which) {
      limit.busy(CONNECTIONS.get(which));
    }

    @Operation(params = "which")
    public void close(int which) {
      limit.closed(CONNECTIONS.get(which));
    }

    @Operation
    public int size() {
      return limit.size();
    }
  }

  /** The same without a lock. */
  @Param(name = "which", gen = IntGen.class, conf = "0:3")
  public static class Unlocked {
    private final List<Integer> open = new ArrayList<>();

    @Operation(params = "which")
    public boolean open(int which) {
      if (open.size() >= 2) {
        return false;
      }
      open.add(which);
      return true;
    }

    @Operation
    public int size() {
      return open.size();
    }
  }
}
