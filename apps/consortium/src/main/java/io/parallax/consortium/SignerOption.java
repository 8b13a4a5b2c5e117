package io.parallax.consortium;

import io.parallax.web.Person;
import java.util.Set;
import picocli.CommandLine.Option;

/** The person who decides at the command line. */
final class SignerOption {
  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = {
        "the name of the person who decides (default: the user of this machine)",
        "It is believed: whoever can read the party's key can sign."
      })
  private String name;

  /** Returns the person, known by the account of this machine. */
  Person person() {
    String user = System.getProperty("user.name", "owner");
    return new Person(
        "machine:" + (name == null ? user : name), name == null ? user : name, Set.of());
  }
}
