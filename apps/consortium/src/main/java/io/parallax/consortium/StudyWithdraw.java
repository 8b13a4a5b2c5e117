package io.parallax.consortium;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.grpc.Calls;
import io.parallax.party.Approvals;
import io.parallax.party.Decision;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "withdraw",
    mixinStandardHelpOptions = true,
    description = {
      "Withdraws a party's approval of a study, and signs that.",
      "",
      "The party answers nothing more in the study, at once, also in the middle of a round; the study"
          + " ends for all. The coordinator is notified when it is reachable. Data that has left"
          + " cannot be taken back; './parallax ledger show' lists it."
    },
    footer = {
      "",
      "Example: ./parallax study withdraw --party st-mary.yaml 1a2b3c4d5e6f \"a patient objected\""
    })
final class StudyWithdraw implements Callable<Integer> {
  private static final int LONGEST_REASON = 200;
  @Spec private CommandSpec spec;

  @Mixin private Confirmation confirmation;
  @Mixin private SignerOption signer;

  @Option(names = "--party", required = true, paramLabel = "FILE", description = "the party's file")
  private Path file;

  @Parameters(
      index = "0",
      paramLabel = "STUDY",
      description = "its hash, or the first 8 or more digits of it")
  private String study;

  @Parameters(
      index = "1",
      paramLabel = "REASON",
      description = "why; the researcher and the other parties see it")
  private String reason;

  @Override
  public Integer call() {
    if (reason.isBlank() || reason.length() > LONGEST_REASON) {
      throw new BadInput("say in 1 to " + LONGEST_REASON + " characters why it is withdrawn");
    }
    Node.Setup setup = PartyConfig.read(file).setup();
    Approvals approvals = setup.approvals();
    PrintWriter out = spec.commandLine().getOut();
    if (!confirmation.confirmed("Withdraw the approval?", out)) {
      return 1;
    }
    Decision.Signed signed = approvals.withdraw(study, reason.strip(), signer.person());
    out.println(
        "Withdrawn and signed: the party answers nothing more in study %s."
            .formatted(signed.decision().name()));
    tell(setup, approvals, signed, out);
    return 0;
  }

  private static void tell(
      Node.Setup setup, Approvals approvals, Decision.Signed signed, PrintWriter out) {
    try (Calls calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations())) {
      approvals.tell(calls, signed);
      out.println("The coordinator was notified.");
    } catch (BadInput | Refused e) {
      out.println(
          "The coordinator was not notified ("
              + e.getMessage()
              + "); the running party will notify it.");
    }
  }
}
