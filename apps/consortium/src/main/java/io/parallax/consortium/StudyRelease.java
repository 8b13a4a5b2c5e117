package io.parallax.consortium;

import io.parallax.grpc.Calls;
import io.parallax.party.Approvals;
import io.parallax.party.Decision;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.report.ResultText;
import io.parallax.run.StudyResult;
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
    name = "release",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a party's owner the result of a finished study, and releases it to the researcher.",
      "",
      "For parties with 'policy: {release: manual}'. The researcher sees the result, and predictions can"
          + " be made with the model, when every such party has released it."
    },
    footer = {
      "",
      "Example: ./parallax study release --party st-mary.yaml 1a2b3c4d5e6f",
      "         ./parallax study release --party st-mary.yaml 1a2b3c4d5e6f --withhold \"too few people\""
    })
final class StudyRelease implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private Confirmation confirmation;
  @Mixin private SignerOption signer;

  @Option(names = "--party", required = true, paramLabel = "FILE", description = "the party's file")
  private Path file;

  @Parameters(paramLabel = "STUDY", description = "its hash, or the first 8 or more digits of it")
  private String study;

  @Option(
      names = "--withhold",
      paramLabel = "REASON",
      description = "withhold the result; the researcher and the other parties see the reason")
  private String reason;

  @Override
  public Integer call() {
    Node.Setup setup = PartyConfig.read(file).setup();
    Approvals approvals = setup.approvals();
    String id = approvals.hash(study);
    PrintWriter out = spec.commandLine().getOut();
    try (Calls calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations())) {
      String result = calls.result(id);
      out.println(ResultText.of(StudyResult.read(result)));
      if (!confirmation.confirmed(reason == null ? "Release it?" : "Withhold it?", out)) {
        return 1;
      }
      Decision.Signed signed =
          reason == null
              ? approvals.release(id, result, signer.person())
              : approvals.withhold(id, reason.strip(), signer.person());
      int missing = approvals.missing(signed.decision());
      if (missing > 0) {
        out.println("Signed. %d more must sign before it is released.".formatted(missing));
        return 0;
      }
      approvals.tell(calls, signed);
      out.println(reason == null ? "Released and signed." : "Withheld and signed.");
      return 0;
    }
  }
}
