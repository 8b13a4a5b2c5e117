package io.parallax.consortium;

import io.parallax.identity.Pem;
import io.parallax.privacy.EvidenceCheck.Finding;
import io.parallax.remote.EvidenceFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "evidence",
    mixinStandardHelpOptions = true,
    description = {
      "Checks evidence that a party has lied about a proved sum.",
      "",
      "Looks at every signature, and computes anew whether the proof holds, or whose answer differs."
          + " Nothing is asked of anybody. Exit 0: it shows each accused party's lie; 1: it does not."
    },
    footer = {
      "",
      "The hash that it shows is the one in every party's ledger.",
      "Example: ./parallax study evidence evidence-1.json --authority ca.pem"
    })
final class StudyEvidence implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "evidence-1.json from the coordinator")
  private Path file;

  @Option(
      names = "--authority",
      required = true,
      paramLabel = "FILE",
      description = "the consortium's ca.pem")
  private Path authority;

  @Override
  public Integer call() {
    X509Certificate trusted = Pem.certificate(authority);
    EvidenceFile evidence = EvidenceFile.read(file);
    List<Finding> findings = evidence.check(trusted);
    PrintWriter out = spec.commandLine().getOut();
    out.println("study     " + evidence.study());
    out.println("part      " + evidence.part());
    out.println("SHA-256   " + evidence.hash());
    findings.forEach(
        one ->
            out.printf("%-9s %s: %s%n", one.shown() ? "shown" : "NOT SHOWN", one.who(), one.why()));
    return findings.stream().allMatch(Finding::shown) ? 0 : ExitCode.FAILED;
  }
}
