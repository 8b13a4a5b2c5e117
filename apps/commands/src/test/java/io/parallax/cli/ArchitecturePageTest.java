package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The drawing of modules and packages in ARCHITECTURE.md is what the sources are. {@code ./parallax
 * test ArchitecturePageTest -Dparallax.rewrite=true} draws it anew.
 */
class ArchitecturePageTest {
  private static final Path PAGE = Sources.ROOT.resolve("ARCHITECTURE.md");
  private static final String BEGIN = "<!-- drawn by ArchitecturePageTest -->\n";
  private static final String END = "<!-- end of the drawing -->\n";
  private static final String REDRAW =
      "ARCHITECTURE.md is out of date; draw it anew:"
          + " ./parallax test ArchitecturePageTest -Dparallax.rewrite=true";

  /** Lines by which a number may be off, so that a small change needs no new drawing. */
  private static final int SLACK = 200;

  /** A number of lines, with the blanks that set it to the right. */
  private static final Pattern COUNT =
      Pattern.compile(" +\\d{1,3}(,\\d{3})*(?=  ->|$)", Pattern.MULTILINE);

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT =
      Pattern.compile(
          "<groupId>io\\.parallax</groupId><artifactId>parallax-?(\\w*)</artifactId>"
              + "(?:<version>[^<]*</version>)?(?:<type>\\w+</type>)?(?:<scope>(\\w+)</scope>)?");

  @Test
  void theDrawingIsUpToDate() throws IOException {
    String page = Files.readString(PAGE);
    String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
    String after = page.substring(page.indexOf(END));
    String drawn = before + drawing() + after;
    if (Boolean.getBoolean("parallax.rewrite")) {
      Files.writeString(PAGE, drawn);
    } else {
      assertThat(outOfDate(page, drawn)).as(REDRAW).isFalse();
    }
  }

  /**
   * Tells if a drawing has other modules, packages or arrows than the sources, or a number of lines
   * that is off by more than {@link #SLACK}.
   */
  private static boolean outOfDate(String page, String drawn) {
    if (!COUNT.matcher(page).replaceAll("#").equals(COUNT.matcher(drawn).replaceAll("#"))) {
      return true;
    }
    Matcher told = COUNT.matcher(page);
    Matcher counted = COUNT.matcher(drawn);
    while (told.find() && counted.find()) {
      if (Math.abs(lines(told.group()) - lines(counted.group())) > SLACK) {
        return true;
      }
    }
    return false;
  }

  private static int lines(String count) {
    return Integer.parseInt(count.strip().replace(",", ""));
  }

  /**
   * Returns a line for each module, in the order of the build, and one for each of its packages.
   */
  private static String drawing() throws IOException {
    Map<String, Map<String, Integer>> packages = Sources.packages();
    StringBuilder text = new StringBuilder("```\n");
    String floor = "";
    for (String module : modules()) {
      if (!packages.containsKey(module)) {
        continue; // tests or a list of versions only
      }
      String own = module.contains("/") ? module.substring(0, module.indexOf('/')) : module;
      text.append(own.equals(floor) ? "" : "\n");
      floor = own;
      text.append(line(module, packages.get(module)));
    }
    return text.append("```\n").toString().replace("```\n\n", "```\n");
  }

  private static String line(String module, Map<String, Integer> packages) throws IOException {
    int all = packages.values().stream().mapToInt(lines -> lines).sum();
    StringBuilder text =
        new StringBuilder(
            row("%-20s %7s", module, count(all), "-> " + String.join(" ", needs(module))));
    if (packages.size() > 1) {
      packages.forEach(
          (name, lines) ->
              text.append(
                  row("    %-24s %7s", name.replace("io.parallax.", ""), count(lines), "")));
    }
    return text.toString();
  }

  private static String row(String pattern, String name, String count, String more) {
    return (String.format(Locale.ROOT, pattern, name, count) + "  " + more).stripTrailing() + "\n";
  }

  /** Rounds to hundreds. */
  private static String count(int lines) {
    return String.format(Locale.ROOT, "%,d", Math.max(100, (lines + 50) / 100 * 100));
  }

  private static List<String> modules() throws IOException {
    return modules(Sources.ROOT);
  }

  /** Returns the modules below a folder in the order of its pom, each before those within it. */
  private static List<String> modules(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher module = MODULE.matcher(Files.readString(folder.resolve("pom.xml")));
    while (module.find()) {
      Path own = folder.resolve(module.group(1));
      found.add(Sources.ROOT.relativize(own).toString());
      found.addAll(modules(own));
    }
    return found;
  }

  /** Returns the modules of ours that a module is compiled or run with. */
  private static TreeSet<String> needs(String module) throws IOException {
    TreeSet<String> needs = new TreeSet<>();
    String pom = Files.readString(Sources.ROOT.resolve(module).resolve("pom.xml"));
    Matcher artifact = ARTIFACT.matcher(pom.substring(pom.indexOf("</parent>")));
    while (artifact.find()) {
      if (!"test".equals(artifact.group(2))) {
        needs.add(artifact.group(1));
      }
    }
    return needs;
  }

  @Test
  void aNewModuleAnArrowOrManyLinesMakeADrawingOutOfDate() {
    String page = "library/core           2,300  -> math\n    core                       2,200\n";
    assertThat(outOfDate(page, page.replace("2,200", "2,400"))).isFalse();
    assertThat(outOfDate(page, page.replace("2,300", "2,600"))).isTrue();
    assertThat(outOfDate(page, page.replace("2,200", "900"))).isTrue();
    assertThat(outOfDate(page, page.replace("-> math", "-> data math"))).isTrue();
    assertThat(outOfDate(page, page + "    core.verify                  100\n")).isTrue();
  }

  @Test
  void numbersAreRounded() {
    assertThat(count(4711)).isEqualTo("4,700");
    assertThat(count(20)).isEqualTo("100");
  }
}
