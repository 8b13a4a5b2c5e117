package io.parallax.experiments.verify;

import io.parallax.core.BadInput;
import io.parallax.core.verify.VectorCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * All checks of this version: those of methods, found by ServiceLoader, and those that need data
 * sets or metrics. A file belongs to a method or, without one, has a format.
 */
public record VectorChecks(List<VectorCheck> checks) {
  private static final List<String> FORMATS = List.of(GlmCheck.FORMAT, GlmExternalCheck.FORMAT);

  /** Finds the checks on the class path. */
  public static VectorChecks find() {
    List<VectorCheck> checks = new ArrayList<>();
    ServiceLoader.load(VectorCheck.class).forEach(checks::add);
    checks.addAll(List.of(new MetricsCheck(), new GlmCheck(), new GlmExternalCheck()));
    return new VectorChecks(List.copyOf(checks));
  }

  /** Returns the check of a file; empty if it is about a method that this version does not have. */
  public Optional<VectorCheck> of(JsonVectors file) {
    boolean method = file.has("method") || !file.has("format");
    String kind = file.text(method ? "method" : "format");
    Optional<VectorCheck> check = checks.stream().filter(c -> c.covers(kind)).findFirst();
    if (check.isEmpty() && !method) {
      throw new BadInput(
          "its format is '%s'; it must be one of %s; use the version it is for"
              .formatted(kind, FORMATS));
    }
    return check;
  }
}
