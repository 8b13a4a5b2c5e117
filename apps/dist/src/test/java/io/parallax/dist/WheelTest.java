package io.parallax.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Hashes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

class WheelTest {
  private static final Path HOME = Path.of("..", "..");
  private static final Wheel WHEEL = new Wheel(HOME, "0.1.0");
  private static final String ABOUT = "parallax_fl-0.1.0.dist-info/";

  private static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(WHEEL.content()))) {
      for (ZipEntry one = in.getNextEntry(); one != null; one = in.getNextEntry()) {
        files.put(one.getName(), in.readAllBytes());
      }
    }
    return files;
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.UTF_8);
  }

  @Test
  void itHasEveryModuleAndNothingElse() throws IOException {
    Path sources = HOME.resolve("clients/python/src");
    try (Stream<Path> modules = Files.list(sources.resolve("parallax_fl"))) {
      assertThat(files().keySet())
          .filteredOn(name -> !name.startsWith(ABOUT))
          .containsExactlyInAnyOrderElementsOf(
              modules
                  .filter(Files::isRegularFile)
                  .map(file -> sources.relativize(file).toString())
                  .toList())
          .contains("parallax_fl/__init__.py", "parallax_fl/py.typed");
    }
    assertThat(WHEEL.name()).isEqualTo("parallax_fl-0.1.0-py3-none-any.whl");
    assertThat(new Wheel(HOME, "0.2.0-SNAPSHOT").name())
        .isEqualTo("parallax_fl-0.2.0.dev0-py3-none-any.whl");
  }

  @Test
  void itsRecordHasTheHashAndSizeOfEveryFile() throws IOException {
    Map<String, byte[]> files = files();
    Map<String, String> told = new LinkedHashMap<>();
    text(files.get(ABOUT + "RECORD"))
        .lines()
        .forEach(line -> told.put(line.split(",")[0], line.substring(line.indexOf(',') + 1)));
    assertThat(told.keySet()).containsExactlyInAnyOrderElementsOf(files.keySet());
    assertThat(told.remove(ABOUT + "RECORD")).isEqualTo(",");
    told.forEach(
        (name, line) -> {
          byte[] hash = Base64.getUrlDecoder().decode(line.split("[=,]")[1]);
          assertThat(hash).as(name).isEqualTo(Hashes.of(files.get(name)));
          assertThat(line).as(name).endsWith("," + files.get(name).length);
        });
  }

  @Test
  void pipIsToldNameVersionAndWhatItNeeds() throws IOException {
    String about = text(files().get(ABOUT + "METADATA"));
    assertThat(about)
        .startsWith("Metadata-Version: 2.1\nName: parallax-fl\nVersion: 0.1.0\n")
        .contains("\nRequires-Python: >=3.9\n", "\n\n# Parallax from Python\n")
        .doesNotContain("${");
    assertThat(about.lines().filter(line -> line.startsWith("Requires-Dist:")))
        .allMatch(line -> line.contains("; extra == "));
    assertThat(text(files().get(ABOUT + "WHEEL"))).contains("Tag: py3-none-any\n");
  }

  @Test
  void theSameSourcesMakeTheSameBytesInEveryTimeZone() throws IOException {
    TimeZone zone = TimeZone.getDefault();
    byte[] here = WHEEL.content();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      assertThat(WHEEL.content()).isEqualTo(here);
    } finally {
      TimeZone.setDefault(zone);
    }
  }
}
