package io.parallax.setup;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.engine.PrivateFolder;
import io.parallax.grpc.Calls;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.RevocationList;
import io.parallax.party.LabelBudget;
import io.parallax.party.Node;
import io.parallax.party.NodeHealth;
import io.parallax.party.PartyConfig;
import io.parallax.party.RowsCheck;
import io.parallax.party.RowsReading;
import io.parallax.study.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks over a party before a study: certificates, disk, rows, the page's sign-in, the way to the
 * coordinator, clock, version, and a toy study. Every failure says what to do.
 */
public final class Doctor {
  private static final int REACH_MILLIS = 5000;
  private final Path file;
  private final boolean quick;
  private final PrintWriter out;
  private int failures;
  private int warnings;

  private interface Check {
    String done() throws IOException;
  }

  /**
   * @param file the party's file
   * @param quick whether to look at the rows' columns only
   */
  public Doctor(Path file, boolean quick, PrintWriter out) {
    this.file = file;
    this.quick = quick;
    this.out = out;
  }

  /** Makes all checks and prints them; returns whether nothing is bad. */
  public boolean well() {
    PartyConfig config = PartyConfig.read(file).withEngine();
    check("party file", () -> file + " is sound");
    data(config);
    check("state folder", () -> writable(config.state()));
    if (!config.labels().isEmpty()) {
      check("label budget", () -> budget(LabelBudget.of(config)));
    }
    config
        .page()
        .filter(page -> page.tls().isPresent())
        .ifPresent(page -> check("page", page::checkCertificate));
    config
        .page()
        .filter(page -> page.signIn().isPresent())
        .ifPresent(page -> check("sign-in", page::checkSignIn));
    boolean known = certificates(config);
    boolean reached = check("coordinator", () -> reach(config));
    if (known && reached) {
      talk(config.setup());
    }
    String end = failures == 0 ? "All is well" : failures + " to mend";
    out.println(warnings == 0 ? end + "." : end + ". Warnings: " + warnings + ".");
    out.flush();
    return failures == 0;
  }

  private boolean check(String what, Check check) {
    String mark = "ok  ";
    String text;
    try {
      text = check.done();
    } catch (BadInput | Refused e) {
      mark = "BAD ";
      text = e.getMessage();
      failures++;
    } catch (IOException e) {
      mark = "BAD ";
      text = String.valueOf(e.getMessage());
      failures++;
    }
    print(mark, what, text);
    return mark.startsWith("ok");
  }

  private void print(String mark, String what, String text) {
    out.printf("%s %-13s %s%n", mark, what, text);
    out.flush();
  }

  private void warn(String what, String text) {
    warnings++;
    print("WARN", what, text);
  }

  private void data(PartyConfig config) {
    RowsCheck columns = new RowsCheck(config);
    RowsReading rows = new RowsReading(config);
    boolean well = true;
    for (String view : config.data().keySet()) {
      well &= rows("view " + view, () -> columns.view(view), () -> rows.view(view));
    }
    if (well && !config.policy().columns().isEmpty()) {
      check("policy", columns::policy);
    }
    for (String view : config.labels().keySet()) {
      rows("labels " + view, () -> columns.labels(view), () -> rows.labels(view));
    }
    for (String view : config.targets().keySet()) {
      rows("target " + view, () -> columns.target(view), () -> rows.target(view));
    }
  }

  /** Checks columns, and then, unless it has to be quick, all rows. */
  private boolean rows(String what, Check columns, Supplier<RowsReading.Found> rows) {
    List<String> heed = new ArrayList<>();
    boolean well =
        check(
            what,
            () -> {
              String text = columns.done();
              if (quick) {
                return text;
              }
              RowsReading.Found found = rows.get();
              heed.addAll(found.warnings());
              return text + ", " + found.text();
            });
    heed.forEach(text -> warn(what, text));
    return well;
  }

  private static String budget(LabelBudget drawn) {
    return Double.isInfinite(drawn.total())
        ? "epsilon " + drawn.spent() + " is spent, and no label-epsilon-total is set"
        : "epsilon %s of label-epsilon-total %s is spent".formatted(drawn.spent(), drawn.total());
  }

  private static String writable(Path state) throws IOException {
    try {
      PrivateFolder.make(state);
      Files.delete(Files.createTempFile(state, "doctor", ".tmp"));
    } catch (IOException e) {
      throw new BadInput("cannot write to " + state + "; change its owner or choose another", e);
    }
    Optional<String> open = PrivateFolder.open(state);
    if (open.isPresent()) {
      throw new BadInput(
          open.get() + "; there are row ids and labels in it: chmod 700, or start the party");
    }
    long free = Files.getFileStore(state).getUsableSpace() >> 20;
    if (free < NodeHealth.LEAST_MEBIBYTES) {
      throw new BadInput("only " + free + " MiB are free in " + state + "; make room");
    }
    return state + ", " + free + " MiB free";
  }

  /** Warns of one that ends soon; it is still good for all other checks. */
  private boolean certificates(PartyConfig config) {
    if (!check("certificates", () -> certificate(config))) {
      return false;
    }
    CertificateInfo own = config.setup().credentials().certificateInfo();
    if (own.endsSoon()) {
      warn(
          "certificates",
          "it ends in %d days; renew it: let 'consortium serve' run at the authority, or: ./parallax party keygen %s --renew"
              .formatted(own.left().toDays(), config.name()));
    }
    return true;
  }

  private static String certificate(PartyConfig config) {
    CertificateInfo info = config.setup().credentials().certificateInfo();
    if (!info.name().equals(config.name())) {
      throw new BadInput(
          "the certificate is for %s, and the file for %s; use the right one"
              .formatted(info.name(), config.name()));
    }
    return info.name() + ", valid for " + info.left().toDays() + " days";
  }

  private static String reach(PartyConfig config) {
    var to = config.coordinator();
    InetSocketAddress direct = new InetSocketAddress(to.host(), to.port());
    InetSocketAddress next = proxy(to.host(), to.port()).orElse(direct);
    String by = next == direct ? "" : " through the proxy " + next.getHostString();
    try (Socket socket = new Socket()) {
      socket.connect(next, REACH_MILLIS);
      return to + " can be reached" + by;
    } catch (IOException e) {
      throw BadInput.quoting(
          "%s cannot be reached%s; is it running, and does the firewall let this port out?"
              .formatted(to, by),
          e);
    }
  }

  /** Returns the proxy that Java's https.proxyHost names, as for the party itself. */
  private static Optional<InetSocketAddress> proxy(String host, int port) {
    return ProxySelector.getDefault().select(URI.create("https://" + host + ":" + port)).stream()
        .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
        .map(proxy -> (InetSocketAddress) proxy.address())
        .map(found -> new InetSocketAddress(found.getHostString(), found.getPort()))
        .findFirst();
  }

  private void talk(Node.Setup setup) {
    try (Calls calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations())) {
      boolean known =
          check("identity", () -> "the coordinator knows it as " + calls.probe("").name());
      if (known) {
        check("version", () -> version(calls.probe(setup.version()).version()));
        check("clock", () -> clock(calls));
        check("revocations", () -> revocations(setup, calls));
        check("toy study", () -> toy(calls));
      }
    }
  }

  /** The newer of the list that is kept here and the coordinator's. */
  private static String revocations(Node.Setup setup, Calls calls) {
    Optional<RevocationList> kept = setup.kept().list();
    byte[] have = kept.map(RevocationList::hash).orElse(new byte[0]);
    Optional<RevocationList> sent =
        calls
            .revocations(have)
            .map(
                list ->
                    RevocationList.of(
                        "the coordinator's revocation list",
                        list,
                        setup.credentials().authority()));
    RevocationList list =
        sent.or(() -> kept)
            .orElseThrow(
                () ->
                    new BadInput(
                        "the coordinator hands out no list of revoked certificates; its file needs 'identity: {revoked: revoked.pem}'"));
    if (list.stale()) {
      throw new BadInput(
          "the list of revoked certificates was fresh until %s; the authority makes a new one: ./parallax ca refresh"
              .formatted(list.freshUntil()));
    }
    return "%d certificates, fresh until %s".formatted(list.size(), list.freshUntil());
  }

  private static String version(String theirs) {
    if (!theirs.equals(Version.NUMBER)) {
      throw new BadInput(
          "this is version %s and the coordinator's %s; install the same on both"
              .formatted(Version.NUMBER, theirs));
    }
    return theirs + " on both sides";
  }

  private static String clock(Calls calls) {
    long before = System.currentTimeMillis();
    long theirs = calls.probe(Version.NUMBER).clockMillis();
    return clock((before + System.currentTimeMillis()) / 2, theirs);
  }

  static String clock(long here, long theirs) {
    if (Math.abs(theirs - here) > NodeHealth.MOST_SKEW_MILLIS) {
      throw new BadInput(
          "the clocks differ by "
              + (theirs - here) / 1000
              + " s; set them (NTP), else"
              + " certificates fail");
    }
    return "differs by " + (theirs - here) + " ms";
  }

  /** A second seat at the coordinator would take the running party's: answers go and come back. */
  private static String toy(Calls calls) {
    LinkCheck.Found found = new LinkCheck(calls::echo).run();
    if (!found.sound()) {
      throw new BadInput(
          "a study comes to another result over the way to the coordinator than without it;"
              + " something on the way changes bytes: look at proxies");
    }
    return String.format(
        Locale.ROOT,
        "%d rounds of %,d numbers down and up took %.1f s, %.1f ms a round of it on the way;"
            + " expect 100 rounds to take about %.1f s, and longer with more rows",
        found.rounds(),
        found.numbers(),
        found.seconds(),
        found.wayMillis(),
        100 * found.seconds() / found.rounds());
  }
}
