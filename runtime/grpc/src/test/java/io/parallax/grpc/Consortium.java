package io.parallax.grpc;

import io.parallax.core.PartyId;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** An authority and its certificates, for tests, made as people make them. */
final class Consortium {
  private final Path folder;
  private final Authority authority;

  Consortium(Path folder) {
    this.folder = folder;
    this.authority = Authority.init(folder.resolve("ca"), "Test Consortium", Duration.ofDays(10));
  }

  Credentials coordinator() {
    return credentials("coordinator", Role.COORDINATOR, Duration.ofDays(5));
  }

  Credentials party(String name) {
    return credentials(name, Role.PARTY, Duration.ofDays(5));
  }

  Credentials credentials(String name, Role role, Duration valid) {
    Path home = folder.resolve(name);
    List<String> hosts = role == Role.COORDINATOR ? List.of("localhost", "127.0.0.1") : List.of();
    PartyId id = PartyId.of(name);
    var made = KeyRequest.make(home, id, role, hosts, false);
    Path certificate = authority.sign(made.request(), role, valid);
    return Credentials.read(made.key(), certificate, folder.resolve("ca/ca.pem"), role);
  }

  Path revocations() {
    return authority.revocationFile();
  }

  void revoke(String name) {
    authority.revoke(PartyId.of(name));
  }
}
