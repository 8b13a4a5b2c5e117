package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Sum;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.Rows;
import io.parallax.study.Study;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A party's word alone takes nobody's memory. */
class ClaimedRowsTest {
  private static final long MEBIBYTE = 1 << 20;
  private static final PartyId MAPLE = PartyId.of("maple");

  private static Study study(String ofEach) {
    return NetworkManifest.read(SetupTable.manifest(SetupTable.yaml(p -> ofEach, ""))).parse();
  }

  /** Parties that tell of 50 rows and 3 columns, but for one. */
  private record Claims(int rows, int width) implements Parties {
    @Override
    public <U extends Disclosed> SortedMap<PartyId, U> gather(Ask<U> ask) {
      SortedMap<PartyId, U> told = new TreeMap<>();
      for (String name : SetupTable.PARTIES) {
        PartyId id = PartyId.of(name);
        boolean odd = id.equals(MAPLE);
        Rows own = new Rows(odd ? rows : 50, odd ? width : 3, "", "same", true, "no\nyes");
        @SuppressWarnings("unchecked")
        U answer = (U) own;
        told.put(id, answer);
      }
      return told;
    }

    @Override
    public <U extends Summand> Sum<U> sum(Ask<U> ask) {
      throw new AssertionError("nobody is asked for more");
    }
  }

  private static long allocated(Runnable work) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void aHundredMillionRowsAreRefusedBeforeTheyTakeMemory() {
    Study study = study("");
    long taken =
        allocated(
            () ->
                assertThatThrownBy(
                        () -> new SetupCoordinator(study).run(new Claims(100_000_000, 3), null))
                    .isInstanceOf(ProtocolViolation.class)
                    .hasMessageStartingWith("party maple says that it has 100000000 rows")
                    .hasMessageContaining("write 'rows' in the study"));
    assertThat(taken).isLessThan(32 * MEBIBYTE);
  }

  /** The control: numbers that are let through take memory for every row. */
  @Test
  void rowsThatAreBelievedTakeMemory() {
    Matrix rows = Matrix.fill(3, 1, (p, j) -> 3_000_000);
    long taken = allocated(() -> RowOutline.ofSites(study(""), rows).split(1, ""));
    assertThat(taken).isGreaterThan(64 * MEBIBYTE);
  }

  @Test
  void negativeRowsAndOtherWidthsAreRefusedByName() {
    for (Claims odd :
        List.of(new Claims(-1, 3), new Claims(50, 1_000_000_000), new Claims(50, -5))) {
      assertThatThrownBy(() -> new SetupCoordinator(study("")).run(odd, null))
          .isInstanceOf(ProtocolViolation.class)
          .hasMessageContaining("party maple");
    }
  }

  /** What the coordinator tells of others' rows takes no memory of a party's either. */
  @Test
  void aPartyRefusesWhatTheCoordinatorSaysOfOthers() {
    Matrix rows = Matrix.fill(3, 1, (p, j) -> p == 2 ? 100_000_000 : 50);
    assertThatThrownBy(() -> RowOutline.ofSites(study(""), rows))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageStartingWith("party maple says that it has 100000000 rows");
  }

  @Test
  void whatTheStudySaysIsBelievedAsFarAsMemoryGoes() {
    Study pinned = study("rows: 20000000");
    List<Integer> rows = List.of(20_000_000, 20_000_000, 20_000_000);
    ClaimedRows.require(pinned, pinned.members(), rows, 4000 * MEBIBYTE);
    assertThatThrownBy(() -> ClaimedRows.require(pinned, pinned.members(), rows, 128 * MEBIBYTE))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("this machine has 128 MiB for them")
        .hasMessageContaining("PARALLAX_MEMORY");
    assertThatThrownBy(
            () ->
                ClaimedRows.require(
                    pinned, pinned.members(), List.of(20_000_000, 50, 20_000_001), 1L << 40))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageStartingWith("party maple says that it has 20000001 rows");
  }
}
