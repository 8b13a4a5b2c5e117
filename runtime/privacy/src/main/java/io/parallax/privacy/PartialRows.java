package io.parallax.privacy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.privacy.AlignMessages.AskOwnRows;
import io.parallax.privacy.AlignMessages.OrderRows;
import io.parallax.privacy.AlignMessages.PlaceRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The end of an alignment where parties may lack rows: the study's rows are some of the label
 * holder's, and each party is told the places of those that it has.
 */
final class PartialRows {
  private final SortedMap<PartyId, Aligner.Line> lines;
  private final RowChoice choice;

  PartialRows(SortedMap<PartyId, Aligner.Line> lines, RowChoice choice) {
    this.lines = lines;
    this.choice = choice;
  }

  /**
   * Chooses the rows and tells every party its own.
   *
   * @param points every party's ids, blinded by all
   */
  Aligner.Outcome place(SortedMap<PartyId, long[]> points, SortedMap<PartyId, Integer> sizes) {
    SortedMap<PartyId, int[]> places = PointSets.places(points, choice.labels());
    List<BitSet> held = new ArrayList<>();
    places.forEach((id, own) -> held.add(held(id, own)));
    RowChoice.Rows rows = choice.choose(sizes.get(choice.labels()), held);
    int[] order = order(rows.used());
    int total = (int) Arrays.stream(order).filter(place -> place >= 0).count();
    if (total == 0) {
      throw new BadInput(
          "no id of party %s is held by as many others as align.need asks for, and under masks align.least; lower it, or check that ids are written the same way"
              .formatted(choice.labels()));
    }
    String name = Aligner.name(total);
    SortedMap<PartyId, Integer> counts = new TreeMap<>();
    int party = 0;
    for (PartyId id : lines.keySet()) {
      BitSet view = rows.views().get(party++);
      counts.put(id, (int) view.stream().filter(i -> order[i] >= 0).count());
      tell(id, name, placed(places.get(id), rows.used(), told(id, view, order.length), order));
    }
    return new Aligner.Outcome(name, sizes, total, false, counts, PointSets.different(points));
  }

  /** Returns which of the label holder's rows a party has; it itself may lack some in its view. */
  private BitSet held(PartyId id, int[] own) {
    if (id.equals(choice.labels())) {
      return BitSet.valueOf(lines.get(id).ask(new AskOwnRows()).rows());
    }
    BitSet held = new BitSet();
    Arrays.stream(own).filter(place -> place >= 0).forEach(held::set);
    return held;
  }

  /** Returns the study's rows whose places a party is told: the label holder has all labels. */
  private BitSet told(PartyId id, BitSet view, int rows) {
    if (!id.equals(choice.labels())) {
      return view;
    }
    BitSet all = new BitSet();
    all.set(0, rows);
    return all;
  }

  /** Returns the place of each used row in the study; −1 for one that does not exist. */
  private int[] order(int[] used) {
    if (used.length == 0) {
      return used;
    }
    BitSet wanted = new BitSet();
    Arrays.stream(used).forEach(wanted::set);
    byte[] told = lines.get(choice.labels()).ask(new OrderRows(wanted.toByteArray())).places();
    return RowPlaces.read(told, used.length, used.length, true);
  }

  /** Returns, for each id of a party, its place in the study; −1 for one that is not used. */
  private static int[] placed(int[] own, int[] used, BitSet told, int[] order) {
    int[] byLabel = new int[1 + Arrays.stream(own).max().orElse(0)];
    Arrays.fill(byLabel, -1);
    for (int i = 0; i < used.length; i++) {
      if (used[i] < byLabel.length && told.get(i)) {
        byLabel[used[i]] = order[i];
      }
    }
    return Arrays.stream(own).map(place -> place < 0 ? -1 : byLabel[place]).toArray();
  }

  private void tell(PartyId id, String name, int[] placed) {
    BitSet rows = new BitSet();
    IntStream.range(0, placed.length).filter(i -> placed[i] >= 0).forEach(rows::set);
    int[] places = rows.stream().map(i -> placed[i]).toArray();
    if (places.length == 0) {
      throw new BadInput(
          "party %s has none of the study's rows; leave it out, or check that ids are written the same way"
              .formatted(id));
    }
    lines.get(id).ask(new PlaceRows(name, rows.toByteArray(), RowPlaces.bytes(places)));
  }
}
