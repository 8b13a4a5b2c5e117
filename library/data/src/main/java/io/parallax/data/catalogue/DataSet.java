package io.parallax.data.catalogue;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A public data set in the form that studies read.
 *
 * @param kind the kind of its rows, such as tabular
 * @param source its publisher and publication
 * @param form the required form of its files
 * @param examples commands that use it; may be empty
 */
public record DataSet(
    String name,
    String title,
    int samples,
    int views,
    int classes,
    String kind,
    String licence,
    String source,
    String form,
    @JsonProperty("try") List<String> examples,
    List<DataFile> files) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");

  public DataSet {
    if (!NAME.matcher(name).matches() || files.isEmpty()) {
      throw new IllegalArgumentException("not a data set: " + name);
    }
    examples = examples == null ? List.of() : List.copyOf(examples);
    files = List.copyOf(files);
  }

  public long bytes() {
    return files.stream().mapToLong(DataFile::bytes).sum();
  }
}
