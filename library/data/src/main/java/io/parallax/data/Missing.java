package io.parallax.data;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The treatment of missing values.
 *
 * @param neighbours the number of rows whose mean replaces a value, with {@link Fill#NEAREST}; else
 *     0
 * @param indicated whether columns with missing values get a further column that is 1 where a value
 *     is missing
 * @param columns names of those that get one; empty: all with missing values, and where parties
 *     have rows of their own every column, since all parties need the same
 */
public record Missing(Fill fill, int neighbours, boolean indicated, List<String> columns) {
  /** The values that take the place of missing ones. */
  public enum Fill {
    /** None: missing values are rejected. */
    ERROR,
    /** The column's mean. */
    MEAN,
    /** The column's median. */
    MEDIAN,
    /** The column's mean over the most similar training rows. */
    NEAREST;

    /** Returns the word for it in files. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns all words. */
    public static List<String> words() {
      return Arrays.stream(values()).map(Fill::word).toList();
    }

    /** Returns the value with this word in files. */
    public static Optional<Fill> named(String word) {
      return Arrays.stream(values()).filter(fill -> fill.word().equals(word)).findFirst();
    }
  }

  /** The number of neighbours if none is given. */
  public static final int NEIGHBOURS = 5;

  /** Rejects missing values. */
  public static final Missing ERROR = by(Fill.ERROR);

  /** Replaces them by the column's mean. */
  public static final Missing MEAN = by(Fill.MEAN);

  /** Replaces them by the column's median. */
  public static final Missing MEDIAN = by(Fill.MEDIAN);

  public Missing {
    columns = List.copyOf(columns);
  }

  /** Makes a treatment that names no columns. */
  public Missing(Fill fill, int neighbours, boolean indicated) {
    this(fill, neighbours, indicated, List.of());
  }

  /** Returns the treatment with a fill, without further columns. */
  public static Missing by(Fill fill) {
    return new Missing(fill, fill == Fill.NEAREST ? NEIGHBOURS : 0, false);
  }

  /** Replaces missing values by the column's mean over so many of the most similar rows. */
  public static Missing nearest(int neighbours) {
    return new Missing(Fill.NEAREST, neighbours, false);
  }

  /** Returns the same with a further column for each column with missing values. */
  public Missing indicating() {
    return new Missing(fill, neighbours, true);
  }

  /** Returns the same with a further column for each of these columns. */
  public Missing indicating(List<String> columns) {
    return new Missing(fill, neighbours, true, columns);
  }

  /** Returns whether missing values are rejected. */
  public boolean rejects() {
    return fill == Fill.ERROR;
  }

  /** Returns whether sums over parties with different rows suffice for it. */
  public boolean fromSums() {
    return !indicated && (fill == Fill.ERROR || fill == Fill.MEAN);
  }

  /** Returns it as it stands in a manifest: a word if that says it all. */
  @JsonValue
  Object told() {
    if (fromSums()) {
      return fill.name();
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("fill", fill.name());
    all.put("neighbours", neighbours);
    all.put("indicated", indicated);
    if (!columns.isEmpty()) {
      all.put("columns", columns);
    }
    return all;
  }
}
