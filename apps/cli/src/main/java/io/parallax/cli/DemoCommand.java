package io.parallax.cli;

import io.parallax.engine.DurableFile;
import io.parallax.report.ResultText;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyResult;
import io.parallax.study.file.StudyText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a whole study on generated data, in seconds.",
      "",
      "Three hospitals see the same typing sessions, each another view of them: alphanumeric keys,"
          + " special keys, accelerometer. One of them knows who was depressed. The joint model is"
          + " trained among them and set beside V-FedMV, every view alone, and all columns in one"
          + " place."
    })
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "print one JSON object as the last line")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    String text = text();
    StudyText study = new StudyText("demo.yaml", text, Path.of("").toAbsolutePath().toString());
    out.println("Three hospitals, three views of the same 15,000 typing sessions; one has labels.");
    out.println("The study:");
    out.println();
    text.lines().forEach(line -> out.println("    " + line));
    out.println();
    out.flush();
    StudyResult result =
        StudyConsole.run(
            study.study(),
            RunOptions.below(Path.of("")).writtenAs(study),
            new ConsoleProgress(spec.commandLine().getErr()));
    out.print(ResultText.of(result));
    out.println();
    next(result, text, out);
    if (json) {
      out.println(result.json());
    }
    return 0;
  }

  private static void next(StudyResult result, String text, PrintWriter out) {
    Path copy = Path.of(result.folder()).resolve("demo.yaml");
    if (!Files.exists(copy)) {
      DurableFile.replace(copy, text.getBytes(StandardCharsets.UTF_8));
    }
    out.println("What to try next:");
    out.println("  change " + copy + " (lambda, beta, fourier, more sessions), then");
    out.println("  ./parallax run " + copy);
    out.println("  ./parallax methods show joint     what each side learns, and every setting");
    out.println("  your own data: README.md, \"Your own study\"");
  }

  private static String text() {
    try (InputStream in = DemoCommand.class.getResourceAsStream("demo.yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
