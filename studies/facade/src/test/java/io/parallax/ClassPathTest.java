package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The artifact brings no command line, no server and no database. */
class ClassPathTest {
  private static final Pattern UNWANTED =
      Pattern.compile(
          "(?i).*(apps/|runtime/grpc|studies/remote|/grpc|jetty|netty|protobuf|sqlite|postgresql|duckdb|picocli|spark|junit|testkit).*");

  /** Returns the class path of a program that uses the artifact. */
  static List<String> runtime() throws IOException {
    String others = Files.readString(Path.of("target", "runtime-class-path.txt")).strip();
    return Stream.concat(
            Stream.of(Path.of("target", "classes").toAbsolutePath().toString()),
            Arrays.stream(others.split(java.io.File.pathSeparator)))
        .toList();
  }

  @Test
  void hasNoServerAndNoDatabase() throws IOException {
    assertThat(runtime()).hasSizeGreaterThan(20).noneMatch(p -> UNWANTED.matcher(p).matches());
  }

  @Test
  void hasAllMethods() {
    assertThat(Parallax.methods().stream().map(method -> method.name()))
        .contains("vfedmv", "hfedmv", "mmvfl", "joint", "apfed", "fedmsgl");
  }

  @Test
  void billOfMaterialsNamesAllArtifactsOfTheParent() throws IOException {
    Pattern own =
        Pattern.compile(
            "<groupId>io.parallax</groupId><artifactId>(parallax[a-z-]*)</artifactId><version>");
    assertThat(artifacts(own, Path.of("../../bom/pom.xml")))
        .isEqualTo(artifacts(own, Path.of("../../pom.xml")))
        .contains("parallax", "parallax-parquet");
  }

  private static TreeSet<String> artifacts(Pattern own, Path pom) throws IOException {
    return own.matcher(Files.readString(pom))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
