package io.parallax.simulator;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.Signing;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;

/** The sums of a study's parts, as its protection has them, under observation. */
public final class StudyRules {
  private final Observer observer;
  private final Signing signing;

  StudyRules(SortedSet<PartyId> parties, Observer observer) {
    this.observer = observer;
    this.signing = Signing.inProcess(parties);
  }

  /** Returns the sums at the coordinator. */
  SumProtocol sums(StudyPart part, byte[] run) {
    return watched(part, run, Optional.empty());
  }

  /** Returns the sums at a party that keeps its files in this folder. */
  SumProtocol sums(StudyPart part, byte[] run, Path folder) {
    return watched(part, run, Optional.of(folder));
  }

  private SumProtocol watched(StudyPart part, byte[] run, Optional<Path> folder) {
    return new ObservedSums(part, protocol(part, run, folder), observer);
  }

  private SumProtocol protocol(StudyPart part, byte[] run, Optional<Path> folder) {
    if (part.protection() == Protection.PLAIN) {
      return SumProtocol.plain();
    }
    MaskedSum masked =
        !part.goesOn()
            ? MaskedSum.ofAll(part.parties(), run, signing).bound()
            : folder
                .map(own -> remaining(part, run, own))
                .orElseGet(() -> MaskedSum.among(part.parties(), run, signing));
    return part.protection() == Protection.PROVED ? masked.proved() : masked;
  }

  private MaskedSum remaining(StudyPart part, byte[] run, Path folder) {
    return MaskedSum.among(
        part.parties(),
        run,
        signing,
        folder.resolve(part.name() + ".opened"),
        folder.resolve("left-out"));
  }
}
