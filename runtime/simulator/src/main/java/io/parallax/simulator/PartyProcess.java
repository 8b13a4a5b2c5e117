package io.parallax.simulator;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.engine.AskJournal;
import io.parallax.engine.AskRules;
import io.parallax.engine.Endpoint;
import io.parallax.engine.FilePartyStore;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A party's program from its start until it is killed, with what it keeps on its disk. */
public class PartyProcess {
  private final PartyId id;
  private final Path folder;
  private final StudyRules rules;
  private final Map<String, Object> memory = new HashMap<>();

  /**
   * @param folder of its files
   */
  public PartyProcess(PartyId id, Path folder, StudyRules rules) {
    this.id = id;
    this.folder = folder;
    this.rules = rules;
  }

  public PartyId id() {
    return id;
  }

  public Path folder() {
    return folder;
  }

  /** Returns what the process remembers under a name, made when it is first asked for. */
  @SuppressWarnings("unchecked") // a name has one type
  public <T> T remembered(String name, java.util.function.Supplier<T> made) {
    return (T) memory.computeIfAbsent(name, n -> made.get());
  }

  /** Opens a part, as a party's program does. */
  Endpoint open(StudyPart part, byte[] opening, long newest) {
    byte[] run = identity(part, opening);
    AskJournal journal =
        part.once() ? AskJournal.in(file(part, ".asked"), run) : AskJournal.inMemory();
    long known = part.once() ? Math.min(newest, journal.last()) : newest;
    Endpoint endpoint =
        new Endpoint(
                id,
                part.party(id, this),
                part.asks(),
                part.parties().size(),
                rules.sums(part, run, folder.resolve("parts")),
                part.allowed(),
                part.once()
                    ? new FilePartyStore(file(part, ".state"), run, known, Duration.ZERO)
                    : PartyStore.NONE,
                part.limits())
            .under(new AskRules(part.asks(), Sizes.of(part.letters()), journal, part.goesOn()))
            .inBlocks(part.block());
    return endpoint.inPlace();
  }

  static byte[] identity(StudyPart part, byte[] opening) {
    byte[] name = part.name().getBytes(StandardCharsets.UTF_8);
    byte[] all = java.util.Arrays.copyOf(name, name.length + opening.length);
    System.arraycopy(opening, 0, all, name.length, opening.length);
    return Hashes.of(all);
  }

  private Path file(StudyPart part, String ending) {
    return folder.resolve("parts").resolve(part.name() + ending);
  }

  /**
   * Records an answer before it leaves.
   *
   * @param kind the type of the answer
   */
  protected void leaving(StudyPart part, long exchange, Class<?> kind, byte[] answer) {}

  /** Ends a part. */
  void close(StudyPart part) {
    try {
      Files.deleteIfExists(file(part, ".state"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the state of " + part.name(), e);
    }
  }
}
