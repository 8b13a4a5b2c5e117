package io.parallax.cli;

import io.parallax.core.Methods;
import io.parallax.report.MethodList;
import io.parallax.report.MethodText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "methods",
    mixinStandardHelpOptions = true,
    description =
        "Lists the methods, with what they learn and who holds what; 'methods show NAME' describes one.",
    subcommands = MethodsCommand.Show.class)
final class MethodsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    MethodList.print(out);
    out.println();
    out.println("More: ./parallax methods show NAME; docs/which-method.md helps to choose");
    return 0;
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description =
          "Shows a method: its paper, settings with defaults, and what it reveals to whom.")
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "the method's name, such as vfedmv")
    private String name;

    @Override
    public Integer call() {
      MethodText.print(Methods.named(name), spec.commandLine().getOut());
      return 0;
    }
  }
}
