package io.parallax.identity;

import io.parallax.core.BadInput;
import java.util.Locale;

/** The purpose of a certificate. */
public enum Role {
  PARTY,
  COORDINATOR;

  /** Returns the word in a certificate's subject. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Role of(String word) {
    for (Role role : values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    throw new BadInput(
        "a certificate's role is '" + word + "' and must be 'party' or 'coordinator'");
  }
}
