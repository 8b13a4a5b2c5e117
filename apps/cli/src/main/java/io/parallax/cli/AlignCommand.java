package io.parallax.cli;

import io.parallax.privacy.Aligner;
import io.parallax.report.TextTable;
import io.parallax.run.LocalAlignment;
import io.parallax.study.file.StudyFile;
import io.parallax.study.yaml.Yaml;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "align",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the rows that all parties of a study have, as parties on machines of their own do it.",
      "",
      "Every id is blinded by every party's secret; only which are equal comes to light. Between"
          + " machines this happens at the beginning of each study whose parties hold the same people,"
          + " unless it says 'align: none'; './parallax run' joins rows by id, since they are in one"
          + " place anyway, and comes to the same rows."
    })
final class AlignCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STUDY", description = "a study file that says where the rows are")
  private Path study;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Yaml align = Yaml.read(study, "study").entries().get("align");
    if (align != null && !align.isMap() && align.text().equals("none")) {
      throw align.error("the study says 'align: none', so nothing is aligned; remove it to align");
    }
    long began = System.nanoTime();
    Aligner.Outcome found = LocalAlignment.of(StudyFile.read(study));
    double seconds = (System.nanoTime() - began) / 1e9;
    boolean whole = found.held().isEmpty();
    TextTable table =
        new TextTable("party", "ids", whole ? "common to all" : "rows of the study's");
    found
        .sizes()
        .forEach(
            (id, size) ->
                table.row(
                    id.name(), "" + size, "" + found.held().getOrDefault(id, found.common())));
    out.print(table);
    out.printf(Locale.ROOT, "%.1f s, reading included.%n", seconds);
    out.println(
        whole
            ? "Everybody would learn these sizes; the coordinator, how many ids any of the parties have in"
                + " common; a party, which of the ids that it lists all others have."
            : "The study has %,d rows. Everybody would learn the sizes; the coordinator, which of the rows each party has, without ids; a party, which of the ids that it lists are rows of the study, and their places among all."
                .formatted(found.common()));
    out.println(
        "A party can list ids that it does not have, and learns the same of them; how many another"
            + " may bring, an owner says with policy.align-most (10x: ten times its own).");
    return 0;
  }
}
