package io.parallax.cli;

import io.parallax.core.Hashes;
import io.parallax.data.catalogue.Catalogue;
import io.parallax.data.catalogue.DataFile;
import io.parallax.data.catalogue.DataSet;
import io.parallax.data.catalogue.RetryPolicy;
import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** A data set of two small files in a folder, and the command that knows no other. */
final class TinyData implements CommandLine.IFactory {
  static final String VIEW = "view_a.csv";
  static final String LABELS = "labels.csv";

  /**
   * How long a server may be silent; long enough for a busy machine where a test is not about it.
   */
  Duration stall = Duration.ofSeconds(20);

  final Map<String, String> environment = new HashMap<>();
  final Path source;
  final byte[] view = noise(200_000);
  final byte[] labels = noise(900);
  private final Catalogue catalogue;

  TinyData(Path source) throws IOException {
    this.source = source;
    Files.createDirectories(source.resolve("tiny"));
    Files.write(source.resolve("tiny").resolve(VIEW), view);
    Files.write(source.resolve("tiny").resolve(LABELS), labels);
    this.catalogue =
        new Catalogue(
            List.of(
                set("tiny", List.of("./parallax run examples/tiny.yaml")),
                set("tine", List.of("./parallax data inspect $PARALLAX_DATA/tine/" + VIEW))));
  }

  Cli get(Object... arguments) {
    Object[] all = new Object[arguments.length + 2];
    all[0] = "data";
    all[1] = "get";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Cli.runWith(this, all);
  }

  /** The one line about what is refused, without "parallax: ". */
  String refusal(int exit, Object... arguments) {
    Cli cli = get(arguments);
    if (cli.exit() != exit || !cli.out().isEmpty() || cli.err().contains("Exception")) {
      throw new AssertionError(cli.toString());
    }
    List<String> lines = cli.err().lines().toList();
    return lines.get(lines.size() - 1).substring("parallax: ".length());
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    return type == DataGetCommand.class
        ? type.cast(new DataGetCommand(() -> catalogue, environment::get, patience()))
        : CommandLine.defaultFactory().create(type);
  }

  private RetryPolicy patience() {
    return new RetryPolicy(Duration.ofSeconds(10), stall, 2, Duration.ofMillis(10));
  }

  private DataSet set(String name, List<String> examples) {
    List<DataFile> files = List.of(file(VIEW, view), file(LABELS, labels));
    return new DataSet(
        name, "Tiny", 1234, 1, 2, "noise", "CC0", "a test", "bytes", examples, files);
  }

  private static DataFile file(String name, byte[] content) {
    String sha256 = HexFormat.of().formatHex(Hashes.of(content));
    return new DataFile(name, content.length, sha256, "noise");
  }

  private static byte[] noise(int length) {
    Rng rng = Rng.of(length);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (rng.gaussian() * 60);
    }
    return bytes;
  }
}
