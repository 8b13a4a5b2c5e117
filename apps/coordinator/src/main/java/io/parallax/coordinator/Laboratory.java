package io.parallax.coordinator;

import io.parallax.core.PartyId;
import io.parallax.grpc.GrpcLink;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Understands study files and runs studies; the coordinator's server only keeps their books. */
public interface Laboratory {
  /** A study file, checked. */
  record Draft(String name, String method, List<PartyId> parties) {}

  Draft read(String yaml);

  /**
   * All that a party approves: the study, who takes part with which key, and the version.
   *
   * @param researcher who has submitted it
   */
  byte[] manifest(String yaml, String researcher, SortedMap<PartyId, String> fingerprints);

  /** Draws studies. */
  default Gallery gallery() {
    return Gallery.EMPTY;
  }

  /** Runs a study, or what is left of it; gives its result as JSON. */
  String run(Job job);

  /**
   * A study to run.
   *
   * @param folder where it keeps sums and results
   * @param notes is told, in sentences, who has left a study and who is back
   */
  record Job(
      String study,
      byte[] manifest,
      Path folder,
      Links links,
      Watcher watcher,
      Consumer<String> notes,
      BooleanSupplier stop) {}

  /** The way to the parties of a part. */
  interface Links {
    /**
     * @param among the parties that take part in it
     */
    GrpcLink open(String part, byte[] opening, LongSupplier newest, Set<PartyId> among);
  }

  /** Is told how a study goes on. */
  interface Watcher {
    void round(String part, int number, double objective, RoundBook.Cost cost);
  }
}
