package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.remote.NetworkManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlignmentFileTest {
  private static final String STUDY =
      """
      study: s
      purpose: to try the program
      method: mmvfl
      parties: {a: {view: x, labels: true}, b: {view: y}}
      """;

  @Test
  void studiesThatRunSideBySideMayKeepTheSame(@TempDir Path folder) {
    NetworkManifest manifest =
        NetworkManifest.of(STUDY, "ana", new TreeMap<>(Map.of("a", "key", "b", "key")));
    List<String> ids = List.of("p1", "p2", "p3");
    IntStream.range(0, 200)
        .parallel()
        .forEach(i -> new AlignmentFile(folder, manifest, manifest.parse(), ids).keep("n", ids));
    assertThat(new AlignmentFile(folder, manifest, manifest.parse(), ids).found().common())
        .isEqualTo(ids);
  }

  /** Without ids, with a place for another number of them, or with one that is not there. */
  @Test
  void aFileThatIsNotWholeIsRefused(@TempDir Path folder) throws IOException {
    NetworkManifest manifest =
        NetworkManifest.of(STUDY, "ana", new TreeMap<>(Map.of("a", "key", "b", "key")));
    AlignmentFile file = new AlignmentFile(folder, manifest, manifest.parse(), List.of("p1", "p2"));
    file.keep("n", List.of("p1", "p2"), new int[] {0, 2}, 3);
    Path written;
    try (Stream<Path> files = Files.list(folder.resolve("alignments"))) {
      written = files.findFirst().orElseThrow();
    }
    String whole = Files.readString(written);
    assertThat(file.kept()).isEqualTo("n");
    for (String broken :
        List.of(
            "{}",
            whole.replace("[0,2]", "[0]"),
            whole.replace("[0,2]", "[0,3]"),
            whole.replace("[0,2]", "[0,-1]"),
            whole.replace("\"p1\"", "null"))) {
      Files.writeString(written, broken);
      assertThatThrownBy(file::kept)
          .as(broken)
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("remove it, and rows are aligned anew");
    }
  }
}
