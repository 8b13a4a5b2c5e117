package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test notice, before anybody waits for a real one. */
class NotifyCommandTest {
  private static final String PARTY =
      """
      party: birch
      coordinator: 127.0.0.1:1
      identity: {authority: ca.pem}
      data: {a: {csv: a.csv, id: id}}
      """;
  private static final String HUB =
      """
      coordinator: hub
      listen: 127.0.0.1:0
      people: 127.0.0.1:0
      identity: {authority: ca.pem}
      """;
  @TempDir Path folder;

  @Test
  void itSaysWhereATestWentOrThatNobodyIsTold() throws IOException {
    List<String> told = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          told.add(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          call.sendResponseHeaders(told.size() > 2 ? 500 : 204, -1);
          call.close();
        });
    server.start();
    String hook =
        "notify: {webhook: 'http://127.0.0.1:%d/', secret: of sixteen and more}\n"
            .formatted(server.getAddress().getPort());
    try {
      Cli party = run("party", PARTY + hook);
      assertThat(party.exit()).as(party.err()).isZero();
      assertThat(party.out()).isEqualTo("sent by the webhook at 127.0.0.1\n");
      assertThat(run("coordinator", HUB + hook).exit()).isZero();
      assertThat(told).hasSize(2).allMatch(notice -> notice.contains("This is a test"));
      Cli refused = run("party", PARTY + hook);
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err())
          .contains("it answers with status 500; correct 'notify' in the file");
    } finally {
      server.stop(0);
    }
    Cli none = run("party", PARTY);
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("has no 'notify', so nobody is told");
    Cli wrong = run("party", PARTY + "notify: {mail: {smtp: 'mail:25'}}\n");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("node.yaml:5: notify.mail has no 'from'");
  }

  private Cli run(String kind, String file) {
    return Cli.run(kind, "notify", Network.write(folder.resolve("node.yaml"), file));
  }
}
