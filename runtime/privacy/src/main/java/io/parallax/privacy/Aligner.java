package io.parallax.privacy;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Disclosed;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.AlignMessages.AskBlinded;
import io.parallax.privacy.AlignMessages.AskRaised;
import io.parallax.privacy.AlignMessages.AskSize;
import io.parallax.privacy.AlignMessages.KeepRows;
import io.parallax.privacy.AlignMessages.SetSize;
import io.parallax.privacy.AlignMessages.TellSizes;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Finds the rows that all parties have: private set intersection among any number of parties, by
 * Diffie and Hellman's commuting secrets. Every set passes from its owner through all other
 * parties, in blocks; each raises it to its own secret. Equal ids are then equal elements, and the
 * coordinator, which has no secret, only sees which are equal.
 *
 * <p>All parties learn the sizes of the sets; the coordinator learns the sizes of all
 * intersections; a party learns which of the ids that it lists all others have. No party sees
 * another's ids. A listed id cannot be distinguished from an invented one: each party learns all
 * sizes before anything is blinded, refuses sets larger than its owner allows, and blinds for each
 * other party no more ids than announced.
 */
public final class Aligner {
  /** The number of ids in a block. */
  static final int BLOCK = 1 << 13;

  private static final int END_SECONDS = 30;
  private final SortedMap<PartyId, Line> lines;
  private final int most;
  private final Optional<Path> folder;
  private final IntConsumer progress;
  private Optional<RowChoice> choice = Optional.empty();

  /** The connection to one party; other parties do not see its messages. */
  public interface Line {
    <U extends Disclosed> U ask(Ask<U> ask);
  }

  /**
   * The outcome of an alignment.
   *
   * @param name by which parties remember it
   * @param sizes of the sets, as the coordinator sees them
   * @param common number of the study's rows
   * @param earlier whether the parties had it from an earlier study
   * @param held how many of the study's rows each party has; empty: all
   * @param different number of different ids of all parties together; empty: not found out anew
   */
  public record Outcome(
      String name,
      SortedMap<PartyId, Integer> sizes,
      int common,
      boolean earlier,
      SortedMap<PartyId, Integer> held,
      OptionalInt different) {}

  /**
   * @param most the most ids of a party
   * @param folder stores blinded ids, so that an interrupted alignment resumes
   * @param progress receives the share of ids that have passed all parties, in percent
   */
  public Aligner(
      SortedMap<PartyId, Line> lines, int most, Optional<Path> folder, IntConsumer progress) {
    this.lines = lines;
    this.most = most;
    this.folder = folder;
    this.progress = progress;
  }

  /** Returns an aligner for parties that may lack rows of the study. */
  public Aligner choosing(RowChoice rows) {
    Aligner same = new Aligner(lines, most, folder, progress);
    same.choice = Optional.of(rows);
    return same;
  }

  public Outcome run() {
    SortedMap<PartyId, SetSize> told = new TreeMap<>();
    lines.forEach((id, line) -> told.put(id, line.ask(new AskSize())));
    SortedMap<PartyId, Integer> sizes = new TreeMap<>();
    told.forEach((id, size) -> sizes.put(id, checked(id, size.points())));
    List<String> kept = told.values().stream().map(SetSize::kept).distinct().toList();
    if (kept.size() == 1 && count(kept.get(0)).isPresent()) {
      int common = requireSome(count(kept.get(0)).getAsInt(), sizes);
      return new Outcome(kept.get(0), sizes, common, true, new TreeMap<>(), OptionalInt.empty());
    }
    TellSizes all = new TellSizes(SetSizes.text(sizes));
    lines.forEach((id, line) -> line.ask(all));
    SortedMap<PartyId, long[]> points = around(told);
    if (choice.isPresent()) {
      return new PartialRows(lines, choice.get()).place(points, sizes);
    }
    SortedMap<PartyId, BitSet> common = PointSets.common(points);
    int count = requireSome(common.get(common.firstKey()).cardinality(), sizes);
    String name = name(count);
    lines.forEach((id, line) -> line.ask(new KeepRows(name, common.get(id).toByteArray())));
    return new Outcome(name, sizes, count, false, new TreeMap<>(), PointSets.different(points));
  }

  /** Returns the name of a new result with so many rows. */
  static String name(int rows) {
    return HexFormat.of().formatHex(Secrets.random(16)) + "-" + rows;
  }

  /**
   * Returns the number of common ids that a result's name contains; empty if it is not such a name.
   */
  static OptionalInt count(String name) {
    return name.matches("[0-9a-f]{32}-[0-9]{1,9}")
        ? OptionalInt.of(Integer.parseInt(name.substring(33)))
        : OptionalInt.empty();
  }

  private int checked(PartyId party, int size) {
    if (size < 1 || size > most) {
      throw new BadInput(
          "party %s announces %d ids, including those that align.pad adds; it must be 1 to %d; raise align.most if that is intended"
              .formatted(party, size, most));
    }
    return size;
  }

  private static int requireSome(int common, SortedMap<PartyId, Integer> sizes) {
    if (common == 0) {
      throw new BadInput(
          "no id is common to all parties %s; check that ids mean the same and are written the same way"
                  .formatted(sizes.keySet())
              + " (align: {case: lower, unicode: nfkc})");
    }
    return common;
  }

  /** Passes all sets around at the same time, so that every party is busy. */
  private SortedMap<PartyId, long[]> around(SortedMap<PartyId, SetSize> told) {
    long total = told.values().stream().mapToLong(SetSize::points).sum();
    long[] done = {0};
    ExecutorService workers = Executors.newFixedThreadPool(lines.size());
    try {
      SortedMap<PartyId, Future<long[]>> going = new TreeMap<>();
      told.keySet()
          .forEach(
              owner ->
                  going.put(
                      owner,
                      workers.submit(
                          () ->
                              around(
                                  owner,
                                  told,
                                  count -> {
                                    synchronized (done) {
                                      done[0] += count;
                                      progress.accept((int) (100 * done[0] / total));
                                    }
                                  }))));
      SortedMap<PartyId, long[]> all = new TreeMap<>();
      for (var one : going.entrySet()) {
        all.put(one.getKey(), result(one.getValue()));
      }
      return all;
    } finally {
      end(workers);
    }
  }

  private static void end(ExecutorService workers) {
    workers.shutdownNow();
    try {
      workers.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long[] result(Future<long[]> going) {
    try {
      return going.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new io.parallax.core.Stopped(0);
    }
  }

  /** Passes one party's set through all others, from the blocks already stored on. */
  private long[] around(PartyId owner, SortedMap<PartyId, SetSize> told, IntConsumer counted) {
    int size = told.get(owner).points();
    try (PointFile file = PointFile.open(folder, owner, told, size)) {
      counted.accept(file.count());
      while (file.count() < size) {
        int due = Math.min(BLOCK, size - file.count());
        byte[] points =
            sized(owner, due, lines.get(owner).ask(new AskBlinded(file.count())).points());
        for (PartyId other : behind(owner)) {
          AskRaised ask = new AskRaised(owner.name(), file.count(), points);
          points = sized(other, due, lines.get(other).ask(ask).points());
        }
        file.add(points);
        counted.accept(due);
      }
      return file.words();
    }
  }

  /** Returns the other parties in a ring, so that each set begins at another party. */
  private List<PartyId> behind(PartyId owner) {
    List<PartyId> ring = new ArrayList<>(lines.tailMap(owner).keySet());
    ring.addAll(lines.headMap(owner).keySet());
    return ring.subList(1, ring.size());
  }

  static byte[] sized(PartyId from, int due, byte[] points) {
    if (points.length != due * Ristretto.SIZE) {
      throw new ProtocolViolation(
          "party %s sent %d bytes of blinded ids; there must be %d"
              .formatted(from, points.length, due * Ristretto.SIZE));
    }
    return points;
  }

  /** Copies the first two words of every point. */
  static void words(byte[] points, long[] to, int at) {
    ByteBuffer from = ByteBuffer.wrap(points);
    for (int i = 0; i < points.length / Ristretto.SIZE; i++) {
      to[2 * (at + i)] = from.getLong(i * Ristretto.SIZE);
      to[2 * (at + i) + 1] = from.getLong(i * Ristretto.SIZE + 8);
    }
  }
}
