package io.parallax.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** The Chromium of this machine. Nothing is downloaded: './parallax test' installs its package. */
final class Chromium implements AutoCloseable {
  static final int WIDE = 1280;
  static final int NARROW = 390;
  private static final List<String> NAMES =
      List.of(
          "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe");
  private static final List<String> PLACES =
      List.of(
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
          "/Applications/Chromium.app/Contents/MacOS/Chromium");
  private final Playwright playwright;
  private final Browser browser;
  private final List<String> complaints = new ArrayList<>();

  private Chromium(Path program) {
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program)
                    .setArgs(
                        List.of(
                            "--no-sandbox",
                            "--disable-gpu",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync")));
  }

  /** Without a browser the test is skipped, but on a CI server that is a failure. */
  static Chromium start() {
    Optional<Path> program = program();
    if (program.isEmpty() && "true".equals(System.getenv("CI"))) {
      Assertions.fail("no Chromium on this machine, and on CI the pages must be tested");
    }
    Assumptions.assumeTrue(
        program.isPresent(),
        "SKIPPED: no Chromium on this machine, so the pages were not tested; install chromium or"
            + " set PARALLAX_CHROMIUM");
    return new Chromium(program.orElseThrow());
  }

  private static Optional<Path> program() {
    String given = System.getenv("PARALLAX_CHROMIUM");
    Stream<String> folders = Arrays.stream(System.getenv("PATH").split(File.pathSeparator));
    Stream<Path> found =
        folders.flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)));
    return Stream.concat(
            Stream.concat(Stream.ofNullable(given), PLACES.stream()).map(Path::of), found)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** A page of a browser that knows nothing of others. */
  Page page(int width, boolean dark) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, 900)
                .setIgnoreHTTPSErrors(true) // an authority of the test's own
                .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT));
    context.setDefaultTimeout(20_000);
    Page page = context.newPage();
    page.onPageError(error -> complaints.add(error));
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") && message.text().contains("Content Security")) {
            complaints.add(message.text());
          }
        });
    page.onRequest(
        request -> {
          if (!request.url().matches("https?://(127\\.0\\.0\\.1|localhost):.*")
              && !request.url().startsWith("data:")
              && !request.url().startsWith("file:")) { // a report, opened by the test
            complaints.add("asked for " + request.url());
          }
        });
    return page;
  }

  /** Closes all pages, which would follow every study of the tests that come. */
  void closePages() {
    browser.contexts().forEach(BrowserContext::close);
  }

  /** Errors of scripts, breaches of the policy, and requests to other machines. */
  List<String> complaints() {
    return complaints;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
