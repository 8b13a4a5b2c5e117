package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What a party was told of everybody's sets, and which blocks of them it has blinded. Each is noted
 * before it is acted on, and once: a party that brings more ids than it told, or others in their
 * place, gets nothing for them, also after a restart of anybody.
 */
final class SetsTold {
  private static final String SIZES = "sizes";
  private static final String REFUSED = "refused";
  private static final String FOUND = "found";
  private final PartyId me;
  private final int ids;
  private final int padded;
  private final AlignParty.Terms terms;
  private final AlignParty.Keeper keeper;

  /**
   * @param ids that this party has
   * @param padded the same with those that are made up
   */
  SetsTold(PartyId me, int ids, int padded, AlignParty.Terms terms, AlignParty.Keeper keeper) {
    this.me = me;
    this.ids = ids;
    this.padded = padded;
    this.terms = terms;
    this.keeper = keeper;
  }

  /** Takes over how many ids each party brings, if its owner lets the others bring so many. */
  void told(String text) {
    SortedMap<PartyId, Integer> sizes = SetSizes.read(text);
    if (!sizes.keySet().equals(terms.all()) || sizes.get(me) != padded) {
      throw new ProtocolViolation(
          "the numbers of ids that were told are not those of the study's parties, or not party %s's own"
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
          "party %s brings %d ids, with those that align.pad adds, and policy.align-most of party %s is %s: who lists ids that it does not have is told which of them all parties have; if that many is right, raise policy.align-most there, or lower align.pad"
              .formatted(other, size, me, terms.limit()));
    }
  }

  /** Another party of this name. */
  PartyId other(String name) {
    return terms.all().stream()
        .filter(one -> !one.equals(me) && one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new ProtocolViolation("blinded ids came of no other party"));
  }

  /** How many ids are in the block of a party's set that begins here. */
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
                        "blinded ids were asked for before all parties' numbers of ids were told"));
    return SetSizes.read(told).get(owner);
  }

  /** Notes the points of a block that is about to leave. */
  void passed(PartyId owner, int from, byte[] points) {
    note(place(owner, from), hash(points));
  }

  /** Nothing is common before every set has been here. */
  void requireAround() {
    for (PartyId owner : terms.all()) {
      for (int from = 0; from < size(owner); from += Aligner.BLOCK) {
        if (keeper.noted(place(owner, from)).isEmpty()) {
          throw new ProtocolViolation(
              "ids are said to be common before those of party %s have all been here"
                  .formatted(owner));
        }
      }
    }
  }

  /** Notes which of this party's places are said to be common. */
  void found(byte[] rows) {
    note(FOUND, hash(rows));
  }

  private void note(String what, String content) {
    if (!keeper.note(what, content)) {
      throw new Refused(
          "party %s was told otherwise in this alignment before, and aligns once for each study; where this is no attack, but a party whose ids or state have changed, propose the study anew under another name"
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
