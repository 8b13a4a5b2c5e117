package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.run.OnnxExport;
import io.parallax.study.model.ModelFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the model of a party that predicts alone (APFed) as an ONNX file.",
      "",
      "The file takes rows as they are in the party's files (images with points from 0 to 1), input"
          + " 'rows'; it scales them itself. It gives 'probabilities' and 'class', the number of the"
          + " class from 0; the classes' names and the columns are among its metadata, one on a line."
          + " Missing values have to be filled in before."
    },
    footerHeading = "%n@|bold Example|@%n",
    footer = "  ./parallax export --model runs/digits-1a2b3c4d --out digits.onnx")
final class ExportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "FOLDER",
      required = true,
      description = "the run's folder, or the folder 'model' in it")
  private Path model;

  @Option(
      names = {"--out", "--onnx"},
      paramLabel = "FILE",
      required = true,
      description = "where to write")
  private Path out;

  @Override
  public Integer call() {
    byte[] bytes = OnnxExport.of(ModelFolder.named(model));
    try {
      Files.write(out, bytes);
    } catch (IOException e) {
      throw new BadInput("cannot write " + out + "; choose another --out", e);
    }
    spec.commandLine().getErr().printf("%,d bytes: %s%n", bytes.length, out);
    return 0;
  }
}
