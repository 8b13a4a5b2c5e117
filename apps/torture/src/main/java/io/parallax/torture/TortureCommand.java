package io.parallax.torture;

import io.parallax.consortium.ExitCode;
import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets the real processes of a consortium fail, again and again. */
@Command(
    name = "torture",
    mixinStandardHelpOptions = true,
    description = {
      "Runs studies among real processes on this machine while they are killed, stopped, cut off"
          + " or out of disk; every result must have the bits of an undisturbed one.",
      "",
      "A coordinator and four parties listen on 127.0.0.1 only. With --kills 0 nothing fails: a long"
          + " run then shows whether memory, open files and threads stay flat."
    },
    footer = {
      "",
      "Examples: ./parallax torture --kills 100",
      "          ./parallax torture --kills 0 --hours 8",
      "",
      "Simulated faults are many times as fast: ./parallax simulate --help"
    })
public final class TortureCommand implements Callable<Integer> {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar", "alder");
  @Spec private CommandSpec spec;

  @Option(
      names = "--kills",
      defaultValue = "100",
      description = "end after so many killed processes; 0: no faults (default: ${DEFAULT-VALUE})")
  private int kills;

  @Option(
      names = "--hours",
      defaultValue = "1",
      description = "begin no other study after so many hours (default: ${DEFAULT-VALUE})")
  private double hours;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "which studies and faults (default: ${DEFAULT-VALUE}); times are not repeated")
  private long seed;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "an empty folder for keys, rows, states and logs (default: a temporary one)")
  private Path folder;

  @Option(names = "--json", description = "print one JSON object as the last line")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    requireSane();
    Path place = place();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    err.println("States and logs are in " + place);
    TortureStudy.rows(place.resolve("data"), PARTIES);
    try (Nodes nodes = new Nodes(place, PARTIES)) {
      Torture torture = new Torture(nodes, place, seed, limits(), note -> say(err, note));
      Thread ended = new Thread(() -> end(nodes, torture, out)); // by Ctrl-C
      Runtime.getRuntime().addShutdownHook(ended);
      TortureResult result = torture.run();
      Runtime.getRuntime().removeShutdownHook(ended);
      out.print(result.text());
      if (json) {
        out.println(result.json());
      }
      return result.broken() == 0 ? 0 : ExitCode.FAILED;
    }
  }

  private Torture.Limits limits() {
    return new Torture.Limits(kills, Duration.ofSeconds((long) (3600 * hours)));
  }

  private static void say(PrintWriter to, String note) {
    to.println(note);
    to.flush();
  }

  private static void end(Nodes nodes, Torture torture, PrintWriter out) {
    nodes.close();
    say(out, torture.soFar().text());
  }

  private void requireSane() {
    if (kills < 0) {
      throw new BadInput("--kills is " + kills + "; it must be 0 or more");
    }
    if (!(hours > 0) || hours > 1000) {
      throw new BadInput("--hours is " + hours + "; it must be above 0 and at most 1000");
    }
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      throw new BadInput("'torture' needs Linux: it sends signals and reads /proc");
    }
  }

  private Path place() {
    try {
      if (folder == null) {
        return Files.createTempDirectory("parallax-torture");
      }
      Files.createDirectories(folder);
      try (var inside = Files.list(folder)) {
        if (inside.findAny().isPresent()) {
          throw new BadInput(folder + " is not empty; choose another folder");
        }
      }
      return folder.toAbsolutePath();
    } catch (IOException e) {
      throw BadInput.quoting("cannot make a folder for the nodes; choose one with --folder", e);
    }
  }
}
