package io.parallax.cli;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "new-method",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a small method that builds, passes the tests that every method must pass, and runs in a"
          + " study: a beginning for a method of your own.",
      "",
      "Without --out it becomes the module methods/NAME of this source tree. With --out it is a Maven"
          + " project of its own; its jar is found when PARALLAX_CLASSPATH names it."
    },
    footerHeading = "%n@|bold Examples|@%n",
    footer = {
      "  ./parallax new-method my-ridge",
      "  ./parallax new-method my-ridge --out ../my-ridge --package org.example.ridge"
    })
final class NewMethodCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "its name in study files, such as my-ridge")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where to write a project of its own; it must not be there yet")
  private Path out;

  @Option(
      names = "--package",
      paramLabel = "PACKAGE",
      description = "the Java package (default: io.parallax.NAME)")
  private String packageName;

  /** The source tree that the program was built from; the launcher tells it. */
  private final String home = System.getProperty("parallax.home", "");

  @Override
  public Integer call() throws IOException {
    MethodTemplate template = MethodTemplate.of(name, packageName);
    if (out == null && !Files.isRegularFile(Path.of(home, "methods", "pom.xml"))) {
      throw new BadInput("there is no source tree here to add a method to; give --out FOLDER");
    }
    Path folder = out == null ? Path.of(home, "methods", name) : out;
    if (Files.exists(folder)) {
      throw new BadInput(folder + " is there already; choose another name or folder");
    }
    template.write(folder, out == null);
    PrintWriter text = spec.commandLine().getOut();
    text.printf("%s: the method %s%n%n", folder, name);
    if (out == null) {
      template.addTo(Path.of(home, "methods", "pom.xml"));
      text.printf("Try: ./parallax methods show %s%n", name);
      text.printf("     ./parallax test methods/%s%n", name);
    } else {
      text.printf("Try: cd %s && mvn package   (after 'mvn install' in Parallax's folder)%n", out);
      text.printf(
          "     PARALLAX_CLASSPATH=%s ./parallax methods show %s%n",
          out.resolve("target/" + name + "-0.1.0.jar"), name);
    }
    return 0;
  }
}
