package io.parallax.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files of a release, as an archive has them and as a Debian package installs them.
 *
 * @param home the source tree
 * @param version of the program
 */
record Release(Path home, String version) {
  private static final List<String> PAGES =
      List.of("docs", "methods", "experiments", "benchmarks", "clients");
  private static final List<String> UNITS =
      List.of("parallax-coordinator.service", "parallax-party@.service");

  /** Returns the version, and the time of all files. */
  static Properties about() throws IOException {
    Properties about = new Properties();
    try (InputStream in = Release.class.getResourceAsStream("release.properties")) {
      about.load(in);
    }
    return about;
  }

  String name() {
    return "parallax-" + version;
  }

  /** Returns the files of an archive; all of them are in one folder, which can lie anywhere. */
  Tree archive(Platform platform, Tree jars) throws IOException {
    Tree tree = program(jars).all("", pages());
    for (Path file : files(home.resolve("deploy"))) {
      tree.file("deploy/" + file.getFileName(), file, mode(file));
    }
    if (platform.windows()) {
      tree.text("parallax.cmd", crlf("@\"%~dp0bin\\parallax.cmd\" %*\n"), Tree.PLAIN);
    } else {
      tree.link("parallax", "bin/parallax");
    }
    return new Tree().all(name() + "/", tree);
  }

  private Tree program(Tree jars) throws IOException {
    Tree tree = new Tree().all("lib/", jars);
    for (Path file : files(home.resolve("deploy/launch"))) {
      tree.file("launch/" + file.getFileName(), file, Tree.PLAIN);
    }
    Wheel wheel = new Wheel(home, version);
    tree.bytes("python/" + wheel.name(), wheel.content(), Tree.PLAIN);
    Path bin = home.resolve("deploy/bin");
    tree.file("bin/parallax", bin.resolve("parallax"), Tree.PROGRAM);
    return tree.text(
        "bin/parallax.cmd", crlf(Files.readString(bin.resolve("parallax.cmd"))), Tree.PLAIN);
  }

  /** Returns the lines as Windows needs them, whose shell loses its way in others. */
  private static String crlf(String text) {
    return text.replace("\r\n", "\n").replace("\n", "\r\n");
  }

  /** Returns all that is to be read, at the places where it links to each other. */
  private Tree pages() throws IOException {
    Tree tree = new Tree();
    for (String name : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "LICENSE")) {
      tree.file(name, home.resolve(name), Tree.PLAIN);
    }
    for (String folder : PAGES) {
      try (Stream<Path> files = Files.walk(home.resolve(folder), 2)) {
        for (Path file : files.filter(Release::page).toList()) {
          tree.file(path(file), file, Tree.PLAIN);
        }
      }
    }
    for (Path file : files(home.resolve("examples"))) {
      tree.file(path(file), file, Tree.PLAIN);
    }
    return tree;
  }

  private static boolean page(Path file) {
    return file.toString().matches(".*\\.(md|png|json)") && !file.getParent().endsWith("target");
  }

  private String path(Path file) {
    return home.relativize(file).toString().replace('\\', '/');
  }

  /** Returns the files that a package installs. */
  Tree installed(Tree jars) throws IOException {
    Tree tree = new Tree().all("./usr/lib/parallax/", program(jars));
    tree.link("./usr/bin/parallax", "../lib/parallax/bin/parallax");
    for (String unit : UNITS) {
      Path file = home.resolve("deploy").resolve(unit);
      tree.file("./usr/lib/systemd/system/" + unit, file, Tree.PLAIN);
    }
    Tree doc = new Tree().all("", pages());
    return tree.all("./usr/share/doc/parallax/", doc)
        .file("./usr/share/doc/parallax/copyright", home.resolve("LICENSE"), Tree.PLAIN);
  }

  /**
   * Returns a package's own files: what it is and needs, and what is done around its installation.
   */
  Tree control(String processor, long bytes) throws IOException {
    Path folder = home.resolve("deploy/debian");
    String text =
        Files.readString(folder.resolve("control"))
            .replace("${version}", version.replace("-SNAPSHOT", "~snapshot"))
            .replace("${architecture}", processor)
            .replace("${size}", Long.toString(bytes >> 10));
    Tree control = new Tree().text("./control", text, Tree.PLAIN);
    for (String script : List.of("postinst", "prerm", "postrm")) {
      control.file("./" + script, folder.resolve(script), Tree.PROGRAM);
    }
    return control;
  }

  private static int mode(Path file) {
    return file.toString().endsWith(".sh") ? Tree.PROGRAM : Tree.PLAIN;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return List.copyOf(new TreeSet<>(files.filter(Files::isRegularFile).toList()));
    }
  }
}
