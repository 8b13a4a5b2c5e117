package io.parallax.consortium;

import io.parallax.core.BadInput;
import io.parallax.engine.NodeLog;
import io.parallax.identity.Authority;
import io.parallax.setup.Admitting;
import io.parallax.setup.AuthorityService;
import io.parallax.setup.ConsortiumHome;
import io.parallax.setup.ConsortiumInit;
import io.parallax.setup.Inviting;
import io.parallax.setup.Passphrase;
import io.parallax.setup.Questions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "consortium",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Sets up a consortium, and invites parties and people; see docs/two-machines.md.",
    subcommands = {
      ConsortiumCommand.Init.class,
      ConsortiumCommand.Invite.class,
      ConsortiumCommand.Admit.class,
      ConsortiumCommand.Serve.class
    })
final class ConsortiumCommand implements Runnable {
  private static final Duration VALID = Duration.ofDays(365);
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The passphrase of ca.key, and the person at the terminal. */
  static final class Secrets {
    @Option(
        names = "--passphrase-file",
        paramLabel = "FILE",
        description = "has the passphrase of ca.key; or set PARALLAX_CA_PASSPHRASE")
    private Path file;

    Passphrase passphrase(PrintWriter out) {
      return new Passphrase(Optional.ofNullable(file), new Questions(out));
    }
  }

  @Command(
      name = "init",
      mixinStandardHelpOptions = true,
      description = {
        "Makes an authority and a coordinator in a new folder, and logs you in.",
        "",
        "The authority's key is encrypted with a passphrase. The folder 'authority' may be moved to"
            + " another machine; the coordinator never needs it."
      })
  static final class Init implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Secrets secrets;
    @Mixin private Confirmation confirmation;

    @Parameters(paramLabel = "FOLDER", description = "the new folder; its name is the consortium's")
    private Path folder;

    @Option(
        names = "--host",
        required = true,
        split = ",",
        description = "the names or addresses under which others reach the coordinator")
    private List<String> hosts;

    @Option(names = "--port", description = "for parties (default: ${DEFAULT-VALUE})")
    private int port = 7443;

    @Option(names = "--people", description = "port for people (default: ${DEFAULT-VALUE})")
    private int people = 7444;

    @Option(names = "--as", description = "your name here (default: ${DEFAULT-VALUE})")
    private String person = "operator";

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      ConsortiumInit init =
          new ConsortiumInit(new ConsortiumInit.Wanted(folder, hosts, port, people, person), out);
      boolean made =
          init.make(secrets.passphrase(out)::chosen, () -> confirmation.confirmed("Sign it?", out));
      return made ? 0 : ExitCode.FAILED;
    }
  }

  @Command(
      name = "invite",
      mixinStandardHelpOptions = true,
      description = {
        "Invites parties, or researchers, by a text for each that works once; then waits and admits"
            + " the parties.",
        "",
        "A request is signed when you have heard, on the phone, that the party reads the same words."
      },
      footer = {"", "Example: ./parallax consortium invite st-mary riverside --to mood"})
  static final class Invite implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Secrets secrets;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "who is invited")
    private List<String> names = List.of();

    @Option(
        names = "--to",
        paramLabel = "FOLDER",
        description = "the consortium; without it you must be logged in as an operator")
    private Path folder;

    @Option(names = "--role", description = "party or researcher (default: ${DEFAULT-VALUE})")
    private String role = "party";

    @Option(names = "--days", description = "how long it is valid (default: ${DEFAULT-VALUE})")
    private int days = 7;

    @Option(names = "--no-wait", description = "do not wait; 'consortium admit' does it later")
    private boolean brief;

    @Option(names = "--list", description = "list all invitations")
    private boolean list;

    @Option(names = "--cancel", paramLabel = "NAME", description = "withdraw an open invitation")
    private String cancel;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      Inviting inviting = new Inviting(Optional.ofNullable(folder), out);
      if (list) {
        inviting.list();
      } else if (cancel != null) {
        inviting.cancel(cancel);
      } else if (names.isEmpty()) {
        throw new BadInput("name who is invited: ./parallax consortium invite NAME --to FOLDER");
      } else {
        return invite(inviting, out);
      }
      return 0;
    }

    private int invite(Inviting inviting, PrintWriter out) {
      Optional<ConsortiumHome> home = inviting.home().filter(one -> role.equals("party") && !brief);
      Optional<Authority> authority = home.map(one -> one.open(secrets.passphrase(out)));
      Map<String, String> invited = inviting.invite(names, role, days);
      if (authority.isEmpty()) {
        return 0;
      }
      Admitting admitting =
          new Admitting(home.get().mailbox(), authority.get(), new Questions(out), out);
      return admitting.admit(invited) ? 0 : ExitCode.FAILED;
    }
  }

  @Command(
      name = "admit",
      mixinStandardHelpOptions = true,
      description = {
        "Signs renewals that wait, then waits for invited parties and admits them; on the authority's"
            + " machine."
      })
  static final class Admit implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Secrets secrets;

    @Option(names = "--to", required = true, paramLabel = "FOLDER", description = "the consortium")
    private Path folder;

    @Option(names = "--no-wait", description = "only the requests that are here now")
    private boolean brief;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      ConsortiumHome home = ConsortiumHome.of(folder);
      Authority authority = home.open(secrets.passphrase(out));
      new AuthorityService(home.mailbox(), authority, VALID, new NodeLog(out)).look();
      Admitting admitting = new Admitting(home.mailbox(), authority, new Questions(out), out);
      return admitting.admit(admitting.pending(), !brief) ? 0 : ExitCode.FAILED;
    }
  }

  @Command(
      name = "serve",
      mixinStandardHelpOptions = true,
      description = {
        "Runs the authority: renews certificates before they end, and keeps the list of revoked ones"
            + " fresh.",
        "",
        "A certificate is renewed without a question if its last one was for the same name, key and"
            + " hosts, has not ended and is not revoked."
      })
  static final class Serve implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Secrets secrets;

    @Parameters(paramLabel = "FOLDER", description = "the consortium, or its authority")
    private Path folder;

    @Option(names = "--days", description = "how long renewed ones are valid (default: 365)")
    private int days = 365;

    @Override
    public Integer call() throws InterruptedException {
      PrintWriter out = spec.commandLine().getOut();
      ConsortiumHome home = ConsortiumHome.of(folder);
      Authority authority = home.open(secrets.passphrase(out));
      out.println("authority of " + folder);
      Duration valid = CaCommand.days(days, 3650);
      new AuthorityService(home.mailbox(), authority, valid, new NodeLog(out)).run();
      return 0;
    }
  }
}
