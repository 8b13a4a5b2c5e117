package io.parallax.setup;

import io.parallax.coordinator.CoordinatorClient;
import io.parallax.identity.Pem;
import java.security.cert.X509Certificate;

/**
 * A person's way to a coordinator.
 *
 * @param server such as https://parallax.example.org:7444
 * @param name of the person; empty: unknown
 * @param token the secret that shows who calls
 * @param authority the consortium's certificate as PEM text
 */
public record Login(String server, String name, String token, String authority) {
  public CoordinatorClient client() {
    return new CoordinatorClient(server, token, certificate());
  }

  /** Returns an address that signs in; a browser keeps what is behind the # to itself. */
  public String link() {
    return server + "/#token=" + token;
  }

  X509Certificate certificate() {
    return Pem.certificate("the login's certificate", authority);
  }
}
