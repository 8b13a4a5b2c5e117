package io.parallax.fuzz.files;

import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.TextTarget;
import io.parallax.run.SearchLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The log of a search for settings. */
public final class SearchLogTarget extends TextTarget {
  public SearchLogTarget() {
    super(
        "search-log",
        "the log of a search for settings; opened again it says the same",
        List.of("vfedmv/1/1\t12.0\t400\nvfedmv/1/2\t11.5\t400\n", "a/1/1\t1.0\t1\ncut"));
  }

  @Override
  public void run(byte[] input) throws IOException {
    Path folder = Scratch.file("search/search.log", input).getParent();
    String first = SearchLog.text(folder);
    Finding.unless(first.equals(SearchLog.text(folder)), "a log that was opened says other things");
  }
}
