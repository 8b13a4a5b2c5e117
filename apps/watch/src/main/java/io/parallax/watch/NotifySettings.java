package io.parallax.watch;

import io.parallax.data.EnvironmentText;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Receivers of a node's notices.
 *
 * @param about the kinds that are sent
 * @param most notices in an hour; what is more comes in one
 */
public record NotifySettings(
    Optional<Mail> mail, Optional<Webhook> webhook, Set<Notice.Subject> about, int most) {
  /** The protection of a connection to a mail server. */
  public enum Tls {
    STARTTLS,
    TLS,
    NONE
  }

  /**
   * A mail server, and to whom mails go.
   *
   * @param user empty: the server wants no sign-in
   * @param password as in the file, perhaps with the name of an environment variable
   * @param ca the server's authority; empty: those that Java trusts
   */
  public record Mail(
      String host,
      int port,
      String from,
      List<String> to,
      Optional<String> user,
      Optional<String> password,
      Tls tls,
      Optional<Path> ca) {
    String secret() {
      return EnvironmentText.expanded(password.orElse(""));
    }
  }

  /**
   * An address that receives notices as JSON.
   *
   * @param key of the signatures, as in the file, perhaps with the name of an environment variable
   */
  public record Webhook(URI address, String key, Optional<Path> ca) {
    String secret() {
      return EnvironmentText.expanded(key);
    }
  }
}
