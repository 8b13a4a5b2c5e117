package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.grpc.GrpcLink;
import io.parallax.privacy.Signing;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A study to run between machines.
 *
 * @param study the hash of its manifest
 * @param folder stores sums and results
 * @param signing verifies what parties have signed
 * @param notes receives sentences about parties that leave the study or return to it
 */
public record Job(
    String study,
    byte[] manifest,
    Path folder,
    Links links,
    Watcher watcher,
    Signing signing,
    Consumer<String> notes,
    BooleanSupplier stop) {

  /** Connects to the parties of a part. */
  public interface Links {
    /**
     * @param among the parties that take part in it
     */
    GrpcLink open(String part, byte[] opening, LongSupplier newest, Set<PartyId> among);
  }

  /** Observes the rounds of a study. */
  public interface Watcher {
    void round(String part, int number, double objective, RoundCost cost);
  }
}
