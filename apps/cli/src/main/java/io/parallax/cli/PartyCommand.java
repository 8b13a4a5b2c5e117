package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.identity.Role;
import io.parallax.party.Node;
import io.parallax.party.PartyClient;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
    subcommands = {PartyCommand.Keygen.class, PartyCommand.Page.class, PartyModelsCommand.class})
final class PartyCommand implements Callable<Integer> {
  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "the party's file, YAML")
  private Path file;

  @Override
  public Integer call() {
    if (file == null) {
      throw new BadInput("name the party's file: ./parallax party FILE");
    }
    PartyConfig config = PartyConfig.read(file).withEngine();
    PrintWriter out = spec.commandLine().getOut();
    try (Node node = new Node(config.setup(), new PartyStudies(config), note(out))) {
      out.println("party " + config.name() + ", coordinator " + config.coordinator());
      node.pagePort().ifPresent(port -> tell(config, port, out));
      node.run();
    }
    return 0;
  }

  /** Prints the page's address without the token, since a server's output is often kept. */
  private void tell(PartyConfig config, int port, PrintWriter out) {
    PartyClient.note(config, port);
    out.println(
        "page: http://127.0.0.1:" + port + " (sign in: ./parallax party page " + file + ")");
    out.flush();
  }

  @Command(
      name = "page",
      mixinStandardHelpOptions = true,
      description = {
        "Prints the link with which the owner opens the page of a running party.",
        "",
        "The page is on the party's own machine only. Keep the link for yourself: it signs in."
      },
      footer = {"", "Example: ./parallax party page st-mary.yaml"})
  static final class Page implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "the party's file, YAML")
    private Path file;

    @Override
    public Integer call() {
      spec.commandLine().getOut().println(new PartyClient(PartyConfig.read(file)).link());
      return 0;
    }
  }

  /** Lines with the time of day. */
  static java.util.function.Consumer<String> note(PrintWriter out) {
    return text -> {
      synchronized (out) {
        out.println(LocalTime.now().format(SECONDS) + " " + text);
        out.flush();
      }
    };
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
