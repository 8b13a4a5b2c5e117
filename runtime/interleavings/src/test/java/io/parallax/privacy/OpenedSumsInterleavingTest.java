package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.ProtocolViolation;
import io.parallax.engine.Interleavings;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Sums that are opened from several threads: each interleaving gives what some order gives. */
class OpenedSumsInterleavingTest {
  private static final List<List<Integer>> SETS = List.of(List.of(0, 1, 2), List.of(0, 1, 3));

  @Test
  void noExchangeIsOpenedForTwoSets() {
    Interleavings.check(Guarded.class);
  }

  /** The control: without the lock two threads open one exchange for two sets. */
  @Test
  void aRecordWithoutALockIsFound() {
    assertThatThrownBy(() -> Interleavings.check(Unguarded.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  /** The record of a party. */
  @Param(name = "exchange", gen = IntGen.class, conf = "1:2")
  @Param(name = "set", gen = IntGen.class, conf = "0:1")
  public static class Guarded {
    private final OpenedSums sums = OpenedSums.inMemory();

    @Operation(params = {"exchange", "set"})
    public boolean open(int exchange, int set) {
      try {
        sums.require(exchange, new byte[] {(byte) exchange}, SETS.get(set));
        return true;
      } catch (ProtocolViolation e) {
        return false;
      }
    }

    @Operation(params = "exchange")
    public boolean has(int exchange) {
      return sums.has(exchange);
    }
  }

  /** The same rule without a lock. */
  @Param(name = "exchange", gen = IntGen.class, conf = "1:2")
  @Param(name = "set", gen = IntGen.class, conf = "0:1")
  public static class Unguarded {
    private final int[] opened = {-1, -1, -1};

    @Operation(params = {"exchange", "set"})
    public boolean open(int exchange, int set) {
      if (opened[exchange] >= 0 && opened[exchange] != set) {
        return false;
      }
      opened[exchange] = set;
      return true;
    }
  }
}
