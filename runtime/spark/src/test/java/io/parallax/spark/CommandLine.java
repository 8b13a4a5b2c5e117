package io.parallax.spark;

import io.parallax.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** A command line of the program that was run in this process, and what it printed. */
record CommandLine(int exit, String out, String err) {
  static CommandLine run(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    int exit = Main.execute(words, new PrintWriter(out), new PrintWriter(err));
    return new CommandLine(exit, out.toString(), err.toString());
  }
}
