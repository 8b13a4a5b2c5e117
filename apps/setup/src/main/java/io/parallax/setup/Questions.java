package io.parallax.setup;

import io.parallax.core.BadInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Asks the person at the terminal, or whatever standard input is. */
public final class Questions {
  private final InputStream in;
  private final PrintWriter out;

  public Questions(PrintWriter out) {
    this(System.in, out);
  }

  Questions(InputStream in, PrintWriter out) {
    this.in = in;
    this.out = out;
  }

  /** Returns whether somebody sits there. */
  public boolean interactive() {
    return System.console() != null;
  }

  /** Returns the next line; empty if there are no more. */
  Optional<String> line(String question) {
    out.print(question + " ");
    out.flush();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int next = in.read(); // byte by byte: what follows belongs to the next question
      if (next < 0) {
        return Optional.empty();
      }
      while (next >= 0 && next != '\n') {
        line.write(next);
        next = in.read();
      }
      return Optional.of(line.toString(StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new BadInput("the answer cannot be read from standard input", e);
    }
  }

  /** Asks until the answer is yes or no; empty: nobody answers. */
  Optional<Boolean> yesOrNo(String question) {
    for (Optional<String> said = line(question); said.isPresent(); said = line(question)) {
      if (said.get().equals("yes") || said.get().equals("no")) {
        return said.map("yes"::equals);
      }
    }
    return Optional.empty();
  }

  /** Asks for a secret, which a terminal does not show. */
  char[] secret(String question) {
    if (interactive()) {
      char[] typed = System.console().readPassword("%s ", question);
      return typed == null ? new char[0] : typed;
    }
    return line(question)
        .orElseThrow(
            () ->
                new BadInput(
                    "a passphrase is needed; set PARALLAX_CA_PASSPHRASE, or give --passphrase-file"))
        .toCharArray();
  }
}
