package io.parallax.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.study.yaml.Yaml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A receiver that begins to answer and never ends holds up neither its channel nor another. */
@Timeout(60)
class InTimeTest {
  private static final Notice NOTICE =
      new Notice("a", Notice.Subject.TEST, "A test", List.of(), Map.of());
  private static final Duration SHORT = Duration.ofMillis(1000);
  @TempDir Path folder;
  private final List<ServerSocket> servers = new CopyOnWriteArrayList<>();
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() throws IOException {
    for (ServerSocket server : servers) {
      server.close();
    }
  }

  /** Answers with these words, and then with a piece now and then. */
  private int slow(String first, String piece) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    servers.add(server);
    Thread thread =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                answer(server, first, piece);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return server.getLocalPort();
  }

  private void answer(ServerSocket server, String first, String piece) {
    try (Socket caller = server.accept()) {
      caller.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
      while (!server.isClosed()) {
        caller.getOutputStream().write(piece.getBytes(StandardCharsets.US_ASCII));
        Thread.sleep(100);
      }
    } catch (IOException e) {
      // the caller has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<NotifySettings> settings(String yaml) {
    Yaml file = Yaml.parse("party.yaml", "notify: " + yaml);
    return WatchSettings.of(file.entries(), folder).notices();
  }

  private int slowHook() throws IOException {
    return slow("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "x");
  }

  private int wellHook() throws IOException {
    return slow("HTTP/1.1 204 No Content\r\n\r\n", "");
  }

  private NotifySettings.Webhook hook(int port) {
    return settings(
            "{webhook: 'http://127.0.0.1:%d/', secret: a secret of sixteen}".formatted(port))
        .flatMap(NotifySettings::webhook)
        .orElseThrow();
  }

  @Test
  void aWebhookThatNeverEndsItsAnswerIsTriedAgain() throws Exception {
    Channel channel = new InTime(new WebhookChannel(hook(slowHook())), SHORT);
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> channel.send("party birch", NOTICE))
          .isInstanceOf(NotSent.class)
          .extracting(e -> ((NotSent) e).why())
          .isEqualTo("it does not answer in time");
      Thread.sleep(300); // the attempt ends when it is interrupted
    }
    Channel other = new InTime(new WebhookChannel(hook(wellHook())), SHORT);
    other.send("party birch", NOTICE); // the control
  }

  @Test
  void aFailureOfALibraryIsAFailedAttempt() {
    Channel broken =
        new Channel() {
          @Override
          public String name() {
            return "mail";
          }

          @Override
          public String target() {
            return "nowhere";
          }

          @Override
          public void send(String node, Notice notice) {
            throw new NoClassDefFoundError("jakarta/mail/Nothing");
          }
        };
    Outbox box =
        new Outbox(
            "party birch", new InTime(broken), folder, 3, InstantSource.system(), notes::add);
    box.put(NOTICE);
    box.work();
    box.work();
    assertThat(box.failed()).as("it is tried again after a pause").isOne();
    assertThat(notes)
        .containsExactly(
            "notices cannot be sent by nowhere: the attempt failed (NoClassDefFoundError); they"
                + " wait and are tried again");
  }

  @Test
  void aMailServerThatGreetsForEverHoldsUpNoWebhook() throws Exception {
    int mails = slow("220-hello\r\n", "220-hello\r\n");
    List<Thread> before = List.copyOf(Thread.getAllStackTraces().keySet());
    Channel mail =
        new InTime(
            settings(
                    "{mail: {smtp: '127.0.0.1:%d', from: a@b.c, to: a@b.c, tls: none}}"
                        .formatted(mails))
                .flatMap(NotifySettings::mail)
                .map(MailChannel::new)
                .orElseThrow(),
            SHORT);
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThatThrownBy(() -> mail.send("party birch", NOTICE)).isInstanceOf(NotSent.class);
    }
    assertThat(Thread.getAllStackTraces().keySet().stream().filter(t -> !before.contains(t)))
        .filteredOn(thread -> thread.getName().equals("notice-by-mail"))
        .as("attempts do not pile up")
        .hasSizeLessThan(2);
    int hook = wellHook();
    String both =
        "{mail: {smtp: '127.0.0.1:%d', from: a@b.c, to: a@b.c, tls: none}, webhook: 'http://127.0.0.1:%d/', secret: a secret of sixteen}";
    try (Notifier notifier =
        new Notifier("party birch", settings(both.formatted(mails, hook)), folder, notes::add)
            .start()) {
      notifier.tell(new Notice("t", Notice.Subject.TROUBLE, "A test", List.of("none"), Map.of()));
      Path told = folder.resolve("notices/webhook.json");
      for (int tries = 0; !told.toFile().exists(); tries++) {
        assertThat(tries).as(notes.toString()).isLessThan(100);
        Thread.sleep(50);
      }
      assertThat(told).content().contains("\"waiting\":[]");
    }
  }
}
