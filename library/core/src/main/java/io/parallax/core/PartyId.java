package io.parallax.core;

import java.util.regex.Pattern;

/** A party's name: lower-case letters, digits and dashes, 1 to 64 of them. */
public record PartyId(String name) implements Comparable<PartyId> {
  private static final Pattern RULE = Pattern.compile("[a-z0-9-]{1,64}");

  public PartyId {
    if (!RULE.matcher(name).matches()) {
      throw new BadInput(
          "party name '"
              + Shown.brief(name)
              + "' is not made of 1 to 64 lower-case letters, digits and dashes");
    }
    if (FileName.reserved(name)) {
      throw new BadInput(
          "party name '"
              + name
              + "' is reserved by Windows, where it can name no file; choose another");
    }
  }

  public static PartyId of(String name) {
    return new PartyId(name);
  }

  @Override
  public int compareTo(PartyId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
