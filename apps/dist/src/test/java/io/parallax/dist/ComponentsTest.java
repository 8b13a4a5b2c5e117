package io.parallax.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComponentsTest {
  private static final String LIST =
      """
      {"components": [
        {"group": "io.parallax", "name": "parallax-math", "version": "0.1.0",
         "purl": "pkg:maven/io.parallax/parallax-math@0.1.0?type=jar"},
        {"group": "org.example", "name": "blas", "version": "1.2",
         "purl": "pkg:maven/org.example/blas@1.2?type=jar",
         "licenses": [{"license": {"id": "MIT", "url": "https://example.org/mit"}}]},
        {"group": "org.example", "name": "blas", "version": "1.2",
         "purl": "pkg:maven/org.example/blas@1.2?classifier=linux-x86_64&type=jar",
         "licenses": [{"license": {"id": "MIT"}}]},
        {"group": "org.example", "name": "secret", "version": "3",
         "purl": "pkg:maven/org.example/secret@3?type=jar"}
      ]}
      """;

  private static final String ADVISORY =
      """
      {"id": "TEST-1", "affected": [{"package": {"ecosystem": "Maven", "name": "org.example:blas"},
       "versions": ["0.9-odd"],
       "ranges": [{"type": "ECOSYSTEM", "events": [
         {"introduced": "0"}, {"fixed": "1.0"}, {"introduced": "1.2"}, {"fixed": "1.10"},
         {"introduced": "2.0"}, {"last_affected": "2.1"}, {"introduced": "3.0"}]}]}]}
      """;

  @TempDir Path folder;

  private Components components() throws IOException {
    return Components.read(Files.writeString(folder.resolve("components.json"), LIST));
  }

  private static Tree lib(String... jars) {
    Tree lib = new Tree();
    for (String jar : jars) {
      lib.bytes(jar, jar.getBytes(StandardCharsets.UTF_8), Tree.PLAIN);
    }
    return lib;
  }

  private static String text(Tree tree, String path) throws IOException {
    try (var in = tree.items().get(path).content().open()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyJarIsListedWithItsOwnHashOriginAndLicence() throws IOException {
    Tree lib = lib("blas-1.2.jar", "blas-1.2-macosx-arm64.jar", "parallax-math-0.1.0.jar");
    List<ObjectNode> found = components().of(Platform.MACOSX_ARM64, lib);
    Tree lists = Components.lists(found, "0.1.0");
    JsonNode document = Json.MAPPER.readTree(text(lists, Components.FILE));
    assertThat(document.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(document.path("components").findValuesAsText("purl"))
        .containsExactly(
            "pkg:maven/org.example/blas@1.2?classifier=macosx-arm64&type=jar",
            "pkg:maven/org.example/blas@1.2?type=jar",
            "pkg:maven/io.parallax/parallax-math@0.1.0?type=jar");
    Path jar = Files.writeString(folder.resolve("jar"), "blas-1.2.jar");
    assertThat(document.at("/components/1/hashes/0/content").asText())
        .isEqualTo(Hashes.ofFile(jar));
    assertThat(document.at("/components/2/licenses/0/license/id").asText()).isEqualTo("Apache-2.0");
    assertThat(text(lists, Components.LICENCES))
        .contains("lib/blas-1.2.jar\n    MIT  https://example.org/mit\n")
        .doesNotContain("parallax-math");
  }

  @Test
  void aJarThatIsUnknownOrWithoutALicenceIsInNoRelease() throws IOException {
    Components components = components();
    assertThatThrownBy(() -> components.of(Platform.LINUX_X86_64, lib("other-1.jar")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("other-1.jar is in no list of components");
    assertThatThrownBy(() -> components.of(Platform.LINUX_X86_64, lib("secret-3.jar")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("secret@3?type=jar names no licence");
    assertThatThrownBy(() -> Components.read(folder.resolve("none.json")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("./parallax dist");
  }

  @ParameterizedTest
  @CsvSource({
    "0.9, true", "0.9-odd, true", "1.0, false", "1.1, false", "1.2, true", "1.9.3, true",
    "1.10, false", "2.0, true", "2.1, true", "2.2, false", "3.0-beta, false", "3.7, true"
  })
  void versionsAreComparedAsMavenOrdersThem(String version, boolean affected) throws IOException {
    Files.writeString(folder.resolve("one.json"), ADVISORY);
    ObjectNode component = Json.MAPPER.createObjectNode();
    component.put("group", "org.example").put("name", "blas").put("version", version);
    assertThat(Advisories.read(folder).about(List.of(component)))
        .isEqualTo(affected ? List.of("TEST-1  org.example:blas:" + version) : List.of());
  }

  @Test
  void aZipIsReadLikeAFolderAndWithdrawnAdvisoriesDoNotCount() throws IOException {
    Path file = folder.resolve("all.zip");
    try (FileSystem zip = FileSystems.newFileSystem(file, Map.of("create", "true"))) {
      Files.writeString(zip.getPath("a.json"), ADVISORY);
      Files.writeString(
          zip.getPath("b.json"), ADVISORY.replace("{\"id\"", "{\"withdrawn\": \"now\", \"id\""));
      Files.writeString(zip.getPath("c.json"), ADVISORY.replace("Maven", "npm"));
    }
    assertThat(Advisories.read(file).count()).isOne();
  }

  @Test
  void whatIsNoListOfAdvisoriesIsRefused() throws IOException {
    assertThatThrownBy(() -> Advisories.read(folder.resolve("none")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("it must be a folder or a zip of OSV files");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> Advisories.read(empty)).hasMessageContaining("has no advisory");
    Files.writeString(empty.resolve("bad.json"), "{");
    assertThatThrownBy(() -> Advisories.read(empty))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("is no JSON");
  }
}
