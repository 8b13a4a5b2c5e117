package io.parallax.consortium;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.engine.DurableFile;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Offer;
import io.parallax.party.Dossier;
import io.parallax.party.DossierPage;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "dossier",
    mixinStandardHelpOptions = true,
    description = {
      "Writes all that a party knows about a study, for an impact assessment.",
      "",
      "Purpose, rows, receivers, messages, protection, attacks with controls, decision, what has left, and"
          + " the software. Before, during and after the study; also of one that failed."
    },
    footer = {
      "",
      "Example: ./parallax study dossier --party st-mary.yaml 1a2b3c4d5e6f --out dossier.html"
    })
final class StudyDossier implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--party", required = true, paramLabel = "FILE", description = "the party's file")
  private Path file;

  @Parameters(paramLabel = "STUDY", description = "its hash, or the first 8 or more digits of it")
  private String study;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "a page (.html) or data (.json); default: dossier-HASH.html")
  private Path out;

  @Override
  public Integer call() {
    String name = out == null ? "" : out.toString();
    if (out != null && !name.endsWith(".html") && !name.endsWith(".json")) {
      throw new BadInput("--out is %s; its name must end in .html or .json".formatted(out));
    }
    PartyConfig config = PartyConfig.read(file);
    PrintWriter to = spec.commandLine().getOut();
    Dossier dossier = Dossier.of(config, study, offers(config.setup(), to));
    Path target =
        out == null
            ? Path.of("dossier-%s.html".formatted(dossier.about().id().substring(0, 12)))
            : out;
    String text = name.endsWith(".json") ? dossier.json() : DossierPage.of(dossier);
    DurableFile.replace(target, text.getBytes(StandardCharsets.UTF_8));
    to.println("Wrote " + target + ".");
    return 0;
  }

  private static List<Offer> offers(Node.Setup setup, PrintWriter to) {
    try (Calls calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations())) {
      return calls.studies();
    } catch (BadInput | Refused e) {
      to.println("The coordinator does not answer; the study's state is left out.");
      return List.of();
    }
  }
}
