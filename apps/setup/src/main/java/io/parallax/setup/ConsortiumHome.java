package io.parallax.setup;

import io.parallax.coordinator.CoordinatorClient;
import io.parallax.coordinator.MailboxClient;
import io.parallax.core.BadInput;
import io.parallax.identity.Authority;
import io.parallax.identity.KeyWords;
import io.parallax.identity.Pem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;

/** A consortium's authority on this machine, and its way to the coordinator. */
public final class ConsortiumHome {
  private final Path authority;
  private final Login login;

  private ConsortiumHome(Path authority, Login login) {
    this.authority = authority;
    this.login = login;
  }

  /**
   * Opens the folder that 'consortium init' has made, or an authority's own. Its login is its own,
   * or else this user's.
   */
  public static ConsortiumHome of(Path folder) {
    Path inside = folder.resolve("authority");
    Path authority = Files.exists(inside.resolve("ca.pem")) ? inside : folder;
    if (!Files.exists(authority.resolve("ca.pem"))) {
      throw new BadInput(
          folder + " holds no consortium; name the folder that 'consortium init' has made");
    }
    Login login = LoginFile.in(authority).read().orElseGet(ConsortiumHome::own);
    byte[] here = KeyWords.hash(Pem.certificate(authority.resolve("ca.pem")));
    if (!MessageDigest.isEqual(here, KeyWords.hash(login.certificate()))) {
      throw new BadInput(
          "you are logged in to %s, which belongs to another consortium than %s; log in there as an operator: ./parallax login"
              .formatted(login.server(), folder));
    }
    return new ConsortiumHome(authority, login);
  }

  /** Returns the login of this user. */
  static Login own() {
    return LoginFile.user()
        .read()
        .orElseThrow(
            () -> new BadInput("you are not logged in; log in as an operator: ./parallax login"));
  }

  Login login() {
    return login;
  }

  public MailboxClient mailbox() {
    CoordinatorClient client = login.client();
    return new MailboxClient(client);
  }

  /** Returns whether signatures can be made here. */
  boolean signs() {
    return Files.exists(authority.resolve("ca.key"));
  }

  public Authority open(Passphrase passphrase) {
    return Authority.open(authority, passphrase::existing);
  }

  /** Returns whether a name has a certificate that is not revoked. */
  boolean known(String name) {
    return Authority.list(authority).stream()
        .anyMatch(one -> one.name().equals(name) && !one.revoked());
  }

  Path folder() {
    return authority;
  }

  /** Returns this user's way to a coordinator whose authority is on another machine. */
  public static Optional<ConsortiumHome> given(Optional<Path> folder) {
    return folder.map(ConsortiumHome::of);
  }
}
