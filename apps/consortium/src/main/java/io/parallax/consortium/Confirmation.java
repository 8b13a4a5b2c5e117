package io.parallax.consortium;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import picocli.CommandLine.Option;

/** Asks before something is signed, unless that was said beforehand. */
public final class Confirmation {
  @Option(names = "--yes", description = "do not ask again")
  private boolean yes;

  /** Returns true if the user types yes, or has confirmed by an option. */
  public boolean confirmed(String question, PrintWriter out) {
    if (yes) {
      return true;
    }
    out.print(question + " Type yes: ");
    out.flush();
    try (Scanner in = new Scanner(System.in, StandardCharsets.UTF_8)) {
      boolean sure = in.hasNextLine() && in.nextLine().strip().equals("yes");
      if (!sure) {
        out.println("Nothing was decided.");
      }
      return sure;
    }
  }
}
