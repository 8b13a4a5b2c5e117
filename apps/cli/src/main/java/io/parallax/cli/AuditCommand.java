package io.parallax.cli;

import io.parallax.audit.AttackResult;
import io.parallax.audit.Audit;
import io.parallax.consortium.ExitCode;
import io.parallax.report.TextTable;
import io.parallax.run.Runs;
import io.parallax.study.file.StudyFile;
import java.io.PrintWriter;
import java.nio.file.Files;
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
      "Attacks the messages that the coordinator of a run saw, and prints what is reconstructed.",
      "",
      "The study needs 'protection: {record: true}' and must have been run. Each attack is also"
          + " tried on an unprotected training of the same rows, the control: if it does not"
          + " succeed there either, the row is inconclusive, and a note says so."
    },
    footer = {
      "",
      "features: with 100 rows known (a quarter where there are fewer than 400), the share of the"
          + " other rows' variance that least squares brings back.",
      "directions told: the same with half as many rows again known as there are columns, from sums as"
          + " they are, which masks do not hide; 130 of 146: so many directions of so many columns."
          + " The control is told as many as there are columns. By a party: the others' columns, if"
          + " it sees the sums and takes its own part away.",
      "held-out rows: the share of all labels that the held-out rows and the seed reveal, if splits"
          + " depend on labels; between machines these rows are sent to every party.",
      "canaries: the share of random labels that every party can read from the consensus.",
      "target: the share of the variance of numbers, events or times that the first residuals bring"
          + " back, with the target of 100 rows known (or a quarter).",
      "what is shown: how alike rows rebuilt from representations are to the true ones (TVFL).",
      "gradient inversion: how alike rows rebuilt from single gradients or models are to the true"
          + " ones (1: in direction the same); where parties hold different people, tried on those"
          + " with at most 32 rows.",
      "membership: how much more often training rows are taken for such than others, by the model.",
      "wrong numbers of one party: the share of right answers that they cost, where all that comes is"
          + " believed and in this study. The worst takes votes for held-out rows from the best class and"
          + " gives them to the second: its own best, or, if the coordinator helps it, the others' best. In masked sums the party runs a program that does not cut"
          + " its own rows.",
      "Exit code 1 when a protection let through more than it promises."
    })
final class AuditCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", description = "the run's folder, or its study file")
  private Path study;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where the run is (default: runs/STUDY-HASH below the working folder)")
  private Path out;

  @Override
  public Integer call() {
    PrintWriter to = spec.commandLine().getOut();
    List<AttackResult> leaks =
        Files.isDirectory(Runs.named(study))
            ? Audit.of(Runs.named(study))
            : Audit.of(StudyFile.read(study), Optional.ofNullable(out), Path.of(""));
    if (leaks.isEmpty()) {
      to.println(
          "No message of this study holds a number for each sample; these attacks do not apply.");
      return 0;
    }
    TextTable table =
        new TextTable("attack", "on", "unprotected", "this run", "promised at most", "remark");
    for (AttackResult leak : leaks) {
      table.row(
          leak.attack(),
          leak.target(),
          number(leak.control()),
          number(leak.found()),
          Double.isNaN(leak.allowed()) ? "no promise" : number(leak.allowed()),
          leak.remark());
    }
    to.print(table);
    to.println();
    to.println(
        "unprotected: the same rows without masks, randomised labels, noise or cuts, the control."
            + " promised at most: what the study's protection is to keep it to; no promise: it is"
            + " not meant to stop this.");
    leaks.stream().map(leak -> leak.scale().legend).distinct().forEach(to::println);
    boolean held = leaks.stream().allMatch(AttackResult::held);
    to.println(held ? "" : "A protection let through more than it promises.");
    return held ? 0 : ExitCode.FAILED;
  }

  private static String number(double share) {
    return String.format(Locale.ROOT, "%.3f", share);
  }
}
