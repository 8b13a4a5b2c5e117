package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.engine.Absence;
import io.parallax.engine.Endpoint;
import io.parallax.engine.InProcessLink;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Matrix;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the coordinator's memory does not grow with the number of parties. Answers have 48 MiB
 * each, and the parties, which are in the same process, all give the same matrix, so that it is
 * held once.
 */
@Timeout(60)
class BlockMemoryTest {
  private static final int ROWS = 6 << 18;
  private static final int COLUMNS = 4;
  private static final String DONE = "done";

  private record Give(@Size("N") int rows) implements Ask<Numbers> {}

  private record Numbers(@Bound(1000) @Size("N × 4") Matrix values) implements Summand {}

  /** Gives what it has. */
  private record Giving(Matrix values) implements Party {
    private record State() {}

    @Override
    public Answers answers() {
      return new Answers().on(Give.class, ask -> new Numbers(values));
    }

    @Override
    public State state() {
      return new State();
    }

    @Override
    public void restore(Record state) {}
  }

  @Test
  void eightPartiesAreAddedWhereTwoAre() throws Exception {
    assertThat(run(2, "blocks")).isEqualTo(DONE);
    assertThat(run(8, "blocks")).isEqualTo(DONE);
  }

  /** The control: whole answers of eight parties are 384 MiB. */
  @Test
  void inWholeAnswersTheyAreNot() throws Exception {
    assertThat(run(2, "whole")).isEqualTo(DONE);
    assertThat(run(8, "whole")).contains("OutOfMemoryError");
  }

  private static String run(int parties, String how) throws Exception {
    Process sum =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx400m",
                "-Xmn32m", // the answers are too large for a young generation
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                BlockMemoryTest.class.getName(),
                Integer.toString(parties),
                how)
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(sum.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(sum.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return output;
    } finally {
      sum.destroyForcibly();
    }
  }

  /** Three rounds among so many parties. */
  public static void main(String[] args) {
    int count = Integer.parseInt(args[0]);
    Matrix values = Matrix.build(ROWS, COLUMNS, BlockMemoryTest::fill);
    SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
    for (int p = 0; p < count; p++) {
      PartyId id = PartyId.of("p-" + p);
      endpoints.put(
          id,
          new Endpoint(
              id,
              new Giving(values),
              List.of(Give.class),
              count,
              SumProtocol.plain(),
              Set.of(),
              PartyStore.NONE));
    }
    LinkedParties parties =
        new LinkedParties(
            new InProcessLink(endpoints),
            List.of(Give.class),
            SumProtocol.plain(),
            Sizes.of(Map.of()),
            Optional.empty(),
            Absence.STOP);
    if (args[1].equals("whole")) {
      endpoints.values().forEach(one -> one.inBlocks(Integer.MAX_VALUE));
      parties.inBlocks(Integer.MAX_VALUE);
    }
    for (int round = 0; round < 3; round++) {
      Matrix sum = parties.sum(new Give(ROWS)).total().values();
      if (sum.get(ROWS - 1, 1) != count * (ROWS - 1) * 0x1p-20) {
        throw new IllegalStateException("a wrong sum");
      }
    }
    System.out.print(DONE);
  }

  /** Each row's place, by which a block in the wrong place would be seen. */
  private static void fill(int from, int count, double[] values) {
    for (int i = 0; i < count; i++) {
      values[i] = (from + i) / COLUMNS * 0x1p-20;
    }
  }
}
