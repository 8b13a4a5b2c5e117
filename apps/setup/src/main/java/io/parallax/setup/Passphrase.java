package io.parallax.setup;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** The passphrase of an authority's key: from a file, the environment, or the terminal. */
public final class Passphrase {
  private static final String VARIABLE = "PARALLAX_CA_PASSPHRASE";
  private final Optional<Path> file;
  private final Questions questions;

  public Passphrase(Optional<Path> file, Questions questions) {
    this.file = file;
    this.questions = questions;
  }

  /** Returns one that is given without a question. */
  public Optional<char[]> given() {
    if (file.isPresent()) {
      try {
        return Optional.of(Files.readString(file.get()).strip().toCharArray());
      } catch (IOException e) {
        throw new BadInput("cannot read the passphrase in " + file.get() + "; check the path", e);
      }
    }
    return Optional.ofNullable(System.getenv(VARIABLE))
        .filter(text -> !text.isBlank())
        .map(String::toCharArray);
  }

  /** Returns the passphrase of an existing key. */
  public char[] existing() {
    return given().orElseGet(() -> questions.secret("Passphrase of the authority's key:"));
  }

  /** Returns the passphrase of a new key, which is asked twice. */
  public char[] chosen() {
    return given()
        .orElseGet(
            () -> {
              char[] first =
                  questions.secret(
                      "Choose a passphrase for the authority's key (12 or more letters):");
              if (!Arrays.equals(first, questions.secret("The same once more:"))) {
                throw new BadInput("the two passphrases differ; nothing was made");
              }
              return first;
            });
  }
}
