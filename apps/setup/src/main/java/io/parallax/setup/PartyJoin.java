package io.parallax.setup;

import io.parallax.core.PartyId;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/** All that a party needs between an invitation and its start: certificate, file, and checks. */
public final class PartyJoin {
  private final Joining joining;
  private final PartyFile file;
  private final PrintWriter out;

  /**
   * @param folder of the party; null: one by the party's name
   * @param words that whoever invited the party has read to it; null: ask
   * @param service whether the system shall start the party
   */
  public PartyJoin(
      Invitation invitation, Path folder, String words, boolean service, PrintWriter out) {
    PartyId name = PartyId.of(invitation.name());
    PartyUnit unit = new PartyUnit();
    Path usual = service ? unit.folder(name) : Path.of(name.name());
    Path home = folder == null ? usual : folder;
    if (service) {
      unit.require(name, home);
    }
    SameWords same = new SameWords(Optional.ofNullable(words), new Questions(out));
    this.joining = new Joining(invitation, home, same, out);
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

  /** Makes the system start the party, or says what is missing for that. */
  public void serve() {
    if (complete()) {
      new PartyUnit().start(joining.name());
      out.println("Started as parallax-party@" + joining.name() + ".");
      out.flush();
    } else {
      next();
    }
  }

  /** Prints what to do next. */
  public void next() {
    if (!complete()) {
      out.println("Fill in its rows, then: ./parallax doctor " + file.path());
      out.println("                        ./parallax party " + file.path());
    } else {
      out.println("Start it: ./parallax party " + file.path());
    }
    out.flush();
  }
}
