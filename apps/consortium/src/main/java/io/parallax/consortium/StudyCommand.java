package io.parallax.consortium;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Studies between machines.",
      "",
      "Researchers submit, watch, stop and resume, over HTTPS with a token. Parties' owners approve, release and withdraw,"
          + " with their party's key."
    },
    footer = {
      "",
      "@|bold Environment|@",
      "  Without these three variables the login of ./parallax login is used.",
      "  PARALLAX_SERVER  the coordinator, such as https://parallax.example.org:7444",
      "  PARALLAX_TOKEN   your token; an operator makes it: coordinator token add",
      "  PARALLAX_CA      the consortium's ca.pem"
    },
    subcommands = {
      StudySubmit.class,
      StudyApprove.class,
      StudyWithdraw.class,
      StudyRelease.class,
      StudyDossier.class,
      StudyEvidence.class,
      StudyWatch.class,
      StudyCompare.class,
      StudySteer.Catalogue.class,
      StudySteer.Listing.class,
      StudySteer.Stop.class,
      StudySteer.Resume.class,
      StudySteer.Outcome.class,
      StudySteer.Reporting.class
    })
final class StudyCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
