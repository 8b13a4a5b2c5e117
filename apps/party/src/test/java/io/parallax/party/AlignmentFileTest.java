package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.remote.NetworkManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
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
}
