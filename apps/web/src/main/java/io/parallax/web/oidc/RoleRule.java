package io.parallax.web.oidc;

import java.util.List;
import java.util.Set;

/**
 * Gives a role to people with one of some values of a claim.
 *
 * @param claim its name; dots lead into claims that are mappings, as in realm_access.roles
 */
public record RoleRule(String role, String claim, Set<String> values) {
  boolean fits(Claims claims) {
    List<String> have = claims.texts(claim);
    return have.stream().anyMatch(values::contains);
  }
}
