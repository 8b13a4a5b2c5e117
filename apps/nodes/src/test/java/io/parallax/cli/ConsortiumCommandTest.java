package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that set up a consortium, as far as they need no running coordinator. */
class ConsortiumCommandTest {
  @TempDir Path folder;
  private final String home = System.getProperty("user.home");
  private Path secret;

  @BeforeEach
  void atHome() {
    System.setProperty("user.home", folder.resolve("home").toString());
    secret = Network.write(folder.resolve("secret"), "correct horse battery\n");
  }

  @AfterEach
  void back() {
    System.setProperty("user.home", home);
  }

  private Cli init() throws IOException {
    return Cli.run(
        "consortium",
        "init",
        folder.resolve("mood"),
        "--host",
        "localhost,127.0.0.1",
        "--port",
        FreePort.find(),
        "--people",
        FreePort.find(),
        "--passphrase-file",
        secret,
        "--yes");
  }

  private static void refused(Cli done, String why) {
    assertThat(done.exit()).as(done.out() + done.err()).isEqualTo(2);
    assertThat(done.err()).contains(why).hasLineCount(1);
  }

  @Test
  void whatWasMadeIsListedAndItsKeyNeedsThePassphrase() throws Exception {
    Cli made = init();
    assertThat(made.exit()).as(made.err()).isZero();
    assertThat(made.out()).contains("hosts        localhost, 127.0.0.1").contains("Next: ");
    refused(init(), "is there already, and nothing was changed");
    Path authority = folder.resolve("mood/authority");
    assertThat(Network.good("ca", "list", "--ca", authority).out())
        .containsPattern("hub +coordinator +127.0.0.1 localhost +20\\d\\d-");
    Path wrong = Network.write(folder.resolve("wrong"), "another passphrase\n");
    Object[] refresh = {"ca", "refresh", "--ca", authority, "--passphrase-file"};
    Network.good(with(refresh, secret));
    refused(Cli.run(with(refresh, wrong)), "the passphrase of");
    refused(
        Cli.run("consortium", "invite", "st-mary", "--to", folder.resolve("mood"), "--no-wait"),
        "check the address, and that the coordinator runs");
    assertThat(Network.good("login", "--show").out()).startsWith("operator at https://localhost:");
    assertThat(Network.good("login", "--link").out()).contains("/#token=plx_");
    assertThat(Network.good("logout").out()).contains("Logged out");
    refused(Cli.run("login", "--show"), "you are not logged in");
  }

  private static Object[] with(Object[] arguments, Object last) {
    Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = last;
    return all;
  }

  @Test
  void wrongTextsAreToldInOneLine() {
    refused(Cli.run("party", "join", "plxi_AQBrB00mRCTUAAu7"), "cut or mistyped");
    refused(Cli.run("party", "join", "hello"), "begins with plxi_");
    refused(Cli.run("login"), "give an invitation, plxi_…, or --server, --token and --ca together");
    refused(Cli.run("login", "plxi_x"), "cut or mistyped");
    refused(Cli.run("consortium", "admit", "--to", folder), "holds no consortium");
    refused(Cli.run("consortium", "invite", "--list"), "you are not logged in");
    refused(Cli.run("ca", "list", "--ca", folder), "holds no certificate authority");
  }

  @Test
  void anOlderKeyGetsAPassphraseLater() throws Exception {
    Path ca = folder.resolve("ca");
    Network.good("ca", "init", ca);
    assertThat(Files.readString(ca.resolve("ca.key"))).contains("BEGIN PRIVATE KEY");
    Network.good("ca", "protect", "--ca", ca, "--passphrase-file", secret);
    assertThat(Files.readString(ca.resolve("ca.key"))).contains("BEGIN ENCRYPTED PRIVATE KEY");
    Network.good("ca", "refresh", "--ca", ca, "--passphrase-file", secret);
  }
}
