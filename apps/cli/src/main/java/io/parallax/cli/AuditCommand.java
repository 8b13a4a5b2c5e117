package io.parallax.cli;

import io.parallax.cli.study.Audit;
import io.parallax.cli.study.Audit.Leak;
import io.parallax.cli.study.StudyFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = {
      "Tries attacks on what the coordinator of a run saw, and prints what came back.",
      "",
      "The study needs 'protection: {record: true}' and must have been run. Each attack is also"
          + " tried on an unprotected training of the same rows, so that it is known to work."
    },
    footer = {
      "",
      "features: with 100 rows known (a quarter where there are fewer than 400), the share of the"
          + " other rows' variance that least squares brings back.",
      "canaries: the share of random labels that every party can read from the consensus.",
      "gradient inversion: how alike rows rebuilt from single gradients or models are to the true"
          + " ones (1: in direction the same); where parties hold different people, tried on those"
          + " with at most 32 rows.",
      "membership: how much more often training rows are taken for such than others, by the model.",
      "wrong numbers of one party: the share of right answers that they cost, where all that comes is"
          + " believed and in this study.",
      "Exit code 1 when a protection let through more than it promises."
    })
final class AuditCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", description = "the study file of the run")
  private Path study;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where the run is (default: runs/STUDY-HASH below the working folder)")
  private Path out;

  @Override
  public Integer call() {
    PrintWriter to = spec.commandLine().getOut();
    List<Leak> leaks = Audit.of(StudyFile.read(study), Optional.ofNullable(out), Path.of(""));
    if (leaks.isEmpty()) {
      to.println(
          "No message of this study holds a number for each sample; these attacks do not apply.");
      return 0;
    }
    TextTable table = new TextTable("attack", "on", "unprotected", "this run", "promised at most");
    for (Leak leak : leaks) {
      table.row(
          leak.attack(),
          leak.target(),
          number(leak.control()),
          number(leak.found()),
          Double.isNaN(leak.allowed()) ? "nothing" : number(leak.allowed()));
    }
    to.print(table);
    boolean held = leaks.stream().noneMatch(leak -> leak.found() > leak.allowed());
    to.println(held ? "" : "A protection let through more than it promises.");
    return held ? 0 : Main.FAILED;
  }

  private static String number(double share) {
    return String.format(Locale.ROOT, "%.3f", share);
  }
}
