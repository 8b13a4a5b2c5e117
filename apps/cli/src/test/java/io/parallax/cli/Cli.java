package io.parallax.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** A command line that was run, in this process or another, and what it printed. */
record Cli(int exit, String out, String err) {

  /** Runs a command line in this process. */
  static Cli run(Object... arguments) {
    return runWith(CommandLine.defaultFactory(), arguments);
  }

  /** Runs a command line in this process with commands of a test's own. */
  static Cli runWith(CommandLine.IFactory commands, Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] texts = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    int exit =
        Main.execute(texts, new PrintWriter(out, true), new PrintWriter(err, true), commands);
    return new Cli(exit, out.toString(), err.toString());
  }

  /** The last line of standard output, which {@code --json} promises to be one object. */
  JsonNode json() {
    List<String> lines = out.lines().toList();
    try {
      return new ObjectMapper().readTree(lines.get(lines.size() - 1));
    } catch (JsonProcessingException e) {
      throw new AssertionError("the last line is not JSON: " + out + err, e);
    }
  }

  String hash() {
    return json().get("resultHash").asText();
  }
}
