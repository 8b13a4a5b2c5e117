package io.parallax.consortium;

import io.parallax.party.ModelComparison;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyModels;
import io.parallax.report.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "models",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the models of which a party keeps a part, and ends or restores their use.",
      "",
      "Studies of the same name are versions of one model; the newest that is not retired is in use."
          + " To roll back, retire the newest. A joint prediction needs the parts of all parties, so"
          + " that each of them can end it."
    },
    footer = {
      "",
      "Example: ./parallax party models st-mary.yaml",
      "         ./parallax party models st-mary.yaml --compare tumours-1a2b3c4d tumours-9c0d1e2f",
      "         ./parallax party models st-mary.yaml --retire tumours-1a2b3c4d"
    })
final class PartyModelsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private Confirmation confirmation;

  @Parameters(paramLabel = "FILE", description = "the party's file, YAML")
  private Path file;

  @ArgGroup private Change change;

  private static final class Change {
    @Option(names = "--retire", paramLabel = "MODEL", description = "no more predictions with it")
    private String retire;

    @Option(names = "--restore", paramLabel = "MODEL", description = "predictions with it again")
    private String restore;

    @Option(
        names = "--compare",
        arity = "2",
        paramLabel = "MODEL",
        description = "show two of them beside each other")
    private List<String> compare;

    @Option(names = "--erase", paramLabel = "MODEL", description = "remove the part for good")
    private String erase;
  }

  @Override
  public Integer call() {
    PartyConfig party = PartyConfig.read(file);
    PartyModels models = new PartyModels(party.state());
    PrintWriter out = spec.commandLine().getOut();
    if (change == null) {
      list(models, out);
    } else if (change.compare != null) {
      String one = change.compare.get(0);
      String other = change.compare.get(1);
      TextTable table = new TextTable("", one, other);
      ModelComparison.of(models, party.name().name(), one, other).forEach(table::row);
      out.print(table);
    } else if (change.retire != null) {
      models.retire(change.retire);
      out.println("Retired: this party answers no prediction with it. '--restore' undoes that.");
    } else if (change.restore != null) {
      models.restore(change.restore);
      out.println("Restored.");
    } else {
      if (!confirmation.confirmed("Erase it? It cannot be restored.", out)) {
        return 1;
      }
      models.erase(change.erase);
      out.println("Erased.");
    }
    return 0;
  }

  private static void list(PartyModels models, PrintWriter out) {
    TextTable table = new TextTable("model", "method", "rows", "trained", "use", "version before");
    models
        .list()
        .forEach(
            one ->
                table.row(
                    one.name(),
                    one.model().method(),
                    Integer.toString(one.model().samples()),
                    one.origin().trained(),
                    one.use(),
                    one.origin().before()));
    out.print(models.list().isEmpty() ? "This party keeps no model.\n" : table.toString());
  }
}
