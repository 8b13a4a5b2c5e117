package io.parallax.dist;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.maven.artifact.versioning.ComparableVersion;

/**
 * Known vulnerabilities of Maven's artifacts, from files of the OSV format: a folder with a file
 * for each, or the zip that osv.dev publishes for the ecosystem Maven.
 *
 * @param affected what each artifact is affected by, by its group and name
 * @param count of the advisories that were read
 */
record Advisories(Map<String, List<Affected>> affected, int count) {
  private static final String ECOSYSTEM = "Maven";

  /**
   * The versions that one advisory is about.
   *
   * @param versions those that are listed one by one
   * @param ranges those that are given by their ends
   */
  record Affected(String id, List<String> versions, List<Range> ranges) {
    boolean has(String version) {
      return versions.contains(version) || ranges.stream().anyMatch(range -> range.has(version));
    }
  }

  /**
   * Versions from one on to another.
   *
   * @param fixed the first without it; empty: none
   * @param last the last with it; empty: unknown
   */
  record Range(String introduced, String fixed, String last) {
    boolean has(String version) {
      ComparableVersion own = new ComparableVersion(version);
      return (introduced.equals("0") || own.compareTo(new ComparableVersion(introduced)) >= 0)
          && (fixed.isEmpty() || own.compareTo(new ComparableVersion(fixed)) < 0)
          && (last.isEmpty() || own.compareTo(new ComparableVersion(last)) <= 0);
    }
  }

  /** Reads all advisories of a folder or zip. */
  static Advisories read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return of(path, path);
    }
    if (!Files.isRegularFile(path) || !path.toString().endsWith(".zip")) {
      throw new BadInput(
          "--advisories is %s; it must be a folder or a zip of OSV files; get Maven/all.zip of osv.dev"
              .formatted(path));
    }
    try (FileSystem zip = FileSystems.newFileSystem(path)) {
      return of(zip.getPath("/"), path);
    }
  }

  private static Advisories of(Path folder, Path named) throws IOException {
    Advisories advisories = new Advisories(new HashMap<>(), 0);
    int count = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : new TreeSet<>(files.filter(Advisories::json).toList())) {
        count += advisories.add(file) ? 1 : 0;
      }
    }
    if (count == 0) {
      throw new BadInput(
          "%s has no advisory about an artifact of Maven; it must have files of the OSV format"
              .formatted(named));
    }
    return new Advisories(advisories.affected, count);
  }

  private static boolean json(Path file) {
    return file.toString().endsWith(".json");
  }

  private boolean add(Path file) throws IOException {
    JsonNode advisory;
    try {
      advisory = Json.MAPPER.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new BadInput("%s is no JSON; it must be an OSV file".formatted(file), e);
    }
    boolean found = false;
    for (JsonNode one : advisory.path("affected")) {
      JsonNode about = one.path("package");
      if (about.path("ecosystem").asText().equals(ECOSYSTEM) && !advisory.has("withdrawn")) {
        List<String> versions = new ArrayList<>();
        one.path("versions").forEach(version -> versions.add(version.asText()));
        affected
            .computeIfAbsent(about.path("name").asText(), name -> new ArrayList<>())
            .add(new Affected(advisory.path("id").asText(), versions, ranges(one.path("ranges"))));
        found = true;
      }
    }
    return found;
  }

  private static List<Range> ranges(JsonNode ranges) {
    List<Range> found = new ArrayList<>();
    for (JsonNode range : ranges) {
      String introduced = "";
      String last = "";
      for (JsonNode event : range.path("events")) {
        if (event.has("introduced")) {
          introduced = event.path("introduced").asText();
        } else if (event.has("last_affected")) {
          last = event.path("last_affected").asText();
        }
        if (event.has("fixed") || event.has("last_affected")) {
          found.add(new Range(introduced, event.path("fixed").asText(), last));
          introduced = "";
          last = "";
        }
      }
      if (!introduced.isEmpty()) {
        found.add(new Range(introduced, "", ""));
      }
    }
    return found;
  }

  /** Returns what is known against components: a line for each finding. */
  List<String> about(List<? extends JsonNode> components) {
    List<String> lines = new ArrayList<>();
    for (JsonNode one : components) {
      String name = one.path("group").asText() + ":" + one.path("name").asText();
      String version = one.path("version").asText();
      affected.getOrDefault(name, List.of()).stream()
          .filter(advisory -> advisory.has(version))
          .forEach(advisory -> lines.add("%s  %s:%s".formatted(advisory.id(), name, version)));
    }
    return lines.stream().distinct().sorted().toList();
  }
}
