package io.parallax.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every target with its seeds, and with the inputs that once broke a property. */
class TargetsTest {
  private static final Path CRASHES = Path.of("src", "test", "resources", "crashes");

  static List<String> names() {
    return Targets.all().stream().map(Target::name).toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void seedsAndFormerCrashesKeepTheProperties(String name) throws IOException {
    Target target = Targets.named(name);
    List<byte[]> seeds = target.seeds();
    assertThat(seeds).isNotEmpty().allMatch(seed -> seed.length <= target.longest());
    assertThat(seeds.stream().filter(seed -> Trial.run(target, seed)).count())
        .as("accepted seeds")
        .isPositive();
    Trial.run(target, new byte[0]);
    for (Path crash : crashes(name)) {
      Trial.run(target, Files.readAllBytes(crash));
    }
  }

  private static List<Path> crashes(String name) throws IOException {
    Path folder = CRASHES.resolve(name);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void everyStoredCrashBelongsToATarget() throws IOException {
    try (Stream<Path> folders = Files.list(CRASHES)) {
      assertThat(folders.map(folder -> folder.getFileName().toString()))
          .isNotEmpty()
          .allMatch(names()::contains);
    }
  }

  @Test
  void eachTargetIsSaidInASentence() {
    assertThat(Targets.all()).hasSizeGreaterThanOrEqualTo(30);
    assertThat(names()).doesNotHaveDuplicates();
    assertThat(Targets.all()).allMatch(target -> target.sentence().contains(" "));
    assertThatThrownBy(() -> Targets.named("cvs"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("did you mean 'csv'");
  }
}
