package io.parallax.consortium;

import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.coordinator.CoordinatorServer;
import io.parallax.coordinator.Database;
import io.parallax.coordinator.Tokens;
import io.parallax.core.BadInput;
import io.parallax.demo.CoordinatorDemo;
import io.parallax.engine.NodeLog;
import io.parallax.engine.PrivateFolder;
import io.parallax.identity.Role;
import io.parallax.report.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "coordinator",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a coordinator: parties come to one port, people and programs to another.",
      "",
      "The file says where it listens and where it keeps its books; docs/two-machines.md shows one."
          + " It holds sums and metrics, never a party's rows. 256 MiB of heap are enough for many"
          + " studies: PARALLAX_MEMORY=256m."
    },
    footer = {
      "",
      "Examples: ./parallax coordinator coordinator.yaml",
      "          ./parallax coordinator --demo"
    },
    subcommands = {
      CoordinatorCommand.Keygen.class,
      CoordinatorCommand.Token.class,
      NotifyCommand.class
    })
final class CoordinatorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "the coordinator's file, YAML")
  private Path file;

  @Option(
      names = "--demo",
      description =
          "needs no file: a coordinator with three hospitals and some studies on this machine, to"
              + " look at in a browser; nothing is kept")
  private boolean demo;

  @Override
  public Integer call() throws InterruptedException {
    if (demo) {
      new CoordinatorDemo(spec.commandLine().getOut()).run();
      return 0;
    }
    if (file == null) {
      throw new BadInput("name the coordinator's file: ./parallax coordinator FILE");
    }
    CoordinatorConfig config = CoordinatorConfig.read(file);
    PrintWriter out = spec.commandLine().getOut();
    try (CoordinatorServer server = new CoordinatorServer(config.setup(), new NodeLog(out))) {
      out.println("parties: " + config.listen().host() + ":" + server.partyPort());
      out.println(
          "people: "
              + (config.open() ? "http" : "https")
              + "://"
              + config.people().listen().getHostString()
              + ":"
              + server.peoplePort());
      CoordinatorConfig.note(config.state(), server);
      new CountDownLatch(1).await();
    }
    return 0;
  }

  @Command(
      name = "keygen",
      mixinStandardHelpOptions = true,
      description = "Makes a coordinator's key, which stays here, and the request to sign it.")
  static final class Keygen implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private KeygenOptions options;

    @Option(
        names = "--host",
        required = true,
        split = ",",
        description = "the names or addresses under which it is reached")
    private List<String> hosts;

    @Override
    public Integer call() {
      options.make(Role.COORDINATOR, hosts, spec.commandLine().getOut());
      return 0;
    }
  }

  @Command(
      name = "token",
      mixinStandardHelpOptions = true,
      description = "Tokens for people: add, list, revoke. They are kept as hashes only.",
      subcommands = {TokenAdd.class, TokenList.class, TokenRevoke.class})
  static final class Token implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }

  /** The coordinator's books, opened on its own machine. */
  static final class Books {
    @Option(
        names = "--coordinator",
        required = true,
        paramLabel = "FILE",
        description = "the coordinator's file")
    private Path file;

    Database open() {
      CoordinatorConfig config = CoordinatorConfig.read(file);
      try {
        PrivateFolder.make(config.state());
      } catch (IOException e) {
        throw new BadInput("cannot write to " + config.state() + "; check its rights", e);
      }
      return Database.open(config.database());
    }
  }

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = "Makes a token; it is shown once.")
  static final class TokenAdd implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Books books;

    @Parameters(paramLabel = "NAME", description = "whose it is")
    private String name;

    @Option(
        names = "--role",
        split = ",",
        description =
            "researcher, operator, monitor, authority, or some (default: ${DEFAULT-VALUE})")
    private List<String> roles = List.of("researcher");

    @Option(names = "--days", description = "how long it is valid (default: ${DEFAULT-VALUE})")
    private int days = 90;

    @Override
    public Integer call() {
      if (days < 1 || days > 3650) {
        throw new BadInput("--days is " + days + " and must be 1 to 3650");
      }
      try (Database database = books.open()) {
        String token = new Tokens(database).add(name, roles(), Duration.ofDays(days));
        spec.commandLine().getOut().println(token);
      }
      return 0;
    }

    private Set<Tokens.Role> roles() {
      return roles.stream().map(Tokens.Role::of).collect(Collectors.toSet());
    }
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists tokens.")
  static final class TokenList implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Books books;

    @Override
    public Integer call() {
      TextTable table = new TextTable("id", "name", "role", "valid until", "");
      try (Database database = books.open()) {
        new Tokens(database)
            .list()
            .forEach(
                t ->
                    table.row(
                        t.id(), t.name(), t.role(), t.expires(), t.revoked() ? "revoked" : ""));
      }
      spec.commandLine().getOut().print(table);
      return 0;
    }
  }

  @Command(name = "revoke", mixinStandardHelpOptions = true, description = "Ends a token.")
  static final class TokenRevoke implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Books books;

    @Parameters(paramLabel = "ID", description = "the token's id, as 'token list' shows it")
    private String id;

    @Override
    public Integer call() {
      try (Database database = books.open()) {
        new Tokens(database).revoke(id);
      }
      spec.commandLine().getOut().println("Revoked " + id + ".");
      return 0;
    }
  }
}
