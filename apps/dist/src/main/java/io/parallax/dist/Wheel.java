package io.parallax.dist;

import io.parallax.core.Hashes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The Python package as a wheel: its modules, and what pip has to know of them. It is made without
 * Python; the same sources make the same bytes.
 *
 * @param home the source tree
 * @param version of the program
 */
public record Wheel(Path home, String version) {
  private static final String SOURCES = "clients/python";
  private static final String NAME = "parallax_fl";
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  /** Returns the wheel of this version of the program. */
  public static Wheel of(Path home) throws IOException {
    return new Wheel(home, Release.about().getProperty("version"));
  }

  /** Returns the file's name, which pip reads. */
  public String name() {
    return NAME + "-" + number() + "-py3-none-any.whl";
  }

  /** Returns the version as Python writes it. */
  private String number() {
    return version.replace("-SNAPSHOT", ".dev0");
  }

  /** Returns the file's content. */
  public byte[] content() throws IOException {
    Tree tree = modules();
    String about = NAME + "-" + number() + ".dist-info/";
    tree.text(about + "METADATA", metadata(), Tree.PLAIN);
    tree.file(about + "LICENSE", home.resolve("LICENSE"), Tree.PLAIN);
    tree.text(
        about + "WHEEL",
        "Wheel-Version: 1.0\nGenerator: parallax\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        Tree.PLAIN);
    tree.text(about + "RECORD", record(tree, about + "RECORD"), Tree.PLAIN);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Packing(Instant.parse(Release.about().getProperty("time"))).zip(tree, out);
    return out.toByteArray();
  }

  private Tree modules() throws IOException {
    Path sources = home.resolve(SOURCES).resolve("src");
    Tree tree = new Tree();
    try (Stream<Path> files = Files.walk(sources.resolve(NAME))) {
      for (Path file : new TreeSet<>(files.filter(Wheel::module).toList())) {
        tree.file(sources.relativize(file).toString().replace('\\', '/'), file, Tree.PLAIN);
      }
    }
    return tree;
  }

  private static boolean module(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".py") || name.equals("py.typed");
  }

  private String metadata() throws IOException {
    Path folder = home.resolve(SOURCES);
    return Files.readString(folder.resolve("METADATA")).replace("${version}", number())
        + Files.readString(folder.resolve("README.md"));
  }

  /** Returns the list of all files with hash and size; its own line has neither. */
  private static String record(Tree tree, String own) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, Tree.Item> one : tree.items().entrySet()) {
      try (InputStream in = one.getValue().content().open()) {
        byte[] content = in.readAllBytes();
        String hash = BASE64.encodeToString(Hashes.of(content));
        lines.append(
            String.join(",", List.of(one.getKey(), "sha256=" + hash, "" + content.length)));
        lines.append('\n');
      }
    }
    return lines.append(own).append(",,\n").toString();
  }

  /** Writes the wheel into a folder and returns its file. */
  public Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.write(folder.resolve(name()), content());
  }
}
