package io.parallax.remote;

import io.parallax.core.Ask;
import io.parallax.core.Coordinator;
import io.parallax.core.Hashes;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.engine.Absence;
import io.parallax.engine.Session;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.engine.Traffic;
import io.parallax.grpc.Part;
import io.parallax.privacy.LiarsFound;
import io.parallax.privacy.MaskedSum;
import io.parallax.study.Study;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** The parts of a study among all its parties, each with a log from which it can go on. */
final class PartSessions {
  private final Study study;
  private final Job job;
  private final byte[] run;
  private boolean training; // whether it is the method that adds

  PartSessions(Study study, Job job) {
    this.study = study;
    this.job = job;
    this.run = Hashes.of(job.manifest());
  }

  /** Lets the method's coordinator train; its sums alone may be robust ones. */
  <R> R trained(Coordinator<R> coordinator, Parties parties, Rounds rounds) {
    training = true;
    try {
      return coordinator.run(parties, rounds);
    } finally {
      training = false;
    }
  }

  /**
   * Runs one part's coordinator.
   *
   * @param keep keeps what was found; only then are sums and parties' states dropped
   */
  <T, K> K run(
      String part,
      byte[] opening,
      List<Class<? extends Ask<?>>> asks,
      Sizes sizes,
      Absence absence,
      RowLimits limits,
      Supplier<Coordinator<T>> coordinator,
      Function<Session.Ended<T>, K> keep) {
    return run(
        part,
        members(),
        opening,
        asks,
        sizes,
        absence,
        limits,
        coordinator,
        traffic -> rounds(part, traffic),
        keep);
  }

  /**
   * The same with rounds of its own.
   *
   * @param among the parties that take part in it
   */
  <T, K> K run(
      String part,
      SortedSet<PartyId> among,
      byte[] opening,
      List<Class<? extends Ask<?>>> asks,
      Sizes sizes,
      Absence absence,
      RowLimits limits,
      Supplier<Coordinator<T>> coordinator,
      Function<Supplier<Traffic>, Rounds> rounds,
      Function<Session.Ended<T>, K> keep) {
    Path log = job.folder().resolve(part).resolve("rounds.log");
    Session session =
        new Session(
            rows -> job.links().open(part, opening, rows.orElseThrow()::resumable, among),
            asks,
            sums(part, among, opening),
            sizes,
            Optional.of(new Session.Log(log, run, true)),
            absence,
            study.stop().patience(),
            limits,
            OptionalInt.empty());
    try {
      return session.run(coordinator, rounds, keep);
    } catch (LiarsFound found) {
      Path kept = EvidenceFile.write(job, part, opening, found);
      throw new ProtocolViolation(
          "%s; the signed messages that show it are in the study's folder at the coordinator, %s/%s, SHA-256 %s: check them with 'study evidence'"
              .formatted(found.getMessage(), part, kept.getFileName(), found.hash()));
    }
  }

  private SortedSet<PartyId> members() {
    return new TreeSet<>(study.members());
  }

  private SumProtocol sums(String part, SortedSet<PartyId> all, byte[] opening) {
    if (!study.protection().masked()) {
      return new TrainingSums(study.protection().plainSums(), () -> training);
    }
    byte[] identity = new Part(job.study(), part).identity(opening);
    MaskedSum masked =
        study.stop().goesOn()
            ? MaskedSum.among(all, identity, job.signing())
            : MaskedSum.ofAll(all, identity, job.signing()).bound();
    return study.protection().proved() ? masked.proved() : masked;
  }

  private Rounds rounds(String part, Supplier<Traffic> traffic) {
    RoundMeter meter = new RoundMeter(traffic);
    return new Rounds(
        study.stop().rounds(),
        study.stop().tolerance(),
        round -> job.watcher().round(part, round.number(), round.objective(), meter.next()),
        job.stop());
  }
}
