package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The set sizes that a party was told, and the blocks of the sets that it has blinded. Each is
 * recorded once, before it is acted on: a party that brings more ids than announced, or other ids
 * in their place, gets nothing for them, even after a restart of any party.
 */
final class ReceivedSets {
  private static final String SIZES = "sizes";
  private static final String REFUSED = "refused";
  private static final String FOUND = "found";
  private static final String ORDERED = "ordered";
  private final PartyId me;
  private final int ids;
  private final int padded;
  private final AlignParty.Terms terms;
  private final AlignParty.Keeper keeper;

  /**
   * @param ids the number of this party's ids
   * @param padded the same including made-up ids
   */
  ReceivedSets(PartyId me, int ids, int padded, AlignParty.Terms terms, AlignParty.Keeper keeper) {
    this.me = me;
    this.ids = ids;
    this.padded = padded;
    this.terms = terms;
    this.keeper = keeper;
  }

  /** Accepts the numbers of ids that the parties bring, if the owner allows that many. */
  void told(String text) {
    SortedMap<PartyId, Integer> sizes = SetSizes.read(text);
    if (!sizes.keySet().equals(terms.all()) || sizes.get(me) != padded) {
      throw new ProtocolViolation(
          "the announced numbers of ids do not match the study's parties, or not party %s's own"
              .formatted(me));
    }
    try {
      sizes.forEach(this::requireWithin);
    } catch (Refused e) {
      if (keeper.noted(REFUSED).isEmpty()) { // the first of them; the next say no more
        keeper.show(text);
        keeper.note(REFUSED, text);
      }
      throw e;
    }
    if (keeper.noted(SIZES).isEmpty() && !keeper.noted(REFUSED).equals(Optional.of(text))) {
      keeper.show(text);
    }
    note(SIZES, text);
  }

  private void requireWithin(PartyId other, int size) {
    if (!other.equals(me) && size > Math.min(AlignParty.MOST, terms.limit().most(ids))) {
      throw new Refused(
          "party %s brings %d ids, including those that align.pad adds, but policy.align-most of party %s is %s: a party that lists ids which it does not have learns which of them all parties have; if the number is intended, raise policy.align-most there, or lower align.pad"
              .formatted(other, size, me, terms.limit()));
    }
  }

  /** Returns the other party of this name. */
  PartyId other(String name) {
    return terms.all().stream()
        .filter(one -> !one.equals(me) && one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new ProtocolViolation("the blinded ids do not belong to another party"));
  }

  /** Returns the number of ids in the block of a party's set that begins here. */
  int block(PartyId owner, int from) {
    int size = size(owner);
    if (from < 0 || from >= size || from % Aligner.BLOCK != 0) {
      throw new ProtocolViolation(
          "no block of party %s's %d ids begins at %d".formatted(owner, size, from));
    }
    return Math.min(Aligner.BLOCK, size - from);
  }

  private int size(PartyId owner) {
    String told =
        keeper
            .noted(SIZES)
            .orElseThrow(
                () ->
                    new ProtocolViolation(
                        "blinded ids were requested before the numbers of all parties' ids were announced"));
    return SetSizes.read(told).get(owner);
  }

  /** Records the points of a block that is about to be sent. */
  void passed(PartyId owner, int from, byte[] points) {
    note(place(owner, from), hash(points));
  }

  /** Checks that every set has passed here before common ids are reported. */
  void requireAround() {
    for (PartyId owner : terms.all()) {
      for (int from = 0; from < size(owner); from += Aligner.BLOCK) {
        if (keeper.noted(place(owner, from)).isEmpty()) {
          throw new ProtocolViolation(
              "common ids were reported before all ids of party %s have been blinded here"
                  .formatted(owner));
        }
      }
    }
  }

  /** Records which of this party's ids are reported to be common. */
  void found(byte[] rows) {
    note(FOUND, hash(rows));
  }

  /** Records which of this party's ids are reported to be the study's rows. */
  void ordered(byte[] rows) {
    note(ORDERED, hash(rows));
  }

  private void note(String what, String content) {
    if (!keeper.note(what, content)) {
      throw new Refused(
          "party %s received different values in this alignment before; it aligns once for each study; if a party's ids or state have changed, submit the study again under another name"
              .formatted(me));
    }
  }

  private static String place(PartyId owner, int from) {
    return owner + "-" + from;
  }

  private static String hash(byte[] bytes) {
    return HexFormat.of().formatHex(Secrets.sha256().digest(bytes));
  }
}
