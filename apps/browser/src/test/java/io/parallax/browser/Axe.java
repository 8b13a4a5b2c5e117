package io.parallax.browser;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Looks at a page as those who cannot see it, or only with trouble, would have it looked at. */
final class Axe {
  private static final String SCRIPT = script();
  private static final String RUN =
      """
      async () => {
        const found = await axe.run(document, { resultTypes: ['violations'] });
        return found.violations.filter((v) => ['serious', 'critical'].includes(v.impact))
          .map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.html).join(' ').slice(0, 400)}`);
      }
      """;

  private Axe() {}

  private static String script() {
    try (InputStream in =
        Axe.class.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The serious findings. */
  @SuppressWarnings("unchecked")
  static List<String> findings(Page page) {
    if (page.evaluate("typeof axe").equals("undefined")) { // one page may be looked at often
      page.evaluate(SCRIPT + "; null");
    }
    return (List<String>) page.evaluate(RUN, Map.of());
  }
}
