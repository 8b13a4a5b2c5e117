package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.EnvironmentText;
import io.parallax.engine.DurableFile;
import io.parallax.grpc.Dialer;
import io.parallax.grpc.Limits;
import io.parallax.identity.Credentials;
import io.parallax.identity.Pem;
import io.parallax.identity.RevocationList;
import io.parallax.identity.Role;
import io.parallax.remote.NodeFile;
import io.parallax.study.Version;
import io.parallax.study.yaml.Yaml;
import io.parallax.watch.WatchSettings;
import io.parallax.web.file.NearPage;
import io.parallax.web.file.PageSection;
import io.parallax.web.file.PageSettings;
import io.parallax.web.oidc.OidcSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A coordinator's file: its name, addresses, identity and database.
 *
 * @param open whether the dashboard has no TLS, which is allowed on this machine only
 * @param runs a folder of runs in one process that the dashboard shows
 * @param absence how long a study waits for an absent party that it needs
 * @param watched from when on something is worth a warning, and where notices go
 */
public record CoordinatorConfig(
    PartyId name,
    Dialer.Address listen,
    PageSettings people,
    boolean open,
    NodeFile.Identity identity,
    Path state,
    String database,
    int atOnce,
    Optional<Path> runs,
    Duration absence,
    WatchSettings watched) {
  private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,3}) (minute|hour|day)s?");
  private static final int AT_ONCE = 2;
  private static final String OPEN = "http://";
  private static final String PORTS = "ports";

  public static CoordinatorConfig read(Path file) {
    Yaml root = Yaml.read(file, "coordinator");
    Map<String, Yaml> top =
        root.entries(
            "coordinator",
            "listen",
            "people",
            "sign-in",
            "identity",
            "state",
            "database",
            "studies-at-once",
            "runs",
            "wait",
            WatchSettings.HEALTH,
            WatchSettings.NOTIFY);
    Path folder = file.toAbsolutePath().getParent();
    Yaml named = root.need("coordinator");
    Yaml people = root.need("people");
    PartyId name = Yaml.placed(named, () -> PartyId.of(named.text()));
    Path state = NodeFile.state(top, folder);
    return new CoordinatorConfig(
        name,
        NodeFile.address(root.need("listen")),
        people(people, top.get("sign-in"), folder),
        people.isScalar() && people.text().startsWith(OPEN),
        NodeFile.Identity.of(top, name, folder),
        state,
        top.containsKey("database")
            ? Yaml.placed(
                top.get("database"), () -> EnvironmentText.expanded(top.get("database").text()))
            : "jdbc:sqlite:" + state.resolve("coordinator.db"),
        Yaml.atLeast(top.get("studies-at-once"), 1, AT_ONCE),
        Optional.ofNullable(top.get("runs")).map(runs -> folder.resolve(runs.text())),
        absence(top.get("wait")),
        WatchSettings.of(top, folder));
  }

  private static Duration absence(Yaml value) {
    if (value == null) {
      return Limits.ABSENCE;
    }
    Matcher time = TIME.matcher(value.text());
    if (!time.matches()) {
      throw value.error(
          "wait is '%s'; it must be a time such as 30 minutes, 12 hours or 7 days"
              .formatted(value.text()));
    }
    long many = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "minute" -> Duration.ofMinutes(many);
      case "hour" -> Duration.ofHours(many);
      default -> Duration.ofDays(many);
    };
  }

  /** Reads an address, or {@code {listen: …, host: …}}, which a sign-in by a provider needs. */
  private static PageSettings people(Yaml value, Yaml signIn, Path folder) {
    List<String> roles = Arrays.stream(Tokens.Role.values()).map(Tokens.Role::word).toList();
    Optional<OidcSettings> provider = PageSection.signIn(signIn, folder, roles);
    if (value.isMap()) {
      return PageSection.of(value, folder, false, provider);
    }
    if (provider.isPresent() && !value.text().startsWith(OPEN)) {
      throw value.error(
          "people is '%s', and 'sign-in' needs the name of the host, too: {listen: %s, host: parallax.example.org}"
              .formatted(value.text(), value.text()));
    }
    Dialer.Address address = NodeFile.address(value, value.text().replaceFirst("^" + OPEN, ""));
    return new PageSettings(socket(address), Optional.empty(), Optional.empty(), provider);
  }

  public CoordinatorServer.Setup setup() {
    Credentials credentials = identity.credentials(Role.COORDINATOR);
    identity.revoked().ifPresent(file -> RevocationList.read(file, credentials.authority()));
    return new CoordinatorServer.Setup(
        socket(listen),
        people,
        open,
        credentials,
        identity.revoked(),
        state,
        database,
        atOnce,
        Version.NUMBER,
        runs,
        absence,
        watched);
  }

  /** Notes the ports of a running coordinator for those who call it on this machine. */
  public static void note(Path state, CoordinatorServer server) {
    String text = server.partyPort() + "\n" + server.peoplePort() + "\n";
    DurableFile.replace(state.resolve(PORTS), text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Returns the page of the coordinator that runs on this machine. */
  public NearPage near() {
    try {
      List<String> ports = Files.readAllLines(state.resolve(PORTS));
      return NearPage.of(
          "coordinator " + name,
          people.listen(),
          Integer.parseInt(ports.get(1)),
          open ? Optional.empty() : Optional.of(Pem.certificate(identity.certificate())));
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
      throw new BadInput(
          "coordinator %s has never run with this file; start it: ./parallax coordinator FILE"
              .formatted(name),
          e);
    }
  }

  private static InetSocketAddress socket(Dialer.Address address) {
    return new InetSocketAddress(address.host(), address.port());
  }
}
