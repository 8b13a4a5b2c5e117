package io.parallax.demo;

import io.parallax.coordinator.Tokens;
import io.parallax.core.BadInput;
import io.parallax.report.Report;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** A coordinator with three hospitals and some studies, to look at; nothing of it is kept. */
public final class CoordinatorDemo {
  private static final List<String> ALL = List.copyOf(DemoConsortium.PARTIES.keySet());
  private final PrintWriter out;

  public CoordinatorDemo(PrintWriter out) {
    this.out = out;
  }

  public void run() throws InterruptedException {
    Path folder = temporary();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
    Path runs = folder.resolve("runs");
    try (DemoConsortium consortium = new DemoConsortium(folder, runs, note -> {})) {
      String ana = consortium.token("ana", Tokens.Role.RESEARCHER, Duration.ofDays(1));
      String olga = consortium.token("olga", Tokens.Role.OPERATOR, Duration.ofDays(1));
      String link = consortium.dashboard() + "/#token=";
      out.println("The dashboard, signed in:");
      out.println("  as a researcher   " + link + ana);
      out.println("  as an operator    " + link + olga);
      out.println("The page of each hospital, for its owner:");
      ALL.forEach(
          name ->
              out.println("  " + name + " ".repeat(18 - name.length()) + consortium.page(name)));
      out.println("All of it is on this machine only. Ctrl-C ends it, and nothing is kept.");
      out.flush();
      studies(consortium, ana);
      simulations(runs);
      out.println("The sample studies are submitted; 'next' waits for your decision.");
      out.flush();
      new CountDownLatch(1).await();
    }
  }

  private static void studies(DemoConsortium consortium, String ana) throws InterruptedException {
    for (String name : List.of("mood-vfedmv", "mood-mmvfl", "mood-sites", "mood-groups", "long")) {
      String id = consortium.submit(ana, text(name));
      ALL.forEach(party -> consortium.decide(party, id, ""));
    }
    String refused =
        consortium.submit(ana, text("mood-vfedmv").replace("study: mood", "study: refused"));
    consortium.decide("riverside", refused, "not before the ethics board has met");
    String next =
        consortium.submit(ana, text("mood-mmvfl").replaceFirst("study: .*", "study: next"));
    consortium.decide("riverside", next, "");
  }

  private static void simulations(Path runs) {
    for (String name : List.of("simulated-search", "simulated-groups", "simulated-contribution")) {
      StudyRun.of(
          StudyFile.parse(name + ".yaml", text(name), runs),
          RunOptions.in(runs.resolve(name)).reportedBy(Report::of));
    }
  }

  private static String text(String name) {
    try (InputStream in = CoordinatorDemo.class.getResourceAsStream("demo-" + name + ".yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("parallax-demo");
    } catch (IOException e) {
      throw new BadInput("cannot make a temporary folder; check java.io.tmpdir", e);
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // the system's cleaner of temporary folders does it
    }
  }
}
