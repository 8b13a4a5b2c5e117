package io.parallax.cli;

import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.CompilationUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The production sources of all modules, for tests of their form. */
final class Sources {
  static final Path ROOT = Path.of("..", "..");

  private Sources() {}

  /** Returns the files, without build results. */
  static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(path -> path.toString().endsWith(".java"))
          .filter(path -> path.toString().contains("/src/main/java/"))
          .filter(path -> !path.toString().contains("/target/"))
          .sorted()
          .toList();
    }
  }

  /** Returns the module of a file, such as library/math. */
  static String module(Path file) {
    String relative = ROOT.relativize(file).toString();
    return relative.substring(0, relative.indexOf("/src/"));
  }

  static int lines(Path file) throws IOException {
    return Files.readAllLines(file).size();
  }

  /** Returns the number of lines of each package, by module. */
  static Map<String, Map<String, Integer>> packages() throws IOException {
    Map<String, Map<String, Integer>> modules = new TreeMap<>();
    for (Path file : files()) {
      String path = file.toString();
      String name =
          path.substring(path.indexOf("/io/parallax/") + 1, path.lastIndexOf('/'))
              .replace('/', '.');
      modules
          .computeIfAbsent(module(file), module -> new TreeMap<>())
          .merge(name, lines(file), Integer::sum);
    }
    return modules;
  }

  static CompilationUnit parsed(Path file) throws IOException {
    return parsed(Files.readString(file));
  }

  static CompilationUnit parsed(String text) {
    StaticJavaParser.getParserConfiguration()
        .setAttributeComments(false)
        .setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17);
    return StaticJavaParser.parse(text);
  }
}
