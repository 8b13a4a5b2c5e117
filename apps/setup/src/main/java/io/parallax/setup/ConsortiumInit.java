package io.parallax.setup;

import io.parallax.coordinator.Database;
import io.parallax.coordinator.Tokens;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.engine.DurableFile;
import io.parallax.engine.PrivateFolder;
import io.parallax.identity.Authority;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A new consortium in one folder: an authority, a coordinator with its certificate, and the first
 * person. The folder appears when all of it is there, so that an interrupted run can be repeated.
 */
public final class ConsortiumInit {
  private static final String COORDINATOR = "hub";
  private static final Duration AUTHORITY = Duration.ofDays(3650);
  private static final Duration CERTIFICATE = Duration.ofDays(365);
  private static final Duration PERSON = Duration.ofDays(90);
  private final Wanted wanted;
  private final PrintWriter out;

  /**
   * The settings of a new consortium.
   *
   * @param hosts the names or addresses of the coordinator; invitations have the first
   * @param port for parties
   * @param people port for people
   * @param person the first operator and researcher
   */
  public record Wanted(Path folder, List<String> hosts, int port, int people, String person) {
    public Wanted {
      for (String host : hosts) {
        if (!host.matches("[A-Za-z0-9.-]+|[0-9A-Fa-f:]+")) {
          throw new BadInput(
              "--host is '%s'; it must be a name or an address alone, such as parallax.example.org"
                  .formatted(host));
        }
      }
      if (hosts.get(0).contains(":")) {
        throw new BadInput(
            "--host begins with '%s'; the first must be a name or an IPv4 address, since invitations have it"
                .formatted(hosts.get(0)));
      }
      if (port == people || !port(port) || !port(people)) {
        throw new BadInput("--port and --people must be two different ports from 1 to 65535");
      }
    }

    private static boolean port(int port) {
      return port > 0 && port < 1 << 16;
    }

    private String name() {
      return folder.toAbsolutePath().normalize().getFileName().toString();
    }

    private String server() {
      return "https://%s:%d".formatted(hosts.get(0), people);
    }
  }

  public ConsortiumInit(Wanted wanted, PrintWriter out) {
    this.wanted = wanted;
    this.out = out;
  }

  /**
   * Makes the consortium.
   *
   * @param passphrase of the authority's key
   * @param confirmed asked after the coordinator's names were shown
   * @return whether it was made
   */
  public boolean make(Supplier<char[]> passphrase, BooleanSupplier confirmed) {
    requireNew();
    free(wanted.port(), "--port");
    free(wanted.people(), "--people");
    Path draft =
        wanted
            .folder()
            .toAbsolutePath()
            .normalize()
            .resolveSibling("." + wanted.name() + ".unfinished");
    try {
      remove(draft);
      PrivateFolder.make(draft);
      if (!fill(draft, passphrase.get(), confirmed)) {
        remove(draft);
        return false;
      }
      Files.move(draft, wanted.folder().toAbsolutePath(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw BadInput.quoting(
          "cannot make %s; check the rights of the folder around it".formatted(wanted.folder()), e);
    } catch (UncheckedIOException e) {
      throw BadInput.quoting("cannot make %s; is the disk full?".formatted(wanted.folder()), e);
    }
    logIn();
    next();
    return true;
  }

  private void requireNew() {
    Path folder = wanted.folder();
    if (Files.exists(folder)) {
      throw new BadInput(
          folder
              + " is there already, and nothing was changed; choose another folder, or go on with it:"
              + " ./parallax coordinator "
              + folder.resolve("hub/hub.yaml"));
    }
    Path above = folder.toAbsolutePath().normalize().getParent();
    if (!Files.isDirectory(above) || !Files.isWritable(above)) {
      throw new BadInput(
          "cannot write to %s; choose another folder, or change its rights".formatted(above));
    }
  }

  private static void free(int port, String option) {
    try (ServerSocket socket = new ServerSocket(port)) {
      socket.setReuseAddress(true);
    } catch (IOException e) {
      throw BadInput.quoting(
          "port %d of this machine is taken; choose another: %s".formatted(port, option), e);
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(one);
        }
      }
    }
  }

  private boolean fill(Path draft, char[] passphrase, BooleanSupplier confirmed)
      throws IOException {
    Path home = draft.resolve("authority");
    PrivateFolder.make(home);
    Authority authority =
        Authority.init(home, wanted.name() + " consortium", AUTHORITY, Optional.of(passphrase));
    Path hub = draft.resolve("hub");
    PrivateFolder.make(hub);
    KeyRequest.Made made =
        KeyRequest.make(hub, PartyId.of(COORDINATOR), Role.COORDINATOR, wanted.hosts(), false);
    out.println("The coordinator's certificate");
    out.println("  name         " + COORDINATOR);
    out.println("  hosts        " + String.join(", ", wanted.hosts()));
    out.println("  fingerprint  " + made.fingerprint());
    if (!confirmed.getAsBoolean()) {
      return false;
    }
    X509Certificate signed = authority.sign(KeyRequest.read(made.request()), CERTIFICATE);
    Pem.write(hub.resolve(COORDINATOR + ".pem"), signed);
    Files.delete(made.request());
    Pem.write(hub.resolve("ca.pem"), authority.certificate());
    DurableFile.replace(hub.resolve("hub.yaml"), file().getBytes(StandardCharsets.UTF_8));
    Path state = hub.resolve("state");
    PrivateFolder.make(state);
    Files.copy(authority.revocationFile(), state.resolve("revoked.pem"));
    people(home, state, authority);
    return true;
  }

  private String file() {
    return """
        # Written by './parallax consortium init'. docs/two-machines.md explains every key.
        coordinator: hub
        listen: 0.0.0.0:%d          # parties, with certificates
        people: 0.0.0.0:%d          # HTTPS for people, with tokens, and for whoever joins
        identity: {revoked: state/revoked.pem}   # hub.key, hub.pem and ca.pem are beside this file
        state: state                  # sums of running studies, and the database
        # database: jdbc:postgresql://db/parallax?user=parallax&password=$DB_PASSWORD
        # studies-at-once: 2
        # wait: 7 days                # how long a study waits for a party that is away
        """
        .formatted(wanted.port(), wanted.people());
  }

  /** Makes the tokens of the first person, and of the authority for its errands. */
  private void people(Path home, Path state, Authority authority) {
    String ca = Pem.text(authority.certificate());
    try (Database database = Database.open("jdbc:sqlite:" + state.resolve("coordinator.db"))) {
      Tokens tokens = new Tokens(database);
      String errands = tokens.add("authority", Tokens.Role.AUTHORITY, AUTHORITY);
      LoginFile.in(home).write(new Login(wanted.server(), "authority", errands, ca));
      Set<Tokens.Role> both = Set.of(Tokens.Role.OPERATOR, Tokens.Role.RESEARCHER);
      String first = tokens.add(wanted.person(), both, PERSON);
      LoginFile.in(state).write(new Login(wanted.server(), wanted.person(), first, ca));
    }
  }

  /** Moves the first person's login to this user, unless there is one of another consortium. */
  private void logIn() {
    LoginFile made = LoginFile.in(wanted.folder().resolve("hub/state"));
    LoginFile own = LoginFile.user();
    Optional<Login> before = own.read();
    if (before.isPresent() && !before.get().server().equals(wanted.server())) {
      out.println(
          "You stay logged in to %s; the login of %s is in %s."
              .formatted(before.get().server(), wanted.person(), made.path()));
      return;
    }
    try {
      own.write(made.read().orElseThrow());
      made.remove();
      out.println("Logged in as %s, operator and researcher.".formatted(wanted.person()));
    } catch (BadInput e) {
      out.println(e.getMessage());
      out.println(
          "Not logged in; the login of %s stays in %s.".formatted(wanted.person(), made.path()));
    }
  }

  private void next() {
    Path folder = wanted.folder();
    out.println("Made " + folder.resolve("authority") + " (keep it secret, and a copy elsewhere)");
    out.println("     " + folder.resolve("hub") + " (the coordinator's)");
    out.println("Next: ./parallax coordinator " + folder.resolve("hub/hub.yaml"));
    out.println("      ./parallax consortium invite NAME... --to " + folder);
    out.println("      ./parallax consortium serve " + folder + "    (renews certificates)");
    out.flush();
  }
}
