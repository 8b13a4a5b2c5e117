package io.parallax.cli;

import io.parallax.consortium.ConsortiumCommands;
import io.parallax.consortium.ExitCode;
import io.parallax.core.Failure;
import io.parallax.core.Shown;
import io.parallax.core.Stopped;
import io.parallax.core.Unforeseen;
import io.parallax.math.Threads;
import io.parallax.simulate.SimulateCommand;
import io.parallax.torture.TortureCommand;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
    name = "parallax",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLines.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "",
      "Federated multi-view learning: organisations that hold different views of the same people"
          + " train one model together, and no row leaves its owner.",
      ""
    },
    footerHeading = "%n@|bold Where to begin|@%n",
    footer = {
      "  ./parallax demo                 a whole study on generated data, in seconds",
      "  ./parallax run my-study.yaml    your own; README.md shows the file",
      "  ./parallax predict --help       new rows, with the model that a run leaves",
      "  ./parallax reproduce --list     tables and figures of the papers, again",
      "  ./parallax methods show vfedmv  settings, and what each side learns",
      "  docs/two-machines.md            a study between organisations, from nothing",
      "  docs/spark.md                   larger than one machine: ./parallax add spark",
      "  ./parallax dist, test, bench    an archive to install; every test; speed",
      "  ./parallax fuzz                 every reader, with inputs that nobody has thought of",
      "",
      "@|bold Environment|@",
      "  PARALLAX_THREADS  how many cores to use (default: all); never changes a result",
      "  PARALLAX_MEMORY   the Java heap, such as 8g (default: a quarter of the memory)",
      "  PARALLAX_DATA     the folder of public data sets, for studies that say $PARALLAX_DATA/...",
      "  PARALLAX_MIRROR   a folder or web address to get such sets from: ./parallax data get",
      "  PARALLAX_CLASSPATH  jars with methods or data formats of your own, separated by ':'",
      "  PARALLAX_DEBUG    set to 1, errors come with a stack trace",
      "",
      "@|bold Exit codes|@",
      "  0  done         1  failed, or a check did not hold",
      "  2  bad input: a wrong argument, study or data file; nothing was changed",
      "  130  stopped by Ctrl-C; the same command goes on from there"
    })
public final class Main implements Runnable {
  private static final List<Class<?>> LOCAL =
      List.of(
          DemoCommand.class,
          RunCommand.class,
          ReproduceCommand.class,
          PredictCommand.class,
          ValidateCommand.class,
          ExplainCommand.class,
          ExportCommand.class,
          RunsCommand.class,
          AlignCommand.class,
          AuditCommand.class,
          DataCommand.class,
          MethodsCommand.class,
          NewMethodCommand.class,
          SimulateCommand.class,
          TortureCommand.class,
          VerifyCommand.class);
  private static final List<Class<?>> COMMANDS =
      Stream.of(LOCAL, ConsortiumCommands.ALL).flatMap(List::stream).toList();
  private static final String HELP = "help";

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    System.exit(
        execute(args, new PrintWriter(System.out, true), new PrintWriter(System.err, true)));
  }

  /** Runs a command line and returns its exit code. */
  public static int execute(String[] args, PrintWriter out, PrintWriter err) {
    return execute(args, out, err, CommandLine.defaultFactory());
  }

  /**
   * Runs a command line.
   *
   * @param commands makes the commands
   */
  static int execute(
      String[] args, PrintWriter out, PrintWriter err, CommandLine.IFactory commands) {
    try {
      Threads.count();
    } catch (ExceptionInInitializerError e) {
      err.println("parallax: " + e.getCause().getMessage());
      return ExitCode.BAD_INPUT;
    }
    CommandLine line = new CommandLine(new Main(), commands);
    add(line, args);
    line.setOut(out).setErr(err).setUsageHelpWidth(100).setUsageHelpLongOptionsMaxWidth(24);
    line.setParameterExceptionHandler(Main::badArguments);
    line.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command.getErr()));
    int code = execute(line, args, err);
    out.flush();
    err.flush();
    return code;
  }

  /**
   * Adds the command that is meant, or else all by their names alone: picocli takes half a second
   * to describe them.
   */
  private static void add(CommandLine line, String[] args) {
    boolean help = args.length > 0 && args[0].equals(HELP);
    String first = args.length == 0 ? "" : args[args.length > 1 && help ? 1 : 0];
    List<Class<?>> named =
        COMMANDS.stream()
            .filter(type -> type.getAnnotation(Command.class).name().equals(first))
            .toList();
    named.forEach(line::addSubcommand);
    if (named.isEmpty()) {
      COMMANDS.forEach(type -> line.addSubcommand(outline(type.getAnnotation(Command.class))));
    }
    if (help || named.isEmpty()) {
      line.addSubcommand(CommandLine.HelpCommand.class);
    }
  }

  /** Returns a command as the list of commands shows it. */
  private static CommandSpec outline(Command command) {
    CommandSpec outline = CommandSpec.create().name(command.name());
    outline.usageMessage().description(command.description()).hidden(command.hidden());
    return outline;
  }

  private static int execute(CommandLine line, String[] args, PrintWriter err) {
    try {
      return line.execute(args);
    } catch (OutOfMemoryError e) {
      err.println(
          "parallax: the Java heap is too small for this; set PARALLAX_MEMORY, such as 8g, or use"
              + " less data");
      return ExitCode.FAILED;
    }
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int badArguments(ParameterException e, String[] args) {
    PrintWriter err = e.getCommandLine().getErr();
    err.println("parallax: " + e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.BAD_INPUT;
  }

  private static int failed(Exception e, PrintWriter err) {
    if ("1".equals(System.getenv("PARALLAX_DEBUG"))) {
      e.printStackTrace(err);
    }
    if (e instanceof Stopped) {
      return ExitCode.INTERRUPTED;
    }
    Failure failure = Failure.of(e);
    err.println(
        "parallax: "
            + Shown.lines(failure.getMessage())
            + (failure instanceof Unforeseen
                ? " (run again with PARALLAX_DEBUG=1 and report what it prints)"
                : ""));
    return failure.kind() == Failure.Kind.BAD_INPUT ? ExitCode.BAD_INPUT : ExitCode.FAILED;
  }
}
