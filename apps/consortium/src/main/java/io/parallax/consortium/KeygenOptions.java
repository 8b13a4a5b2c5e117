package io.parallax.consortium;

import io.parallax.core.PartyId;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Making a key, for a party or a coordinator. */
final class KeygenOptions {
  @Parameters(paramLabel = "NAME", description = "lower-case letters, digits and dashes")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where key and request go (default: the working folder)")
  private Path out = Path.of("");

  @Option(
      names = "--renew",
      description = "keep the key, and make a request for a certificate with a later end")
  private boolean renew;

  void make(Role role, List<String> hosts, PrintWriter to) {
    KeyRequest.Made made =
        KeyRequest.make(out.toAbsolutePath(), PartyId.of(name), role, hosts, renew);
    if (!renew) {
      to.println("Made " + made.key() + " (it stays here; nobody else needs it)");
    }
    to.println("Made " + made.request() + " (send it to the authority)");
    to.println("  fingerprint  " + made.fingerprint());
    to.println("Read the fingerprint out to the authority, on the phone, before it signs.");
    String as = role == Role.PARTY ? "" : " --role " + role.word();
    to.println("There: ./parallax ca sign " + name + ".csr --ca FOLDER" + as);
  }
}
