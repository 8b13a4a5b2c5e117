package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.identity.Credentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Stores the owner's decisions, one file for each study: a line of JSON, and the signature by the
 * party's key. The file is authoritative, since another process may change it.
 */
final class DecisionFiles {
  private static final HexFormat HEX = HexFormat.of();

  /** Decisions that are in force. */
  static final String DECIDED = ".decision";

  /** Approvals that need further signatures. */
  static final String PENDING = ".pending";

  private final Credentials own;
  private final Path folder;
  private final String ending;
  private final Map<String, Read> known = new ConcurrentHashMap<>();

  /** A file's content with attributes that change when the file is replaced. */
  private record Read(Object mark, Optional<Decision.Signed> signed) {}

  DecisionFiles(Credentials own, Path folder, String ending) {
    this.own = own;
    this.folder = folder;
    this.ending = ending;
  }

  Decision.Signed write(Decision draft) {
    Decision decision = noting(draft);
    try {
      String line = Json.MAPPER.writeValueAsString(decision);
      Decision.Signed unsigned = new Decision.Signed(decision, hash(line), new byte[0]);
      byte[] signature = own.sign(content(unsigned));
      DurableFile.replace(
          file(decision.study()),
          (line + "\n" + HEX.formatHex(signature) + "\n").getBytes(StandardCharsets.UTF_8));
      return new Decision.Signed(decision, unsigned.record(), signature);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Removes the decision about a study, if there is one. */
  void remove(String study) {
    try {
      Files.deleteIfExists(file(study));
    } catch (IOException e) {
      throw new BadInput("cannot remove " + file(study) + "; check its rights", e);
    }
  }

  /** Returns the decision about a study; empty without a signature by this party's key. */
  Optional<Decision.Signed> of(String study) {
    Path file = file(study);
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      Object mark = List.of(now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey()));
      Read read = known.get(study);
      if (read == null || !read.mark.equals(mark)) {
        read = new Read(mark, read(file));
        known.put(study, read);
      }
      return read.signed;
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new BadInput("cannot read the decision " + file + "; check its rights", e);
    }
  }

  private Optional<Decision.Signed> read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    try {
      Decision.Signed signed =
          new Decision.Signed(
              Json.MAPPER.readValue(lines.get(0), Decision.class),
              hash(lines.get(0)),
              HEX.parseHex(lines.get(1)));
      boolean ours =
          Credentials.verifies(
              own.certificate().getPublicKey(), content(signed), signed.signature());
      return ours ? Optional.of(signed) : Optional.empty();
    } catch (JsonProcessingException | RuntimeException e) {
      return Optional.empty(); // nobody has signed this
    }
  }

  /** Returns all decisions, oldest first. */
  List<Decision.Signed> all() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Decision.Signed> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .forEach(
              name -> of(name.substring(0, name.length() - ending.length())).ifPresent(all::add));
    } catch (IOException e) {
      throw new BadInput("cannot read " + folder + "; check its rights", e);
    }
    all.sort(Comparator.comparing(signed -> signed.decision().at()));
    return all;
  }

  private byte[] content(Decision.Signed signed) {
    return signed.verdict().content(own.certificateInfo().name().name());
  }

  private static String hash(String line) {
    return HEX.formatHex(Hashes.of(line.getBytes(StandardCharsets.UTF_8)));
  }

  /** Notes the end of the ledger; one that cannot be read must not prevent a withdrawal. */
  private Decision noting(Decision draft) {
    try {
      Path state = folder.toAbsolutePath().getParent();
      return draft.after(LedgerReader.head(Node.Setup.ledger(state)));
    } catch (BadInput e) {
      return draft;
    }
  }

  private Path file(String study) {
    if (!study.matches("[0-9a-f]{64}")) {
      throw new BadInput("the study's id is not a hash; it must have 64 digits from 0 to f");
    }
    return folder.resolve(study + ending);
  }
}
