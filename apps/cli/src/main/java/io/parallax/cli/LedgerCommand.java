package io.parallax.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;

import io.parallax.core.BadInput;
import io.parallax.data.CsvText;
import io.parallax.party.LabelBudget;
import io.parallax.party.LabelExpenses;
import io.parallax.party.Ledger;
import io.parallax.party.LedgerEntry;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.report.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
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
      LedgerCommand.Show.class,
      LedgerCommand.Verify.class,
      LedgerCommand.Export.class
    })
final class LedgerCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The option that names the ledger's party. */
  static final class Whose {
    @Parameters(paramLabel = "FILE", description = "the party's file")
    private Path file;

    PartyConfig party() {
      return PartyConfig.read(file);
    }

    Path ledger() {
      return Node.Setup.ledger(party().state());
    }
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description =
          "Shows the last messages that left the party, and what is spent of its label-epsilon-total.")
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Whose whose;

    /** Characters of a text in the table; 'export' has all of them. */
    private static final int MOST_TEXT = 80;

    @Option(names = "--last", description = "how many (default: ${DEFAULT-VALUE})")
    private int last = 20;

    @Override
    public Integer call() {
      Deque<LedgerEntry> entries = new ArrayDeque<>();
      long count =
          Ledger.walk(
              whose.ledger(),
              entry -> {
                entries.addLast(entry);
                if (entries.size() > last) {
                  entries.removeFirst();
                }
              },
              chain -> {});
      TextTable table =
          new TextTable(
              "no", "time", "study", "part", "message", "shape", "bytes", "protection", "text");
      entries.forEach(
          e ->
              table.row(
                  Long.toString(e.number()),
                  e.time().substring(0, Math.min(19, e.time().length())),
                  e.study().substring(0, 8),
                  e.part() + " " + e.exchange(),
                  e.message(),
                  e.shape(),
                  String.format(Locale.ROOT, "%,d", e.bytes()),
                  e.protection(),
                  e.text().substring(0, Math.min(MOST_TEXT, e.text().length()))));
      PrintWriter out = spec.commandLine().getOut();
      out.print(table);
      out.println();
      out.println(entries.size() + " of " + count + " entries; what left went to the coordinator.");
      labels(LabelBudget.of(whose.party()), out);
      splits(whose.party(), out);
      return 0;
    }

    /** Prints the number of splits judged by labels, and the owner's limit. */
    private static void splits(PartyConfig party, PrintWriter out) {
      new LabelExpenses(Node.Setup.ledger(party.state()))
          .judgings().stream()
              .collect(
                  groupingBy(LedgerEntry::text, TreeMap::new, summingInt(LabelExpenses::verdicts)))
              .forEach(
                  (source, count) ->
                      out.println(
                          "%d of at most %d splits are judged by the labels of %s."
                              .formatted(count, party.policy().disclosure().splits(), source)));
    }

    /** Prints the epsilon that studies have spent on labels, and the owner's total. */
    private static void labels(LabelBudget drawn, PrintWriter out) {
      List<LabelBudget.Expense> all = drawn.expenses();
      if (all.isEmpty() && Double.isInfinite(drawn.total())) {
        return;
      }
      TextTable table = new TextTable("labels of", "epsilon", "rows", "told to");
      for (LabelBudget.Expense one : all) {
        table.row(
            one.source(),
            Double.toString(one.epsilon()),
            one.kept().map(kept -> "" + kept.drawn().size()).orElse("no longer kept"),
            one.kept().map(kept -> String.join(", ", kept.studies())).orElse(""));
      }
      String total =
          Double.isInfinite(drawn.total())
              ? "no label-epsilon-total is set"
              : "label-epsilon-total is " + drawn.total();
      out.println();
      if (all.isEmpty()) {
        out.println("No epsilon is spent on labels; " + total + ".");
        return;
      }
      out.print(table);
      out.println();
      out.println("Epsilon %s is spent on labels; %s.".formatted(drawn.spent(), total));
    }
  }

  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = {
        "Checks that no line was changed, taken out or put in.",
        "",
        "A ledger that was shortened is unbroken, too: note the chain that this command prints"
            + " somewhere else, and give it with --noted the next time."
      },
      footer = {"", "Example: ./parallax ledger verify st-mary.yaml --noted 3f9a…"})
  static final class Verify implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Whose whose;

    @Option(
        names = "--noted",
        paramLabel = "CHAIN",
        description = "fails unless the chain once ended in this, all 64 digits of it")
    private String noted;

    @Override
    public Integer call() {
      if (noted != null && !noted.matches("[0-9a-f]{64}")) {
        throw new BadInput("--noted is a chain as 'ledger verify' prints it: 64 digits, 0 to f");
      }
      AtomicReference<String> head = new AtomicReference<>();
      AtomicBoolean found = new AtomicBoolean();
      long count =
          Ledger.walk(
              whose.ledger(),
              entry -> {},
              chain -> {
                head.set(chain);
                found.compareAndSet(false, chain.equals(noted));
              });
      if (noted != null && !found.get()) {
        throw new BadInput(
            "%s: of its %d entries none ends in the chain that was noted: it was shortened or replaced; look for a copy"
                .formatted(whose.ledger(), count));
      }
      spec.commandLine()
          .getOut()
          .println(
              "%d entries, unbroken%s. The chain ends in %s."
                  .formatted(
                      count, noted == null ? "" : ", with the chain that was noted", head.get()));
      return 0;
    }
  }

  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = "Prints the whole ledger as CSV.")
  static final class Export implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private Whose whose;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      out.print(
          CsvText.forPeople(
              "number",
              "time",
              "study",
              "part",
              "exchange",
              "message",
              "to",
              "shape",
              "bytes",
              "protection",
              "sha256",
              "text",
              "epsilon"));
      Ledger.walk(
          whose.ledger(),
          e ->
              out.print(
                  CsvText.forPeople(
                      e.number(),
                      e.time(),
                      e.study(),
                      e.part(),
                      e.exchange(),
                      e.message(),
                      e.to(),
                      e.shape(),
                      e.bytes(),
                      e.protection(),
                      e.sha256(),
                      e.text(),
                      e.epsilon() == 0 ? null : e.epsilon())),
          chain -> {});
      return 0;
    }
  }
}
