package io.parallax.web;

import io.parallax.core.PartyId;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** TLS for servers of tests on 127.0.0.1, and clients that believe them. */
final class TestWeb {
  private final Credentials own;
  private final SSLContext client;

  TestWeb(Path folder) throws GeneralSecurityException {
    Authority authority = Authority.init(folder.resolve("ca"), "Test", Duration.ofDays(1));
    PartyId hub = PartyId.of("hub");
    var made = KeyRequest.make(folder, hub, Role.COORDINATOR, List.of("127.0.0.1"), false);
    authority.sign(made.request(), Role.COORDINATOR, Duration.ofDays(1));
    Path ca = folder.resolve("ca/ca.pem");
    own =
        Credentials.read(
            folder.resolve("hub.key"), folder.resolve("hub.pem"), ca, Role.COORDINATOR);
    client = SSLContext.getInstance("TLSv1.3");
    Trust trust =
        new Trust(Pem.certificate(ca), Role.COORDINATOR, Optional.empty(), (who, why) -> {});
    client.init(null, new TrustManager[] {trust}, null);
  }

  SSLContext serverContext() {
    return own.serverContext();
  }

  WebServer.Setup setup() {
    return new WebServer.Setup(
        new InetSocketAddress("127.0.0.1", 0),
        Optional.of(serverContext()),
        Optional.empty(),
        Optional.empty(),
        "test",
        "coordinator.html",
        "people");
  }

  SSLSocket socket(int port) throws IOException {
    SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", port);
    socket.setSoTimeout(20_000);
    return socket;
  }

  HttpClient client(Duration patience) {
    return HttpClient.newBuilder().sslContext(client).connectTimeout(patience).build();
  }

  static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
        .header("Authorization", "Bearer " + TestSite.TOKEN);
  }

  /** A call over a connection of its own. */
  HttpResponse<String> call(HttpRequest.Builder request, Duration patience)
      throws IOException, InterruptedException {
    return client(patience)
        .send(request.timeout(patience).build(), HttpResponse.BodyHandlers.ofString());
  }
}
