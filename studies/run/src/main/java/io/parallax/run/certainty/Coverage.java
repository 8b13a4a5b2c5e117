package io.parallax.run.certainty;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.eval.Proportion;
import java.util.List;

/**
 * The share of rows whose set or interval holds the truth.
 *
 * @param name of the rows: all, a class, a party, or a number of views present
 * @param covered how many hold the truth
 * @param low the lower end of the share's 95 % confidence interval, for independent rows
 * @param high its upper end
 * @param size the mean number of classes in a set, or the mean width of a bounded interval; null if
 *     no interval is bounded
 * @param empty sets without a class
 * @param single sets of one class
 * @param unbounded intervals without ends, of groups with too few calibration rows
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Coverage(
    String name,
    long rows,
    long covered,
    double share,
    double low,
    double high,
    Double size,
    long empty,
    long single,
    long unbounded) {

  static Coverage of(
      String name, long rows, long covered, double sizes, long empty, long single, long unbounded) {
    Proportion found = new Proportion(covered, rows);
    return new Coverage(
        name,
        rows,
        covered,
        found.share(),
        found.low(),
        found.high(),
        unbounded == rows ? null : (Double) (sizes / (rows - unbounded)),
        empty,
        single,
        unbounded);
  }

  /** Returns the coverage of the rows of several splits. */
  static Coverage sum(List<Coverage> parts) {
    return of(
        parts.get(0).name,
        parts.stream().mapToLong(Coverage::rows).sum(),
        parts.stream().mapToLong(Coverage::covered).sum(),
        parts.stream().mapToDouble(Coverage::sizes).sum(),
        parts.stream().mapToLong(Coverage::empty).sum(),
        parts.stream().mapToLong(Coverage::single).sum(),
        parts.stream().mapToLong(Coverage::unbounded).sum());
  }

  private double sizes() {
    return size == null ? 0 : size * (rows - unbounded);
  }
}
