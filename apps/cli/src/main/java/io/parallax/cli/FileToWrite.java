package io.parallax.cli;

import io.parallax.experiments.Reproduction;
import io.parallax.run.Runs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * A file that an option writes. A study file, a run's folder or the name of an experiment is none:
 * behind an option that needs no file it is left to the command, as in {@code --latex study.yaml}.
 */
final class FileToWrite implements IParameterPreprocessor {

  @Override
  public boolean preprocess(
      Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
    if (arguments.isEmpty() || !isRead(arguments.peek())) {
      return false;
    }
    if (option.arity().min() > 0 || "=".equals(info.get("separator"))) {
      throw new ParameterException(
          command.commandLine(),
          "%s is no file for %s to write over; name a new one, such as table.tex"
              .formatted(arguments.peek(), ((OptionSpec) option).longestName()));
    }
    arguments.push(((OptionSpec) option).fallbackValue());
    return false;
  }

  private static boolean isRead(String argument) {
    String name = argument.toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml")
        || name.endsWith(".yml")
        || name.endsWith(".json")
        || Files.isDirectory(Runs.named(Path.of(argument)))
        || Reproduction.list().stream().anyMatch(known -> known.name().equals(argument));
  }
}
