package io.parallax.consortium;

import io.parallax.party.LedgerCheck;
import io.parallax.party.LedgerExport;
import io.parallax.party.LedgerFilter;
import io.parallax.party.LedgerText;
import io.parallax.party.PartyConfig;
import io.parallax.party.SentCheck;
import io.parallax.party.SentText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description = "What left a party: every message, hash-chained.",
    subcommands = {
      LedgerCommand.Summary.class,
      LedgerCommand.Show.class,
      LedgerCommand.Verify.class,
      LedgerCommand.Check.class,
      LedgerCommand.Export.class
    })
final class LedgerCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static void print(CommandSpec spec, List<String> lines) {
    PrintWriter out = spec.commandLine().getOut();
    lines.forEach(out::println);
  }

  /** The parameter that names the ledger's party. */
  static final class Whose {
    @Parameters(index = "0", paramLabel = "FILE", description = "the party's file")
    private Path file;

    PartyConfig party() {
      return PartyConfig.read(file);
    }
  }

  /** The options that choose entries. */
  static final class Chosen {
    @Option(
        names = "--study",
        paramLabel = "NAME|HASH",
        description = "only of this study: its name, its hash, or 8 or more digits of it")
    private String study;

    @Option(
        names = "--kind",
        paramLabel = "KIND",
        description =
            "only of this kind: labels, predictions, method, alignment, setup, catalogue, errors,"
                + " decisions, notes or masks")
    private String kind;

    @Option(names = "--from", paramLabel = "DAY", description = "from this day on, in UTC")
    private String from;

    @Option(names = "--to", paramLabel = "DAY", description = "up to this day, in UTC")
    private String to;

    LedgerFilter filter(LedgerText text) {
      return text.filter(study, kind, from, to);
    }
  }

  @Command(
      name = "summary",
      mixinStandardHelpOptions = true,
      description = {
        "Shows what left, study by study: the decision, what was told about labels, and each kind of"
            + " message in plain words with who could read it, most delicate first."
      },
      footer = {"", "Example: ./parallax ledger summary st-mary.yaml --study mood"})
  static final class Summary implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Whose whose;
    @Mixin private Chosen chosen;

    @Override
    public Integer call() {
      LedgerText text = new LedgerText(whose.party());
      print(spec, text.summary(chosen.filter(text)));
      return 0;
    }
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description =
          "Shows the last entries, and what is spent of the party's label-epsilon-total; or one"
              + " entry with the content of its message, where messages are kept.")
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Whose whose;
    @Mixin private Chosen chosen;

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "NUMBER",
        description = "the number of one entry")
    private Long number;

    @Option(names = "--last", description = "how many (default: ${DEFAULT-VALUE})")
    private int last = 20;

    @Override
    public Integer call() {
      if (number != null) {
        print(spec, SentText.of(whose.party(), number));
        return 0;
      }
      LedgerText text = new LedgerText(whose.party());
      print(spec, text.entries(chosen.filter(text), last));
      return 0;
    }
  }

  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = {
        "Checks that no line was changed, taken out or put in, in all volumes.",
        "",
        "A ledger that was shortened is unbroken, too. So every signed decision notes the end of the"
            + " chain, which is compared. To be sure of the decisions, note what this command prints"
            + " somewhere else and give it with --noted the next time, or take a decision's record"
            + " from the coordinator's audit log."
      },
      footer = {"", "Example: ./parallax ledger verify st-mary.yaml --noted 3f9a…"})
  static final class Verify implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Whose whose;

    @Option(
        names = "--noted",
        paramLabel = "CHAIN|RECORD",
        description =
            "fails unless the chain once ended in this, all 64 digits of it, or in what the"
                + " decision of this record has noted")
    private String noted;

    @Option(
        names = "--archive",
        paramLabel = "FOLDER",
        description = "the folder with older volumes; then all must be there")
    private Path archive;

    @Override
    public Integer call() {
      LedgerCheck found =
          LedgerCheck.of(whose.party(), Optional.ofNullable(archive), noted == null ? "" : noted);
      String also = noted == null ? "" : ", with the chain that was noted";
      print(spec, List.of("%s%s. The chain ends in %s.".formatted(found, also, found.head())));
      return 0;
    }
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = {
        "Compares the length and the hash of every kept message with its entry.",
        "",
        "Messages are kept with 'ledger: {keep: 30 days}' in the party's file. Without this program:"
            + " gunzip -c state/sent/DAY/NUMBER.gz | sha256sum. Exit code 1 if something differs."
      },
      footer = {"", "Example: ./parallax ledger check st-mary.yaml"})
  static final class Check implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Whose whose;

    @Override
    public Integer call() {
      SentCheck.Checked found = SentCheck.of(whose.party());
      print(spec, List.of(found.toString()));
      return found.wrong() == 0 ? 0 : 1;
    }
  }

  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = "Prints the ledger, or chosen entries of it, as CSV or JSON.",
      footer = {"", "Example: ./parallax ledger export st-mary.yaml --study mood > mood.csv"})
  static final class Export implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Whose whose;
    @Mixin private Chosen chosen;

    @Option(names = "--format", description = "csv or json (default: ${DEFAULT-VALUE})")
    private String format = "csv";

    @Override
    public Integer call() {
      PartyConfig party = whose.party();
      LedgerFilter filter = chosen.filter(new LedgerText(party));
      PrintWriter out = spec.commandLine().getOut();
      LedgerExport.write(party, filter, LedgerExport.Format.of(format), out);
      return 0;
    }
  }
}
