package io.parallax.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.engine.RoundLog;
import io.parallax.math.Matrix;
import io.parallax.study.Study;
import io.parallax.study.file.StudyText;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of a run: its manifest, its progress (round logs) and its results. The manifest
 * identifies the run: the same study on the same data with the same program continues in the same
 * folder.
 */
public final class RunFolder implements AutoCloseable {
  private static final ObjectWriter PRETTY = Json.MAPPER.writerWithDefaultPrettyPrinter();
  private final Path folder;
  private final byte[] manifest;
  private final byte[] identity;
  private FileChannel lock;

  private RunFolder(Path folder, byte[] manifest, byte[] identity) {
    this.folder = folder;
    this.manifest = manifest;
    this.identity = identity;
  }

  /**
   * The folder of a study's run; nothing is written before {@link #begin}.
   *
   * @param chosen the folder, or none for runs/NAME-IDENTITY below {@code home}
   */
  public static RunFolder open(Study study, Optional<Path> chosen, Path home) {
    byte[] manifest = manifest(study);
    byte[] identity = Hashes.of(manifest);
    String mark = HexFormat.of().formatHex(identity, 0, 4);
    Path folder = chosen.orElse(home.resolve("runs").resolve(study.name() + "-" + mark));
    Path file = folder.resolve("manifest.json");
    try {
      if (Files.exists(file) && !Arrays.equals(Files.readAllBytes(file), manifest)) {
        throw new BadInput(
            folder
                + " holds another run (other study, data, seed or version); choose another --out");
      }
      if (Files.exists(folder) && !Files.isDirectory(folder)) {
        throw new BadInput(folder + " is a file; choose a folder for --out");
      }
      if (folder.toString().isEmpty() || (!Files.exists(file) && holdsOther(folder))) {
        throw new BadInput(
            (folder.toString().isEmpty() ? "the working folder" : folder)
                + " holds other files and no run; choose another --out");
      }
    } catch (IOException e) {
      throw BadInput.quoting("cannot use the run folder " + folder, e);
    }
    return new RunFolder(folder, manifest, identity);
  }

  /** A folder for a part of a run. */
  public static RunFolder at(Path folder, byte[] manifest) {
    return new RunFolder(folder, manifest, Hashes.of(manifest));
  }

  /** Returns the folder of a kept run, which nobody else can work in until it is closed. */
  static RunFolder kept(Path run) throws IOException {
    RunFolder folder = at(run, Files.readAllBytes(run.resolve("manifest.json")));
    folder.lock();
    return folder;
  }

  /** All that decides the study's result, as text. */
  public static byte[] manifest(Study study) {
    return json(Manifest.of(study));
  }

  public byte[] manifest() {
    return manifest.clone();
  }

  private static boolean holdsOther(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return false;
    }
    try (Stream<Path> inside = Files.list(folder)) { // a lock is left by a run that never began
      return inside.anyMatch(file -> !file.getFileName().toString().equals("run.lock"));
    }
  }

  /** The study and its data are sound: from here on there is something to keep. */
  void begin(RunNotes wished, Optional<StudyText> text) {
    lock();
    text.ifPresent(study -> write(RunNotes.STUDY, study.text()));
    RunNotes.begun(read(RunNotes.FILE, RunNotes.class), wished, text).keep(folder);
  }

  private void lock() {
    try {
      Files.createDirectories(folder);
      lock =
          FileChannel.open(
              folder.resolve("run.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!locked(lock)) {
        throw new BadInput(
            "another process is running this study in " + folder + "; wait for it to end");
      }
    } catch (IOException e) {
      throw new BadInput(
          "cannot write to " + folder + "; choose a folder that you may write to with --out", e);
    }
    if (!Files.exists(folder.resolve("manifest.json"))) {
      DurableFile.replace(folder.resolve("manifest.json"), manifest);
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // by another run in this process
    }
  }

  /** Lets others run here. */
  @Override
  public void close() {
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close " + folder, e);
    }
  }

  public Path path() {
    return folder;
  }

  /** Returns the last part of its path. */
  String name() {
    return folder.toAbsolutePath().normalize().getFileName().toString();
  }

  byte[] identity() {
    return identity.clone();
  }

  /** Returns the path of a training's transcript, which exists if it was recorded. */
  public static Path transcript(Path training) {
    return training.resolve("transcript.bin");
  }

  public Path trialFolder(int number) {
    return folder.resolve(PartName.of(number));
  }

  public Optional<SplitResult> finished(int number) {
    return read(PartName.of(number) + ".json", SplitResult.class);
  }

  /** Keeps a split's result; its round log shrinks to the chain and the parties' states go. */
  void finish(SplitResult result) {
    write(PartName.of(result.trial()) + ".json", result);
    seal(trialFolder(result.trial()));
  }

  /** Keeps what a split left in another folder; its result at last, which says that it is done. */
  public void keep(int number, Map<String, byte[]> files) {
    String result = PartName.of(number) + ".json";
    files.forEach(
        (name, content) -> {
          if (!name.equals(result)) {
            writeBytes(name, content);
          }
        });
    writeBytes(result, files.get(result));
  }

  /** Keeps the scores of a split's held-out rows, each with its id and its true class. */
  void predictions(int number, StudyData data, Fold fold, Matrix scores) {
    write(PartName.of(number) + "/predictions.csv", Predictions.csv(data, fold, scores));
  }

  Path predictions(int number) {
    return trialFolder(number).resolve("predictions.csv");
  }

  /** Returns the folder in which the training of the final model keeps its round log. */
  public Path modelWork() {
    return folder.resolve("model-training");
  }

  /** Training in this folder is done: only the chain of its exchanges is kept. */
  void seal(Path training) {
    RoundLog.open(training.resolve("rounds.log"), identity).seal();
    Path states = training.resolve("parties");
    try (Stream<Path> files = Files.exists(states) ? Files.walk(states) : Stream.empty()) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  <T> Optional<T> read(String name, Class<T> type) {
    return new KeptResults(folder).read(name, type);
  }

  void write(String name, Object content) {
    DurableFile.replace(folder.resolve(name), json(content));
  }

  void write(String name, String text) {
    DurableFile.replace(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  void writeBytes(String name, byte[] bytes) {
    DurableFile.replace(folder.resolve(name), bytes);
  }

  Optional<byte[]> readBytes(String name) {
    Path file = folder.resolve(name);
    try {
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; remove it", e);
    }
  }

  public static byte[] json(Object content) {
    try {
      return PRETTY.writeValueAsBytes(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
