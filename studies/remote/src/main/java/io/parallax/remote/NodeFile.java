package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.grpc.Dialer;
import io.parallax.identity.Credentials;
import io.parallax.identity.Renewal;
import io.parallax.identity.Role;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The parts that the files of a coordinator and of a party have in common. */
public final class NodeFile {
  private static final int PORT = 7443;

  private NodeFile() {}

  /**
   * A node's key and the certificates around it.
   *
   * @param renewed the certificate that came while the node ran, if one did
   */
  public record Identity(
      Path key, Path certificate, Path authority, Optional<Path> revoked, Path renewed) {
    public static Identity of(Map<String, Yaml> top, PartyId name, Path folder) {
      Map<String, Yaml> keys =
          top.containsKey("identity")
              ? top.get("identity").entries("key", "certificate", "authority", "revoked")
              : Map.of();
      return new Identity(
          path(keys, "key", folder, name + ".key"),
          path(keys, "certificate", folder, name + ".pem"),
          path(keys, "authority", folder, "ca.pem"),
          Optional.ofNullable(keys.get("revoked")).map(f -> folder.resolve(f.text())),
          Renewal.file(state(top, folder)));
    }

    private static Path path(Map<String, Yaml> keys, String key, Path folder, String otherwise) {
      return folder.resolve(keys.containsKey(key) ? keys.get(key).text() : otherwise);
    }

    public Credentials credentials(Role role) {
      return Credentials.read(key, Renewal.newest(certificate, renewed), authority, role);
    }
  }

  /** Returns the folder of a node's state: what the file says, or "state" beside it. */
  public static Path state(Map<String, Yaml> top, Path folder) {
    return folder.resolve(top.containsKey("state") ? top.get("state").text() : "state");
  }

  /** Reads {@code host} or {@code host:port}. */
  public static Dialer.Address address(Yaml value) {
    return address(value, value.text());
  }

  /**
   * Reads a part of a value as an address.
   *
   * @param value named by the error
   */
  public static Dialer.Address address(Yaml value, String text) {
    String[] parts = text.split(":", 2);
    try {
      int port = parts.length == 2 ? Integer.parseInt(parts[1]) : PORT;
      if (port >= 0 && port < 1 << 16 && !parts[0].isBlank()) {
        return new Dialer.Address(parts[0], port);
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw value.error(
        value.path() + " is '" + value.text() + "' and must be like parallax.example.org:7443");
  }
}
