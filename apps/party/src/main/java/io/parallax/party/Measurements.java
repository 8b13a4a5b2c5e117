package io.parallax.party;

import io.parallax.audit.ShapeAudit;
import io.parallax.audit.ShapeAudit.Measured;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.study.Study;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * Attacks on generated rows in the shape of proposed studies, measured once for each shape and kept
 * in the party's folder. Nothing of this party's rows is used but their number and that of columns.
 */
final class Measurements implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int USUAL_COLUMNS = 10; // where a file does not tell before it is read
  private final Path folder;
  private final Set<String> running = ConcurrentHashMap.newKeySet();
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "parallax-measuring");
            thread.setDaemon(true);
            thread.setPriority(Thread.MIN_PRIORITY);
            return thread;
          });
  private volatile boolean closed;

  Measurements(Path state) {
    this.folder = state.resolve("measured");
  }

  /** Returns the outcome for a study; empty: it is being measured. */
  Optional<Measured> of(Proposal proposal, List<Decision.Rows> rows) {
    String key = key(proposal.study(), rows);
    Optional<Measured> known = known(key);
    if (known.isEmpty() && running.add(key)) {
      worker.execute(
          () -> {
            try {
              measure(proposal.study(), rows);
            } finally {
              running.remove(key);
            }
          });
    }
    return known;
  }

  /** Returns whether a study's shape is being measured. */
  boolean running(Proposal proposal, List<Decision.Rows> rows) {
    return running.contains(key(proposal.study(), rows));
  }

  /** Measures a study's shape now, unless that is known. */
  Measured measure(Study study, List<Decision.Rows> rows) {
    String key = key(study, rows);
    return known(key)
        .orElseGet(
            () -> {
              Instant end = Instant.now().plus(LONGEST);
              BooleanSupplier stop = () -> closed || Instant.now().isAfter(end);
              Measured found = ShapeAudit.of(study, people(rows), columns(rows), stop);
              if (!closed) {
                keep(key, found);
              }
              return found;
            });
  }

  private static int people(List<Decision.Rows> rows) {
    return (int) rows.stream().mapToLong(Decision.Rows::count).max().orElse(ShapeAudit.ROWS);
  }

  private static int columns(List<Decision.Rows> rows) {
    int most = rows.stream().mapToInt(view -> view.columns().size()).max().orElse(0);
    return most == 0 ? USUAL_COLUMNS : most;
  }

  /** Names a shape: all that the outcome depends on. */
  private static String key(Study study, List<Decision.Rows> rows) {
    String text =
        String.join(
            "\n",
            study.method().method().name(),
            String.valueOf(study.settings()),
            String.valueOf(study.task()),
            String.valueOf(study.members()),
            String.valueOf(study.views()),
            String.valueOf(study.evaluation()),
            String.valueOf(study.stop()),
            String.valueOf(study.protection()),
            String.valueOf(study.seed()),
            String.valueOf(Math.min(ShapeAudit.ROWS, people(rows))),
            String.valueOf(Math.min(ShapeAudit.COLUMNS, columns(rows))));
    return HexFormat.of().formatHex(Hashes.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  private Optional<Measured> known(String key) {
    Path file = file(key);
    try {
      return Files.exists(file)
          ? Optional.of(Json.MAPPER.readValue(Files.readAllBytes(file), Measured.class))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // is measured again
    }
  }

  private void keep(String key, Measured found) {
    try {
      Files.createDirectories(folder);
      DurableFile.replace(file(key), Json.MAPPER.writeValueAsBytes(found));
    } catch (IOException e) {
      throw new BadInput("cannot write " + file(key) + "; check the rights of the folder", e);
    }
  }

  private Path file(String key) {
    return folder.resolve(key.substring(0, 16) + ".json");
  }

  @Override
  public void close() {
    closed = true;
    worker.shutdown();
  }
}
