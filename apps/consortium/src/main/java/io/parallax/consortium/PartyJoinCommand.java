package io.parallax.consortium;

import io.parallax.setup.Invitation;
import io.parallax.setup.PartyFile;
import io.parallax.setup.PartyJoin;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "join",
    mixinStandardHelpOptions = true,
    description = {
      "Joins a consortium by an invitation: makes the key here, has it certified, writes the party's"
          + " file, runs 'doctor', and starts the party.",
      "",
      "After any interruption the same command goes on with the same key."
    },
    footer = {
      "",
      "Example: ./parallax party join plxi_… --view imaging=scans.csv --id patient --labels scans.csv:ill"
    })
final class PartyJoinCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "INVITATION", description = "the text that begins with plxi_")
  private String invitation;

  @Option(names = "--out", paramLabel = "FOLDER", description = "default: the party's name")
  private Path out;

  @Option(names = "--view", paramLabel = "NAME=FILE", description = "a view and its file")
  private Map<String, Path> views = new LinkedHashMap<>();

  @Option(names = "--id", paramLabel = "COLUMN", description = "the column of ids")
  private String id;

  @Option(names = "--labels", paramLabel = "FILE:COLUMN", description = "the labels, if any")
  private String labels;

  @Option(
      names = "--words",
      paramLabel = "WORDS",
      description = "the five words that you were read on the phone; otherwise you are asked")
  private String words;

  @Option(names = "--no-start", description = "only prepare; do not start the party")
  private boolean idle;

  @Option(
      names = "--service",
      description = "have systemd start it, now and with the system; as root")
  private boolean service;

  @Override
  public Integer call() {
    PrintWriter to = spec.commandLine().getOut();
    PartyFile.Data data =
        new PartyFile.Data(views, Optional.ofNullable(id), Optional.ofNullable(labels));
    PartyJoin join = new PartyJoin(Invitation.parse(invitation), out, words, service, to);
    if (!join.prepare(data)) {
      return ExitCode.FAILED;
    }
    if (service) {
      join.serve();
    } else if (idle || !join.complete()) {
      join.next();
    } else {
      return PartyCommand.serve(join.file(), to);
    }
    return 0;
  }
}
