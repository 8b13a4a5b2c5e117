package io.parallax.dist;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.core.Hashes;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that makes a release; the launcher builds the program before. */
@Command(
    name = "dist",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a release: an archive that runs where there is Java 17 or later and nothing else.",
      "",
      "The same sources make the same bytes. Spark is in no release: it is added to a clone."
    },
    footer = {
      "",
      "Examples: ./parallax dist",
      "          ./parallax dist --platform all --deb --out /tmp/release",
      "          ./parallax dist --wheel && pip install dist/parallax_fl-*.whl"
    })
public final class Main implements Callable<Integer> {
  private static final int BAD_INPUT = 2;
  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "where the archives go (default: the folder dist)")
  private Path out = Path.of("dist");

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      split = ",",
      description =
          "linux-x86_64, linux-arm64, macosx-arm64, macosx-x86_64, windows-x86_64, or all (default:"
              + " this machine's)")
  private List<String> platforms = List.of();

  @Option(names = "--deb", description = "make packages for Debian and Ubuntu, too")
  private boolean deb;

  @Option(
      names = "--wheel",
      description = "make the Python package alone; every archive has it in its folder python")
  private boolean wheel;

  @Option(
      names = "--advisories",
      paramLabel = "PATH",
      description =
          "check every library against known vulnerabilities: a folder or zip of OSV files, such as"
              + " Maven/all.zip of osv.dev; nothing is made if one is affected")
  private Path advisories;

  private boolean checked;

  /** Runs the command; the launcher tells where the sources and the program's jars are. */
  public static void main(String[] args) {
    CommandLine line = new CommandLine(new Main());
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          Failure failure = Failure.of(e);
          command.getErr().println("parallax: " + failure.getMessage());
          return failure.kind() == Failure.Kind.BAD_INPUT ? BAD_INPUT : 1;
        });
    System.exit(line.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (wheel) {
      return wheel();
    }
    Set<Platform> chosen = new LinkedHashSet<>();
    platforms.forEach(word -> chosen.addAll(Platform.of(word)));
    if (chosen.isEmpty()) {
      chosen.add(Platform.here());
    }
    if (deb && chosen.stream().allMatch(one -> one.debian().isEmpty())) {
      throw new BadInput("--deb is for Linux; name such a platform: --platform linux-x86_64");
    }
    Path home = Path.of(System.getProperty("parallax.home"));
    Path work = home.resolve("apps/dist/target");
    Properties about = Release.about();
    folder();
    Release release = new Release(home, about.getProperty("version"));
    Packing packing = new Packing(Instant.parse(about.getProperty("time")));
    Jars jars = new Jars(paths(work.resolve("released.path")), work.resolve("fitted"));
    Components components = Components.read(work.resolve("components.json"));
    for (Platform platform : chosen) {
      Tree lib = jars.of(platform, new NativeJars(home, work.resolve("natives")).of(platform));
      List<ObjectNode> found = components.of(platform, lib);
      check(found);
      lib.all("", Components.lists(found, release.version()));
      archive(release, packing, platform, lib);
      if (deb && platform.debian().isPresent()) {
        debian(release, packing, platform.debian().get(), lib);
      }
    }
    sums();
    return 0;
  }

  private void check(List<ObjectNode> components) throws IOException {
    if (advisories == null || checked) {
      return;
    }
    Advisories known = Advisories.read(advisories);
    List<String> affected = known.about(components);
    if (!affected.isEmpty()) {
      throw new BadInput(
          "%d libraries are affected; replace them by later versions:%n  %s"
              .formatted(affected.size(), String.join(System.lineSeparator() + "  ", affected)));
    }
    spec.commandLine()
        .getOut()
        .printf(
            "%d libraries checked against %d advisories: none affected%n",
            components.size(), known.count());
    checked = true; // other platforms have the same
  }

  private int wheel() throws IOException {
    if (deb || advisories != null || !platforms.isEmpty()) {
      throw new BadInput(
          "--wheel makes the Python package alone, for every platform; leave the other options out");
    }
    folder();
    Path home = Path.of(System.getProperty("parallax.home"));
    Path made = Wheel.of(home).write(out);
    spec.commandLine().getOut().printf("%4d kB  %s%n", Files.size(made) / 1_000, made);
    sums();
    return 0;
  }

  private static List<Path> paths(Path file) throws IOException {
    return Arrays.stream(Files.readString(file).strip().split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar")) // a pom brings only others
        .map(Path::of)
        .toList();
  }

  private void folder() {
    try {
      Files.createDirectories(out);
      Files.delete(Files.createTempFile(out, "dist", ".tmp"));
    } catch (IOException e) {
      throw new BadInput("cannot write to " + out + "; choose another folder with --out", e);
    }
  }

  private void archive(Release release, Packing packing, Platform platform, Tree lib)
      throws IOException {
    String ending = platform.windows() ? ".zip" : ".tar.gz";
    Tree tree = release.archive(platform, lib);
    Path file = out.resolve(release.name() + "-" + platform.word() + ending);
    Path part = out.resolve(file.getFileName() + ".tmp");
    try (OutputStream to = Files.newOutputStream(part)) {
      if (platform.windows()) {
        packing.zip(tree, to);
      } else {
        packing.tar(tree, to);
      }
    }
    finish(part, file, platform.torch() ? "" : "without neural networks: no PyTorch is published");
  }

  private void debian(Release release, Packing packing, String processor, Tree lib)
      throws IOException {
    Tree installed = release.installed(lib);
    Path file = out.resolve("parallax_" + release.version() + "_" + processor + ".deb");
    Path part = out.resolve(file.getFileName() + ".tmp");
    packing.deb(release.control(processor, installed.bytes()), installed, part);
    finish(part, file, "");
  }

  private void finish(Path part, Path file, String note) throws IOException {
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    PrintWriter to = spec.commandLine().getOut();
    to.printf(
        "%4d MB  %s%s%n", Files.size(file) / 1_000_000, file, note.isEmpty() ? "" : "  " + note);
    to.flush();
  }

  /** Writes the hashes of all releases in the folder, as sha256sum -c reads them. */
  private void sums() throws IOException {
    StringBuilder lines = new StringBuilder();
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : new TreeSet<>(files.filter(Main::released).toList())) {
        lines.append(Hashes.ofFile(file)).append("  ").append(file.getFileName()).append('\n');
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    Files.writeString(out.resolve("SHA256SUMS"), lines);
  }

  private static boolean released(Path file) {
    return file.getFileName().toString().matches("parallax[-_].*\\.(tar\\.gz|zip|deb|whl)");
  }
}
