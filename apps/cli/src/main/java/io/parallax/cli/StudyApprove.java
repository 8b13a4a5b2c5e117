package io.parallax.cli;

import io.parallax.cli.node.NodeWorkplace;
import io.parallax.cli.node.PartyConfig;
import io.parallax.core.BadInput;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Offer;
import io.parallax.party.Node;
import io.parallax.party.Proposal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a party's owner what a study would reveal, and signs the decision.",
      "",
      "Without a study, lists those that wait."
    },
    footer = {
      "",
      "Example: ./parallax study approve --party st-mary.yaml",
      "         ./parallax study approve --party st-mary.yaml 1a2b3c4d5e6f"
    })
final class StudyApprove implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--party", required = true, paramLabel = "FILE", description = "the party's file")
  private Path file;

  @Parameters(
      paramLabel = "STUDY",
      arity = "0..1",
      description = "its hash, or the first 8 or more digits of it")
  private String study;

  @Option(names = "--yes", description = "do not ask again")
  private boolean yes;

  @Option(names = "--refuse", paramLabel = "REASON", description = "refuse it, and say why")
  private String refusal;

  @Override
  public Integer call() {
    PartyConfig config = PartyConfig.read(file);
    Node.Setup setup = config.setup();
    PrintWriter out = spec.commandLine().getOut();
    try (Calls calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations())) {
      List<Offer> offers = calls.studies();
      if (study == null) {
        list(offers, out);
        return 0;
      }
      Proposal proposal = new NodeWorkplace(config).read(find(offers).manifest());
      show(proposal, config, out);
      if (refusal == null) {
        setup.policy().require(setup.name().name(), proposal);
      }
      if (!yes && !confirmed(out)) {
        out.println("Nothing was decided.");
        return 1;
      }
      String reason = refusal == null ? "" : refusal;
      setup.approvals().decide(calls, proposal, refusal == null, reason);
      out.println(refusal == null ? "Approved and signed." : "Refused.");
      return 0;
    }
  }

  private static void list(List<Offer> offers, PrintWriter out) {
    List<Offer> waiting = offers.stream().filter(Offer::undecided).toList();
    if (waiting.isEmpty()) {
      out.println("No study waits for a decision.");
      return;
    }
    TextTable table = new TextTable("study", "name", "state", "your decision");
    waiting.forEach(
        o ->
            table.row(
                o.study().substring(0, 12),
                o.name(),
                o.state(),
                o.objected() ? "(none yet; beyond the policy)" : "(none yet)"));
    out.print(table);
  }

  private Offer find(List<Offer> offers) {
    List<Offer> fitting =
        offers.stream().filter(o -> study.length() >= 8 && o.study().startsWith(study)).toList();
    if (fitting.size() != 1) {
      throw new BadInput(
          "there is no study "
              + study
              + " for this party; without a study, those that wait are listed");
    }
    return fitting.get(0);
  }

  private static String labels(Proposal.Labels labels, double total) {
    if (!labels.told()) {
      return "none of this party's";
    }
    if (labels.epsilon() == 0) {
      return "this party's, as they are";
    }
    return "this party's, randomised with epsilon %s, %s; %s is spent%s"
        .formatted(
            labels.epsilon(),
            labels.cost() == 0 ? "as they were drawn before" : "drawn anew",
            labels.spent(),
            Double.isInfinite(total) ? "" : " of label-epsilon-total " + total);
  }

  private static String splits(Proposal.Judging judging, int most) {
    return judging.splits() == 0
        ? "none is judged by this party's labels"
        : "%d are judged by this party's labels, and %d were in other studies, of at most %d"
            .formatted(judging.splits(), judging.before(), most);
  }

  private static void show(Proposal proposal, PartyConfig config, PrintWriter out) {
    out.println("Study " + proposal.name() + ", " + proposal.id());
    out.println("  method   " + proposal.title() + " (" + proposal.method() + ")");
    out.println("  parties  " + String.join(", ", proposal.parties()));
    out.println("  rounds   at most " + proposal.rounds() + " in each split");
    out.println(
        "  sums     "
            + proposal.aggregation()
            + (proposal.masked()
                ? ": the coordinator can read the total over all parties only"
                : ": the coordinator could read each part"));
    if (!proposal.unpinned().isEmpty()) {
      out.println("  rows     how many a party has, and so how much it counts, is its own word:");
      out.println("           " + String.join(", ", proposal.unpinned()));
    }
    out.println("  labels   " + labels(proposal.labels(), config.policy().labelEpsilonTotal()));
    out.println("  splits   " + splits(proposal.judging(), config.policy().splits()));
    out.println(
        "  views    " + String.join(", ", config.data().keySet()) + " of this party's file");
    out.println();
    out.println("What would be revealed");
    for (Proposal.Revealed r : proposal.reveals()) {
      MethodsCommand.Show.print(out, "  %-6s%-17s".formatted(r.way(), r.message()), r.what());
    }
    out.println();
    out.println("  sum: used only in sum. shown: seen one by one. down: comes to this party.");
    out.println();
    out.println("The study file");
    new String(proposal.manifest(), StandardCharsets.UTF_8)
        .replaceAll(".*\"study\":\"(.*)\"}$", "$1")
        .replace("\\\"", "\"")
        .replace("\\n", "\n")
        .lines()
        .forEach(line -> out.println("  " + line));
    out.println();
    out.flush();
  }

  private boolean confirmed(PrintWriter out) {
    out.print(refusal == null ? "Approve? Type yes: " : "Refuse? Type yes: ");
    out.flush();
    try (Scanner in = new Scanner(System.in, StandardCharsets.UTF_8)) {
      return in.hasNextLine() && in.nextLine().strip().equals("yes");
    }
  }
}
