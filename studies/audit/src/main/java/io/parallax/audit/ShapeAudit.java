package io.parallax.audit;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Stopped;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyRun;
import io.parallax.study.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Attacks on generated rows in the shape of a proposed study, so that owners know numbers before
 * anything of theirs is told.
 */
public final class ShapeAudit {
  /** The most rows; more take longer and change the outcome little. */
  public static final int ROWS = 300;

  /** The most columns of a view. */
  public static final int COLUMNS = 60;

  private static final int LEAST_ROWS = 60;

  private ShapeAudit() {}

  /**
   * The outcome of the attacks.
   *
   * @param rows number of generated rows; of each party, where parties hold different people
   * @param columns number of generated columns of each view
   * @param results the attacks; none: nothing was measured
   * @param unknown the reason why nothing was measured; empty: something was
   */
  public record Measured(int rows, int columns, List<AttackResult> results, String unknown) {
    public Measured {
      results = List.copyOf(results);
    }
  }

  /**
   * Generates rows, trains once and attacks what the coordinator and the parties were told.
   *
   * @param rows number of people of the party that asks
   * @param columns number of its columns
   * @param stop becomes true when it takes too long
   */
  public static Measured of(Study study, int rows, int columns, BooleanSupplier stop) {
    int people = Math.max(LEAST_ROWS, Math.min(ROWS, rows));
    int width = Math.max(1, Math.min(COLUMNS, columns));
    Path folder = temporary();
    try {
      Study shape = new GeneratedRows(study, width, folder).study(people);
      Path run = folder.resolve("run");
      StudyRun.of(shape, RunOptions.in(run).stoppedBy(stop));
      return new Measured(people, width, Audit.disclosures(shape, run), "");
    } catch (Stopped e) {
      return unknown(people, width, "the measurement took too long and was stopped");
    } catch (BadInput | Refused e) {
      return unknown(
          people, width, "this study cannot be tried on generated tables: " + e.getMessage());
    } finally {
      remove(folder);
    }
  }

  /** Returns an outcome without any attack, and the reason for that. */
  public static Measured unknown(String why) {
    return unknown(0, 0, why);
  }

  private static Measured unknown(int rows, int columns, String why) {
    return new Measured(rows, columns, List.of(), why);
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("parallax-shape");
    } catch (IOException e) {
      throw new BadInput("cannot make a temporary folder; check java.io.tmpdir", e);
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // generated numbers of nobody; the system removes them
    }
  }
}
