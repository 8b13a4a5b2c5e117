package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.engine.Absence;
import io.parallax.engine.Endpoint;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyStore;
import io.parallax.privacy.MaskedSum;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Masks and blocks over the network: the sum is that of plain, whole answers. */
@Timeout(60)
class MaskedBlocksTest {
  private static final int ROWS = 101;
  private static final int BLOCK = 17;
  @TempDir Path folder;

  @Test
  void theSumIsExact() {
    TreeSet<PartyId> ids = new TreeSet<>();
    List.of("birch", "maple", "willow").forEach(name -> ids.add(PartyId.of(name)));
    MaskedSum sums = MaskedSum.inProcess(ids, new byte[32]);
    SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
    ids.forEach(
        id ->
            endpoints.put(
                id,
                new Endpoint(
                        id,
                        new Counting(),
                        Counting.ASKS,
                        ids.size(),
                        sums,
                        Set.of(),
                        PartyStore.NONE)
                    .inBlocks(BLOCK)));
    try (TestServer server = new TestServer(folder)) {
      LinkedParties parties =
          new LinkedParties(
                  server.connect(endpoints),
                  Counting.ASKS,
                  sums,
                  Counting.SIZES,
                  Optional.empty(),
                  Absence.STOP)
              .inBlocks(BLOCK);
      for (int step = 1; step <= 3; step++) {
        var sum = parties.sum(new Counting.More(ROWS)).total().values();
        for (int i = 0; i < ROWS; i++) {
          assertThat(sum.get(i, 0)).isEqualTo(3.0 * (step + i));
        }
      }
    }
  }
}
