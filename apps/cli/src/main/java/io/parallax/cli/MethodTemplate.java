package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.study.Version;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/**
 * The files of a new method, made from those in the folder new-method of the resources.
 *
 * @param name in study files
 * @param type the name of the method's class, with which those of its other classes begin
 */
record MethodTemplate(String name, String packageName, String type) {
  private static final List<String> TESTS = List.of("ContractTest", "EquationsTest");
  private static final List<String> CLASSES =
      List.of("Config", "Messages", "Equations", "Party", "Coordinator", "Result");

  /**
   * Refuses names that no method can have.
   *
   * @param packageName of its classes; null: one by the method's name
   */
  static MethodTemplate of(String name, String packageName) {
    if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*") || name.length() > 40) {
      throw new BadInput(
          "'%s' is no name for a method; use lower-case letters, digits and dashes, a letter first"
              .formatted(name));
    }
    if (Methods.all().stream().map(Method::name).anyMatch(name::equals)) {
      throw new BadInput("there is a method '" + name + "' already; choose another name");
    }
    String own = packageName == null ? "io.parallax." + name.replace("-", "") : packageName;
    if (!SourceVersion.isName(own, SourceVersion.RELEASE_17)) {
      throw new BadInput(own + " is no name of a Java package; choose another with --package");
    }
    String type =
        Arrays.stream(name.split("-"))
            .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
            .collect(Collectors.joining());
    return new MethodTemplate(name, own, type);
  }

  /**
   * Writes all files.
   *
   * @param tree whether the folder is a module of the source tree, or a project of its own
   */
  void write(Path folder, boolean tree) throws IOException {
    put(tree ? "pom-tree.xml" : "pom-own.xml", folder.resolve("pom.xml"));
    put("README.md", folder.resolve("README.md"));
    String path = packageName.replace('.', '/');
    Path main = folder.resolve("src/main/java").resolve(path);
    Path test = folder.resolve("src/test/java").resolve(path);
    put("Method.java", main.resolve(type + ".java"));
    put("package-info.java", main.resolve("package-info.java"));
    for (String one : CLASSES) {
      put(one + ".java", main.resolve(type + one + ".java"));
    }
    for (String one : TESTS) {
      put(one + ".java", test.resolve(type + one + ".java"));
    }
    Path services = folder.resolve("src/main/resources/META-INF/services");
    Files.createDirectories(services);
    Files.writeString(services.resolve(Method.class.getName()), packageName + "." + type + "\n");
  }

  /** Adds the module to the list of methods: the one place that names them all. */
  void addTo(Path list) throws IOException {
    String text = Files.readString(list);
    for (String entry : List.of(read("module.xml"), read("dependency.xml"))) {
      String end = entry.substring(entry.indexOf('\n') + 1);
      text = text.replace(end, entry);
    }
    Files.writeString(list, text);
  }

  private void put(String resource, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.writeString(to, sorted(read(resource)));
  }

  private String read(String resource) throws IOException {
    try (InputStream in =
        MethodTemplate.class.getResourceAsStream("new-method/" + resource + ".txt")) {
      return filled(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private String filled(String text) {
    return text.replace("__package__", packageName)
        .replace("__Class__", type)
        .replace("__name__", name)
        .replace("__version__", Version.NUMBER);
  }

  /** Imports in the order that the formatter wants, wherever the package stands among them. */
  private static String sorted(String text) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    List<String> imports =
        lines.stream().filter(line -> line.matches("import (?!static ).*")).sorted().toList();
    int first = imports.stream().mapToInt(lines::indexOf).min().orElse(0);
    lines.removeAll(imports);
    lines.addAll(first, imports);
    return String.join("\n", lines) + "\n";
  }
}
