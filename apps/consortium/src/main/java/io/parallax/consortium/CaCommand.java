package io.parallax.consortium;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Shown;
import io.parallax.identity.Authority;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import io.parallax.report.TextTable;
import io.parallax.setup.Passphrase;
import io.parallax.setup.Questions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "ca",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "The consortium's certificate authority: says who is who.",
    subcommands = {
      CaCommand.Init.class,
      CaCommand.Sign.class,
      CaCommand.Revoke.class,
      CaCommand.Refresh.class,
      CaCommand.Listing.class,
      CaCommand.Protect.class
    })
final class CaCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Opens an authority, whose passphrase may have to be asked. */
  private static Authority open(Path folder, ConsortiumCommand.Secrets secrets, PrintWriter out) {
    return Authority.open(folder, secrets.passphrase(out)::existing);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  static Duration days(int days, int most) {
    if (days < 1 || days > most) {
      throw new BadInput("--days is " + days + " and must be 1 to " + most);
    }
    return Duration.ofDays(days);
  }

  @Command(
      name = "init",
      mixinStandardHelpOptions = true,
      description = {
        "Makes an authority in a folder.",
        "",
        "Keep the folder on a machine that few can reach: whoever has its ca.key can make parties."
            + " ca.pem goes to everybody; revoked.pem to the coordinator whenever it changes."
      })
  static final class Init implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ConsortiumCommand.Secrets secrets;

    @Option(names = "--encrypt", description = "ask for a passphrase that encrypts ca.key")
    private boolean encrypt;

    @Parameters(paramLabel = "FOLDER", description = "where the authority lives")
    private Path folder;

    @Option(names = "--name", description = "what it is called (default: ${DEFAULT-VALUE})")
    private String name = "Parallax consortium";

    @Option(
        names = "--days",
        description = "how long it is valid (default: ${DEFAULT-VALUE}, ten years)")
    private int days = 3650;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      Passphrase passphrase = secrets.passphrase(out);
      Optional<char[]> chosen = encrypt ? Optional.of(passphrase.chosen()) : passphrase.given();
      Authority.init(folder, name, days(days, 36500), chosen);
      out.println("Made " + folder.resolve("ca.key") + " (keep it secret)");
      out.println("     " + folder.resolve("ca.pem") + " (give it to everybody)");
      out.println("     " + folder.resolve("revoked.pem") + " (give it to the coordinator)");
      out.println("Next, where the key is to be used: ./parallax party keygen NAME");
      return 0;
    }
  }

  @Command(
      name = "sign",
      mixinStandardHelpOptions = true,
      description = {
        "Signs a request that 'party keygen' or 'coordinator keygen' has made.",
        "",
        "Make sure by another way, such as a call, that the request is from whom it says: its"
            + " fingerprint is the one that 'keygen' has printed there."
      })
  static final class Sign implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ConsortiumCommand.Secrets secrets;

    @Parameters(paramLabel = "REQUEST", description = "NAME.csr; the certificate stands beside it")
    private Path request;

    @Option(names = "--ca", required = true, paramLabel = "FOLDER", description = "the authority")
    private Path folder;

    @Option(
        names = "--role",
        description = "what it may be: party or coordinator (default: ${DEFAULT-VALUE})")
    private String role = "party";

    @Option(names = "--days", description = "how long it is valid (default: ${DEFAULT-VALUE})")
    private int days = 365;

    @Mixin private Confirmation confirmation;

    @Override
    public Integer call() {
      Authority authority = open(folder, secrets, spec.commandLine().getOut());
      KeyRequest asked = KeyRequest.read(request);
      Role as = role(role);
      Duration valid = days(days, 3650);
      PrintWriter out = spec.commandLine().getOut();
      out.println("A request of");
      out.println("  name         " + asked.name());
      out.println("  role         " + asked.role().word());
      out.println("  hosts        " + hosts(asked));
      out.println("  fingerprint  " + asked.fingerprint());
      if (!confirmation.confirmed("Sign it?", out)) {
        return 1;
      }
      Path signed = authority.sign(request, asked, as, valid);
      out.println("Signed " + signed);
      out.println("  valid until  " + CertificateInfo.of(Pem.certificate(signed)).validUntil());
      out.println("Send it back, with " + folder.resolve("ca.pem") + ".");
      return 0;
    }

    private static String hosts(KeyRequest asked) {
      return asked.hosts().isEmpty() ? "none" : Shown.text(String.join(", ", asked.hosts()));
    }

    private static Role role(String word) {
      try {
        return Role.valueOf(word.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new BadInput("--role is '" + word + "' and must be party or coordinator");
      }
    }
  }

  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      description = {
        "Revokes all certificates of a name.",
        "",
        "Copy revoked.pem to the coordinator afterwards; it notices within seconds, and its parties"
            + " within 10 seconds."
      })
  static final class Revoke implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ConsortiumCommand.Secrets secrets;

    @Parameters(paramLabel = "NAME", description = "whose certificates")
    private String name;

    @Option(names = "--ca", required = true, paramLabel = "FOLDER", description = "the authority")
    private Path folder;

    @Override
    public Integer call() {
      Authority authority = open(folder, secrets, spec.commandLine().getOut());
      int count = authority.revoke(PartyId.of(name));
      spec.commandLine()
          .getOut()
          .println(
              "Revoked "
                  + count
                  + "; now copy "
                  + authority.revocationFile()
                  + " to the coordinator.");
      return 0;
    }
  }

  @Command(
      name = "refresh",
      mixinStandardHelpOptions = true,
      description = {
        "Signs the list of revoked certificates anew, as it is.",
        "",
        "A list is fresh for 30 days; then parties and 'doctor' warn, since they cannot know who was"
            + " revoked meanwhile. 'ca sign' and 'ca revoke' make it fresh, too. Copy revoked.pem to"
            + " the coordinator afterwards."
      })
  static final class Refresh implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ConsortiumCommand.Secrets secrets;

    @Option(names = "--ca", required = true, paramLabel = "FOLDER", description = "the authority")
    private Path folder;

    @Override
    public Integer call() {
      Authority authority = open(folder, secrets, spec.commandLine().getOut());
      spec.commandLine()
          .getOut()
          .println(
              "Fresh until %s; now copy %s to the coordinator."
                  .formatted(authority.refresh(), authority.revocationFile()));
      return 0;
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists all certificates that the authority has signed.")
  static final class Listing implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--ca", required = true, paramLabel = "FOLDER", description = "the authority")
    private Path folder;

    @Override
    public Integer call() {
      TextTable table =
          new TextTable("name", "role", "hosts", "from", "until", "", "serial", "fingerprint");
      for (Authority.Listed one : Authority.list(folder)) {
        boolean ended = one.end().isBefore(Instant.now());
        table.row(
            one.name(),
            one.role(),
            one.hosts(),
            one.begin(),
            one.end().toString(),
            one.revoked() ? "revoked" : ended ? "ended" : "",
            one.serial(),
            one.fingerprint());
      }
      spec.commandLine().getOut().print(table);
      return 0;
    }
  }

  @Command(
      name = "protect",
      mixinStandardHelpOptions = true,
      description = "Encrypts ca.key with a new passphrase; the old one is asked first.")
  static final class Protect implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ConsortiumCommand.Secrets secrets;

    @Option(names = "--ca", required = true, paramLabel = "FOLDER", description = "the authority")
    private Path folder;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      Questions questions = new Questions(out);
      Passphrase asked = new Passphrase(Optional.empty(), questions);
      Authority authority = Authority.open(folder, asked::existing);
      authority.protect(Optional.of(secrets.passphrase(out).chosen()));
      out.println("Encrypted " + folder.resolve("ca.key") + ".");
      return 0;
    }
  }
}
