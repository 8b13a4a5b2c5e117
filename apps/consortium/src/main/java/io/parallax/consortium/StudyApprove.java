package io.parallax.consortium;

import io.parallax.core.BadInput;
import io.parallax.core.Shown;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Offer;
import io.parallax.party.Approvals;
import io.parallax.party.Decision;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.party.Proposal;
import io.parallax.party.ProposalReader;
import io.parallax.party.ProposalText;
import io.parallax.report.TextTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
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
    name = "approve",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a party's owner what a study would reveal, and signs the decision.",
      "",
      "Without a study, lists those that wait. The approval is for the rows as they are:"
          + " the study is refused if they change. 'study withdraw' ends an approval."
    },
    footer = {
      "",
      "Example: ./parallax study approve --party st-mary.yaml",
      "         ./parallax study approve --party st-mary.yaml 1a2b3c4d5e6f --until 2027-01-31"
    })
final class StudyApprove implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private Confirmation confirmation;
  @Mixin private SignerOption signer;

  @Option(names = "--party", required = true, paramLabel = "FILE", description = "the party's file")
  private Path file;

  @Parameters(
      paramLabel = "STUDY",
      arity = "0..1",
      description = "its hash, or the first 8 or more digits of it")
  private String study;

  @Option(names = "--refuse", paramLabel = "REASON", description = "refuse it, and say why")
  private String refusal;

  @Option(
      names = "--until",
      paramLabel = "DAY",
      description = "the last day of the approval, in UTC, such as 2027-01-31")
  private String until;

  @Option(
      names = "--unmeasured",
      description = "do not measure attacks on generated rows before the question")
  private boolean unmeasured;

  @Override
  public Integer call() {
    PartyConfig config = PartyConfig.read(file);
    Node.Setup setup = config.setup();
    Optional<LocalDate> end = day(until);
    PrintWriter out = spec.commandLine().getOut();
    try (Calls calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations())) {
      List<Offer> offers = calls.studies();
      if (study == null) {
        list(offers, out);
        return 0;
      }
      PartyStudies studies = new PartyStudies(config);
      Offer offer = find(offers);
      Proposal proposal =
          new ProposalReader(setup.credentials(), studies).read(offer.study(), offer.manifest());
      ProposalText text = new ProposalText(proposal, config.policy(), config.name().name());
      text.print(out);
      return decide(setup, studies, calls, proposal, text, end);
    }
  }

  private static Optional<LocalDate> day(String text) {
    try {
      return Optional.ofNullable(text).map(LocalDate::parse);
    } catch (DateTimeParseException e) {
      throw new BadInput("--until is '" + Shown.text(text) + "' and must be like 2027-01-31");
    }
  }

  private int decide(
      Node.Setup setup,
      PartyStudies studies,
      Calls calls,
      Proposal proposal,
      ProposalText text,
      Optional<LocalDate> end) {
    PrintWriter out = spec.commandLine().getOut();
    Approvals approvals = setup.approvals();
    if (refusal != null) {
      return refuse(approvals, studies, calls, proposal);
    }
    approvals.requireAllowed(proposal);
    List<Decision.Rows> rows = studies.rows(proposal);
    ProposalText.rows(rows, out);
    if (!unmeasured) {
      out.println("Measuring what attacks find on generated rows of this shape ...");
      out.flush();
      text.measured(setup.measured(proposal, rows), out);
    }
    if (!confirmation.confirmed("Approve?", out)) {
      if (!approvals.decided(proposal.id())) {
        studies.forget(proposal.id()); // the owner may correct the table and look again
      }
      return 1;
    }
    Decision.Signed signed = approvals.approve(proposal, rows, end, signer.person());
    int missing = approvals.missing(signed.decision());
    if (missing > 0) {
      out.println("Signed. %d more must sign before it is approved.".formatted(missing));
      return 0;
    }
    approvals.tell(calls, signed);
    out.println("Approved and signed" + ProposalText.end(signed.decision().until()) + ".");
    return 0;
  }

  private int refuse(Approvals approvals, PartyStudies studies, Calls calls, Proposal proposal) {
    PrintWriter out = spec.commandLine().getOut();
    if (!confirmation.confirmed("Refuse?", out)) {
      return 1;
    }
    approvals.tell(calls, approvals.refuse(proposal, refusal, signer.person()));
    studies.forget(proposal.id());
    out.println("Refused.");
    return 0;
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
                Shown.text(o.study()).substring(0, Math.min(12, o.study().length())),
                Shown.text(o.name()),
                Shown.text(o.state()),
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
}
