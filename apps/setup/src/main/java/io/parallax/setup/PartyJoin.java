package io.parallax.setup;

import java.io.PrintWriter;
import java.nio.file.Path;

/** All that a party needs between an invitation and its start: certificate, file, and checks. */
public final class PartyJoin {
  private final Joining joining;
  private final PartyFile file;
  private final PrintWriter out;

  /**
   * @param folder of the party; null: one by the party's name
   */
  public PartyJoin(Invitation invitation, Path folder, PrintWriter out) {
    Path home = folder == null ? Path.of(invitation.name()) : folder;
    this.joining = new Joining(invitation, home, out);
    this.file = new PartyFile(joining.name(), home);
    this.out = out;
  }

  /** Returns the path of the party's file. */
  public Path file() {
    return file.path();
  }

  /**
   * Joins, writes the file unless it is there, and lets the doctor look at what it says.
   *
   * @return whether nothing is bad
   */
  public boolean prepare(PartyFile.Data given) {
    file.require(given);
    String coordinator = joining.join();
    Questions questions = new Questions(out);
    boolean ask = given.views().isEmpty() && questions.interactive() && !file.exists();
    if (file.write(coordinator, ask ? PartyFile.ask(questions) : given)) {
      out.println("Wrote " + file.path());
    }
    boolean well = !complete() || new Doctor(file.path(), false, out).well();
    if (!well) {
      out.println("Mend that, then: ./parallax party " + file.path());
    }
    out.flush();
    return well;
  }

  /** Returns whether the file says where the rows are. */
  public boolean complete() {
    return file.complete();
  }

  /**
   * Prints what to do next.
   *
   * @param service whether the system shall start the party
   */
  public void next(boolean service) {
    if (!complete()) {
      out.println("Fill in its rows, then: ./parallax doctor " + file.path());
      out.println("                        ./parallax party " + file.path());
    } else {
      out.println(
          service ? PartyUnit.advice(file.path()) : "Start it: ./parallax party " + file.path());
    }
    out.flush();
  }
}
