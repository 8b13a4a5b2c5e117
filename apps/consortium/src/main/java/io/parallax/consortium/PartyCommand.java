package io.parallax.consortium;

import io.parallax.core.BadInput;
import io.parallax.engine.NodeLog;
import io.parallax.identity.Role;
import io.parallax.party.Node;
import io.parallax.party.PageRole;
import io.parallax.party.PageTokens;
import io.parallax.party.PartyClient;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.report.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "party",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a party: dials the coordinator and takes part in studies that its owner approves.",
      "",
      "The file says who the party is, where its rows are and what its owner accepts;"
          + " docs/two-machines.md shows one. It needs one connection out and none in. What leaves is"
          + " written to its ledger first: ./parallax ledger show."
    },
    footer = {"", "Example: ./parallax party st-mary.yaml"},
    subcommands = {
      PartyCommand.Keygen.class,
      PartyJoinCommand.class,
      PartyCommand.Page.class,
      PartyModelsCommand.class,
      PartyForgetCommand.class,
      NotifyCommand.class
    })
final class PartyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "the party's file, YAML")
  private Path file;

  @Override
  public Integer call() {
    if (file == null) {
      throw new BadInput("name the party's file: ./parallax party FILE");
    }
    return serve(file, spec.commandLine().getOut());
  }

  /** Runs a party until it is stopped. */
  static int serve(Path file, PrintWriter out) {
    PartyConfig config = PartyConfig.read(file).withEngine();
    try (Node node = new Node(config.setup(), new PartyStudies(config), new NodeLog(out))) {
      out.println("party " + config.name() + ", coordinator " + config.coordinator());
      node.pagePort().ifPresent(port -> tell(file, config, port, out));
      node.run();
    }
    return 0;
  }

  /** Prints the page's address without the token, since a server's output is often kept. */
  private static void tell(Path file, PartyConfig config, int port, PrintWriter out) {
    PartyClient.note(config, port);
    out.println(
        "page: %s (sign in: ./parallax party page %s)"
            .formatted(config.page().orElseThrow().origin(port), file));
    out.flush();
  }

  @Command(
      name = "page",
      mixinStandardHelpOptions = true,
      description = {
        "Prints the link with which the owner opens the page of a running party.",
        "",
        "The link signs in: keep it for yourself. With --for it is a link for another person, under"
            + " whose name the decisions are noted; it is shown once, expires, and can be revoked."
      },
      footer = {
        "",
        "Example: ./parallax party page st-mary.yaml",
        "         ./parallax party page st-mary.yaml --for \"Dr. Grey\" --role reader,signer"
      })
  static final class Page implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "the party's file, YAML")
    private Path file;

    @Option(names = "--for", paramLabel = "NAME", description = "make a link for this person")
    private String name;

    @Option(
        names = "--role",
        split = ",",
        defaultValue = "reader,signer",
        description =
            "what they may do: reader, signer, predictor, monitor (default: ${DEFAULT-VALUE})")
    private List<String> roles;

    @Option(names = "--days", defaultValue = "90", description = "until it expires (default: 90)")
    private int days;

    @Option(names = "--list", description = "list the people's tokens")
    private boolean list;

    @Option(names = "--revoke", paramLabel = "ID", description = "end a token at once")
    private String revoke;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      PartyConfig config = PartyConfig.read(file);
      PageTokens tokens = new PageTokens(config.state());
      if (list) {
        TextTable table = new TextTable("id", "name", "roles", "expires", "state");
        tokens.list().forEach(one -> table.row(one.cells()));
        out.print(tokens.list().isEmpty() ? "No person has a token.\n" : table.toString());
      } else if (revoke != null) {
        tokens.revoke(revoke);
        out.println("Revoked: it does not sign in any more.");
      } else if (name != null) {
        Set<PageRole> may = roles.stream().map(PageRole::of).collect(Collectors.toSet());
        PartyClient page = new PartyClient(config); // before a token is made that nobody sees
        out.println(page.link(tokens.add(name, may, Duration.ofDays(days))));
      } else {
        out.println(new PartyClient(config).link());
      }
      return 0;
    }
  }

  @Command(
      name = "keygen",
      mixinStandardHelpOptions = true,
      description = "Makes a party's key, which stays here, and the request to have it signed.")
  static final class Keygen implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private KeygenOptions options;

    @Override
    public Integer call() {
      options.make(Role.PARTY, List.of(), spec.commandLine().getOut());
      return 0;
    }
  }
}
