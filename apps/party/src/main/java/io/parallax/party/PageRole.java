package io.parallax.party;

import io.parallax.core.BadInput;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A permission of people on a party's page. */
public enum PageRole {
  /** Looks at studies, policy and ledger. */
  READER,
  /** Decides on studies: approves, refuses, withdraws, releases. */
  SIGNER,
  /** Asks for predictions of this party's people. */
  PREDICTOR,
  /** Reads the numbers of the running party, for a monitoring program; sees no study. */
  MONITOR;

  /** Returns the roles of the party's owner. */
  static Set<String> all() {
    return Set.copyOf(words());
  }

  static List<String> words() {
    return Arrays.stream(values()).map(PageRole::word).toList();
  }

  /** Returns the role of a word. */
  public static PageRole of(String word) {
    return Arrays.stream(values())
        .filter(role -> role.word().equals(word))
        .findFirst()
        .orElseThrow(
            () -> new BadInput("role is '%s'; it must be one of %s".formatted(word, words())));
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
