package io.parallax.privacy;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The messages by which parties find the rows that all of them have. */
public final class AlignMessages {
  private AlignMessages() {}

  /** The asks; on the wire an ask is its position in this list: append, never reorder. */
  public static final List<Class<? extends Ask<?>>> ALL =
      List.of(AskSize.class, AskBlinded.class, AskRaised.class, KeepRows.class, TellSizes.class);

  /** The asks where parties may lack rows of the study. */
  public static final List<Class<? extends Ask<?>>> PARTIAL =
      Stream.concat(ALL.stream(), Stream.of(OrderRows.class, PlaceRows.class, AskOwnRows.class))
          .toList();

  /** Returns the asks of an alignment. */
  public static List<Class<? extends Ask<?>>> asks(boolean partial) {
    return partial ? PARTIAL : ALL;
  }

  /**
   * Returns the names by which owners would allow the disclosures one by one; they are part of the
   * alignment.
   */
  public static Set<String> disclosures(boolean partial) {
    return asks(partial).stream()
        .map(Answers::typeFor)
        .map(Disclosed::nameOf)
        .collect(Collectors.toSet());
  }

  /** Returns the values of letters in the sizes and counts of asks. */
  public static Map<String, Long> letters(int parties) {
    return Map.of(
        "B",
        (long) Aligner.BLOCK * Ristretto.SIZE,
        "blocks",
        (long) AlignParty.MOST / Aligner.BLOCK + 1,
        "parties",
        (long) parties);
  }

  @Reveals("nothing")
  public record AskSize() implements Ask<SetSize> {}

  /**
   * The number of a party's ids.
   *
   * @param kept the name of an earlier result among the same parties; empty if there is none
   * @param secret a code of the party's secret, by which an interrupted alignment recognises it
   */
  @Reveals(
      "to the coordinator and all parties: how many ids the party has, rounded up where the study"
          + " pads")
  public record SetSize(int points, @Size("128") String kept, @Size("128") String secret)
      implements Disclosed {}

  /**
   * Announces the number of ids of each party, before anything is blinded, so that a party whose
   * owner does not allow that many can refuse.
   *
   * @param sizes as {@link SetSizes} has them
   */
  @Reveals("to this party: how many ids each party has, rounded up where the study pads")
  public record TellSizes(@Size("65536") String sizes) implements Ask<SizesSeen> {}

  @Reveals("to the coordinator: that the owner lets the others bring as many ids as they do")
  public record SizesSeen() implements Disclosed {}

  @Reveals("nothing")
  @Often("blocks")
  public record AskBlinded(int from) implements Ask<Blinded> {}

  @Reveals(
      "to the coordinator: the ids blinded with the party's secret, in an order that only it knows;"
          + " to each other party: which of the ids that it lists all parties have, also of ids that"
          + " it lists without having them")
  public record Blinded(@Size(Aligner.BLOCK + " × " + Ristretto.SIZE) byte[] points)
      implements Disclosed {}

  /**
   * @param owner whose ids they are
   * @param from where they stand in the owner's order
   */
  @Reveals("to this party: another one's ids, blinded with the secret of at least that one")
  @Often("blocks × parties")
  public record AskRaised(@Size("64") String owner, int from, @Size("B") byte[] points)
      implements Ask<Raised> {}

  @Reveals(
      "to the coordinator: another party's ids, blinded once more; blinded by all they tell it how"
          + " many ids are common to which parties")
  public record Raised(@Size("B") byte[] points) implements Disclosed {}

  /**
   * Reveals which of the party's ids, by its own order, all parties have.
   *
   * @param name the name of the result, the same for all parties
   * @param rows one bit for each id
   */
  @Reveals("to this party: which of its own ids all other parties have, too")
  public record KeepRows(@Size("64") String name, @Size("2097152") byte[] rows)
      implements Ask<RowsKept> {}

  @Reveals("to the coordinator: how many ids are common, which it knows already")
  public record RowsKept(int rows) implements Disclosed {}

  /**
   * Tells the label holder which of its ids are the study's rows, where parties may lack some.
   *
   * @param rows one bit for each id, by its own order
   */
  @Reveals("to the label holder: which of its ids as many other parties have as the study needs")
  public record OrderRows(@Size("2097152") byte[] rows) implements Ask<RowOrder> {}

  /**
   * The order of the study's rows.
   *
   * @param places of the ids asked about; −1 for one that the label holder has made up
   */
  @Reveals(
      "to the coordinator: the order of the study's rows, so that it knows of each row which parties"
          + " have it, but not its id; to all who see the result: how many rows all parties have, and"
          + " how many are left out, by reason")
  public record RowOrder(@Size("67108864") byte[] places) implements Disclosed {}

  /**
   * Tells a party where its rows stand among the study's.
   *
   * @param name the name of the result, the same for all parties
   * @param rows one bit for each id of the party, by its own order
   * @param places of these ids
   */
  @Reveals(
      "to this party: which of its own ids are the study's rows, the places of these among all, and so"
          + " how many others stand between two of them")
  public record PlaceRows(
      @Size("64") String name, @Size("2097152") byte[] rows, @Size("67108864") byte[] places)
      implements Ask<RowsPlaced> {}

  @Reveals(
      "to the coordinator: how many of the study's rows the party has, which it knows already; to all"
          + " who see the result: the same, of each party")
  public record RowsPlaced(int rows) implements Disclosed {}

  @Reveals("nothing")
  public record AskOwnRows() implements Ask<OwnRows> {}

  /**
   * The label holder's ids, which are those of its labels, that its view has, too.
   *
   * @param rows one bit for each id, by its own order; set for one that it has made up
   */
  @Reveals(
      "to the coordinator: which of the label holder's rows its own view lacks, by their numbers and"
          + " without ids")
  public record OwnRows(@Size("2097152") byte[] rows) implements Disclosed {}
}
