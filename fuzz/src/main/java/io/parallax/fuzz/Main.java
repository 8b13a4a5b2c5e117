package io.parallax.fuzz;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.data.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./parallax fuzz}. */
@Command(
    name = "./parallax fuzz",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tries the program's readers with inputs that nobody has thought of, guided by coverage.",
      "Without a target, lists all of them. Exit code 1: an input was found that breaks a property."
    })
public final class Main implements Callable<Integer> {
  private static final int FOUND = 1;
  private static final int BAD_INPUT = 2;
  private static final int MOST_CRASHES = 10;
  private static final String ALL = "all";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TARGET",
      description = "one of them, or all")
  private String target;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = "tries this one input")
  private Path file;

  @Option(names = "--seconds", paramLabel = "N", description = "time for each target (default: 60)")
  private long seconds;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "so many executions of each target, instead")
  private long runs;

  @Option(names = "--out", paramLabel = "FOLDER", description = "for inputs that are found")
  private Path out;

  @Option(names = "--json", description = "prints the table as JSON")
  private boolean json;

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new Main());
    line.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command.getErr()));
    System.exit(line.execute(arguments));
  }

  private static int failed(Exception e, PrintWriter err) throws Exception {
    if (e instanceof BadInput) {
      err.println("parallax: " + e.getMessage());
      return BAD_INPUT;
    }
    throw e;
  }

  @Override
  public Integer call() throws IOException {
    if (target == null) {
      list();
      return 0;
    }
    if (file != null) {
      return tried(Targets.named(target));
    }
    List<Target> chosen = target.equals(ALL) ? Targets.all() : List.of(Targets.named(target));
    Jazzer.requirePlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
    Path folder = out == null ? home().resolve("target").resolve("fuzz") : out;
    List<Outcome> outcomes = new ArrayList<>();
    for (Target one : chosen) {
      Jazzer.Budget budget =
          new Jazzer.Budget(runs, runs > 0 && seconds == 0 ? 0 : time(), MOST_CRASHES);
      outcomes.add(new Jazzer(one, folder).run(budget, this::say));
    }
    PrintWriter to = spec.commandLine().getOut();
    to.println(json ? Json.MAPPER.writeValueAsString(outcomes) : Outcome.table(outcomes));
    outcomes.forEach(outcome -> outcome.crashes().forEach(crash -> replay(outcome, crash)));
    return outcomes.stream().allMatch(outcome -> outcome.crashes().isEmpty()) ? 0 : FOUND;
  }

  private long time() {
    return seconds > 0 ? seconds : 60;
  }

  private static Path home() {
    return Path.of(System.getProperty("parallax.home", ".")).toAbsolutePath().normalize();
  }

  private void say(String line) {
    spec.commandLine().getErr().println(line);
  }

  private void replay(Outcome outcome, String crash) {
    say("again: ./parallax fuzz %s %s".formatted(outcome.target(), crash));
  }

  private void list() {
    PrintWriter to = spec.commandLine().getOut();
    Targets.all().forEach(one -> to.printf("%-17s %s%n", one.name(), one.sentence()));
  }

  /** Tries one input without Jazzer, on any platform. */
  private int tried(Target one) throws IOException {
    PrintWriter to = spec.commandLine().getOut();
    if (!Files.isReadable(file)) {
      throw new BadInput(file + " cannot be read; name a file that was found");
    }
    byte[] input = Files.readAllBytes(file);
    try {
      to.println(Trial.run(one, input) ? "accepted" : "rejected: " + sentence(one, input));
      return 0;
    } catch (RuntimeException | Error e) {
      e.printStackTrace(spec.commandLine().getErr());
      return FOUND;
    }
  }

  private static String sentence(Target one, byte[] input) throws IOException {
    try {
      one.run(input);
      return "not every time";
    } catch (Failure failure) {
      return failure.getMessage();
    }
  }
}
