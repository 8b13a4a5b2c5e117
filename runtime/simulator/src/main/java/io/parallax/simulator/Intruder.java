package io.parallax.simulator;

import io.parallax.core.Failure;
import io.parallax.engine.Link;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A coordinator that is not honest for a moment: it knows what the honest one has asked, and sends
 * a party something else, over and over what it was asked before.
 */
final class Intruder {
  private static final int MOST_HEARD = 300;
  private static final int HEAD = 10; // number of the exchange, number of the ask
  private static final int LIES = 9;
  private final Faults faults;
  private final List<byte[]> heard = new ArrayList<>();
  private String part = "";

  Intruder(Faults faults) {
    this.faults = faults;
  }

  /** Hears an honest ask. */
  void heard(StudyPart about, byte[] ask) {
    if (!part.equals(about.name())) {
      heard.clear();
      part = about.name();
    }
    if (heard.size() < MOST_HEARD && (heard.isEmpty() || heard.get(heard.size() - 1) != ask)) {
      heard.add(ask);
    }
  }

  /** Lies to a party; its refusals are ignored. */
  void lie(StudyPart about, PartyHost host) {
    try {
      lies(about, host);
    } catch (PartyHost.Unreachable | Failure e) {
      // it was not believed
    } finally {
      host.disconnect();
    }
  }

  private void lies(StudyPart about, PartyHost host) {
    byte[] last = heard.get(heard.size() - 1);
    byte[] other = heard.get(faults.draw(heard.size()));
    switch (faults.draw(LIES)) {
      case 0 -> host.answer(about, changed(last));
      case 1 -> host.answer(about, numbered(other, Math.abs(Link.sequenceOf(last))));
      case 2 -> host.answer(about, numbered(changed(last), Link.sequenceOf(last) + 1));
      case 3 -> host.skip(about, Math.abs(Link.sequenceOf(last)) + faults.draw(3));
      case 4 -> host.answer(about, other);
      case 5 -> reset(about, host);
      case 6 -> survivors(about, host, last);
      case 7 -> again(about, host, last);
      default -> {
        host.answer(about, last);
        host.answer(about, changed(last));
      }
    }
  }

  /** Opens the part as if the coordinator had forgotten everything, and asks otherwise. */
  private void reset(StudyPart about, PartyHost host) {
    byte[] opening = SimulatedStudy.opening(about);
    if (faults.draw(3) == 0) {
      opening = Arrays.copyOf(opening, opening.length + 1);
    }
    host.open(this, about, opening, 0, this);
    for (byte[] ask : heard) {
      boolean another = faults.draw(4) == 0;
      host.answer(about, another ? changed(ask) : ask);
    }
  }

  /** Runs the stages of a sum again with what was said before, and names other survivors. */
  private void survivors(StudyPart about, PartyHost host, byte[] last) {
    long exchange = -Math.abs(Link.sequenceOf(last));
    for (byte[] note : heard) {
      if (Link.sequenceOf(note) == exchange && note.length > HEAD) {
        boolean commit = note[HEAD] == 3;
        host.answer(about, commit && note.length > HEAD + 2 ? fewer(note) : note);
      }
    }
  }

  private byte[] fewer(byte[] note) {
    int left = HEAD + 1 + faults.draw(note.length - HEAD - 1);
    byte[] fewer = new byte[note.length - 1];
    System.arraycopy(note, 0, fewer, 0, left);
    System.arraycopy(note, left + 1, fewer, left, note.length - left - 1);
    return fewer;
  }

  /** Asks the same under the next number. */
  private void again(StudyPart about, PartyHost host, byte[] last) {
    host.answer(about, last);
    host.answer(about, numbered(last, Math.abs(Link.sequenceOf(last)) + 1));
  }

  private static byte[] numbered(byte[] ask, long sequence) {
    byte[] other = ask.clone();
    ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN).putLong(0, sequence);
    return other;
  }

  private byte[] changed(byte[] ask) {
    byte[] other = ask.clone();
    if (other.length > HEAD) {
      other[HEAD + faults.draw(other.length - HEAD)] ^= (byte) (1 << faults.draw(8));
    } else {
      other = Arrays.copyOf(other, other.length + 1);
    }
    return other;
  }
}
