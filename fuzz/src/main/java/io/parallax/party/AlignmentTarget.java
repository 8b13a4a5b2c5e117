package io.parallax.party;

import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.TextTarget;
import io.parallax.remote.NetworkManifest;
import io.parallax.study.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The file of the ids that a party has in common with others. */
public final class AlignmentTarget extends TextTarget {
  private static final List<String> IDS = List.of("p1", "p2", "p3");
  private static final NetworkManifest MANIFEST =
      NetworkManifest.of(
          """
          study: s
          purpose: to try the program
          method: mmvfl
          parties: {a: {view: x, labels: true}, b: {view: y}}
          """,
          "ana",
          new TreeMap<>(Map.of("a", "key", "b", "key")));
  private static final Study STUDY = MANIFEST.parse();

  public AlignmentTarget() {
    super(
        "alignment",
        "the file of an alignment; what is found has a name, and as many ids as places",
        List.of());
  }

  private static AlignmentFile file(Path folder) {
    return new AlignmentFile(folder, MANIFEST, STUDY, IDS);
  }

  private static Path written(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("alignments"))) {
      return files.findFirst().orElseThrow();
    }
  }

  @Override
  public List<byte[]> seeds() {
    try {
      Path folder = Scratch.empty("alignment-seed");
      file(folder).keep("ab12", IDS);
      byte[] whole = Files.readAllBytes(written(folder));
      file(folder).keep("ab12", IDS, new int[] {0, 2, 3}, 5);
      return List.of(whole, Files.readAllBytes(written(folder)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<String> words() {
    return List.of("\"own\":", "\"common\":[", "\"places\":[", "\"rows\":", "null", "\"name\":");
  }

  @Override
  public void run(byte[] input) throws IOException {
    Path folder = Scratch.empty("alignment");
    file(folder).keep("ab12", IDS);
    Files.write(written(folder), input);
    if (file(folder).kept().isEmpty()) {
      return;
    }
    AlignmentFile.Found found = file(folder).found();
    Finding.unless(!found.name().isEmpty() && found.common() != null, "an alignment without ids");
    Finding.unless(
        found.places() == null || found.places().length == found.common().size(),
        "another number of ids than of places");
  }
}
