package io.parallax.web.oidc;

import io.parallax.core.BadInput;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The identity provider of a node's people.
 *
 * @param issuer its address, as it names itself
 * @param client the name under which the provider knows this node
 * @param secret the node's password there, with $NAME from the environment; empty: a public client
 * @param name the claim that is a person's name in records; it must be unique at the provider
 * @param scopes what is asked for
 * @param roles who may do what
 * @param authority of the provider's certificate; empty: those that Java trusts
 * @param idle how long a session lasts without a call
 * @param longest how long it lasts at most
 */
public record OidcSettings(
    URI issuer,
    String client,
    Optional<String> secret,
    String name,
    List<String> scopes,
    List<RoleRule> roles,
    Optional<Path> authority,
    Duration idle,
    Duration longest) {

  public OidcSettings {
    if (!safe(issuer) || issuer.getQuery() != null || issuer.getFragment() != null) {
      throw new BadInput(
          "sign-in.issuer is '%s'; it must be an address such as https://id.example.org/realms/staff"
              .formatted(issuer));
    }
    if (!scopes.contains("openid")) {
      throw new BadInput("sign-in.scopes are " + scopes + "; they must contain openid");
    }
    if (roles.isEmpty()) {
      throw new BadInput(
          "sign-in.roles is empty; nobody could do anything: give a role to a claim");
    }
  }

  /** Returns whether nobody on the way can read or change what goes to an address. */
  static boolean safe(URI address) {
    String host = String.valueOf(address.getHost());
    boolean near = host.equals("127.0.0.1") || host.equals("localhost") || host.equals("[::1]");
    return address.getHost() != null
        && ("https".equals(address.getScheme()) || "http".equals(address.getScheme()) && near);
  }
}
