package io.parallax.web;

import io.parallax.core.Refused;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A person, or a program of theirs, who has shown who they are.
 *
 * @param id of the account, which stays the same when the name changes: how they have come in, and
 *     who they are there
 * @param name for people to read, and in records
 * @param roles what they may do at this node
 */
public record Person(String id, String name, Set<String> roles) {
  public Person {
    roles = Set.copyOf(roles);
  }

  /** Returns the person of an access token, who is known by name alone. */
  public static Person ofToken(String name, Set<String> roles) {
    return new Person("token:" + name, name, roles);
  }

  public boolean is(String role) {
    return roles.contains(role);
  }

  /** Rejects a person without a role. */
  public void require(String role) {
    if (!is(role)) {
      throw new Refused(
          "%s has the roles %s; this needs the role %s"
              .formatted(name, new TreeSet<>(roles), role));
    }
  }

  /**
   * Returns whether two may be one: by the account, or by the name, since someone may have both a
   * token and an account. For rules that need two people.
   */
  public boolean maybe(Person other) {
    return id.equals(other.id) || named(other.name);
  }

  /** Returns whether this is the person's name, whatever its case and spaces. */
  public boolean named(String other) {
    return plain(name).equals(plain(other));
  }

  private static String plain(String name) {
    return name.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }
}
