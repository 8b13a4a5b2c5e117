package io.parallax.setup;

import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.coordinator.CoordinatorServer;
import io.parallax.coordinator.Mailbox.Invited;
import io.parallax.coordinator.MailboxClient;
import io.parallax.identity.Authority;
import io.parallax.testkit.FreePort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A consortium that was just founded, with its coordinator in this process. */
final class Founded implements AutoCloseable {
  static final String PASSPHRASE = "correct horse battery";
  final Path folder;
  final StringWriter printed = new StringWriter();
  final PrintWriter out = new PrintWriter(printed, true);
  private final String home = System.getProperty("user.home");
  private final CoordinatorServer server;
  private Authority authority;

  Founded(Path above) throws IOException {
    System.setProperty("user.home", above.resolve("home").toString());
    this.folder = above.resolve("mood");
    int port = FreePort.find();
    int people = FreePort.find();
    init(folder, port, people).make(PASSPHRASE::toCharArray, () -> true);
    Path file = folder.resolve("hub/hub.yaml");
    Files.writeString(file, Files.readString(file).replace("0.0.0.0", "127.0.0.1"));
    server = new CoordinatorServer(CoordinatorConfig.read(file).setup(), text -> {});
  }

  static ConsortiumInit init(Path folder, int port, int people) {
    return new ConsortiumInit(
        new ConsortiumInit.Wanted(folder, List.of("localhost"), port, people, "olga"),
        new PrintWriter(new StringWriter()));
  }

  /** Returns the invitation of a new text. */
  Invitation invite(String name, String role) {
    new Inviting(Optional.of(folder), out).invite(List.of(name), role, 7);
    String[] texts = printed.toString().split("plxi_");
    return Invitation.parse("plxi_" + texts[texts.length - 1].lines().findFirst().orElseThrow());
  }

  MailboxClient mailbox() {
    return ConsortiumHome.of(folder).mailbox();
  }

  Invited invited(String name) {
    return mailbox().read().invitations().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  Authority authority() {
    if (authority == null) {
      authority = Authority.open(folder.resolve("authority"), PASSPHRASE::toCharArray);
    }
    return authority;
  }

  /** Admits whoever waits, with these answers of the operator. */
  boolean admit(String answers) {
    Questions questions =
        new Questions(new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8)), out);
    Admitting admitting = new Admitting(mailbox(), authority(), questions, out);
    return admitting.admit(admitting.pending(), false);
  }

  /** Waits until a party's request is here. */
  void waits(String name) throws InterruptedException {
    for (int tries = 0; !invited(name).waiting(); tries++) {
      if (tries > 300) {
        throw new AssertionError(name + " has not joined");
      }
      Thread.sleep(50);
    }
  }

  String audit() {
    return LoginFile.user().read().orElseThrow().client().get("/v1/audit?newest=100");
  }

  @Override
  public void close() {
    server.close();
    System.setProperty("user.home", home);
  }
}
