package io.parallax.privacy;

import io.parallax.core.Failure;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.SumProtocol;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Target;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A masked sum among four parties whose notes, and replies, are edited on their way. The input is a
 * list of edits of five bytes: which message, what is done, where (two bytes), and a byte.
 */
public final class MaskTalkTarget implements Target {
  private static final byte[] RUN = new byte[32];
  private static final byte[] ASK = Hashes.of(new byte[] {7});
  private static final int EDIT = 5;
  private static final int WORDS = 3;

  @Override
  public String name() {
    return "mask-talk";
  }

  @Override
  public String sentence() {
    return "a masked sum whose notes and replies are changed on their way; it ends, and what is opened"
        + " without a change is the sum";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(ProtocolViolation.class, Refused.class, PartyLost.class);
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        new byte[0],
        new byte[] {0, 0, 0, 3, 1},
        new byte[] {5, 1, 0, 40, 1},
        new byte[] {9, 2, 0, 9, 7},
        new byte[] {14, 3, 0, 0, 0},
        new byte[] {2, 4, 0, 1, 3, 20, 0, 0, 1, 9});
  }

  @Override
  public int longest() {
    return 8 * EDIT;
  }

  @Override
  public void run(byte[] input) {
    try {
      new Talk(input).sum();
    } catch (AttemptLost e) {
      // the attempt is over; the coordinator begins another
    }
  }

  /** One sum. */
  private static final class Talk {
    private final byte[] edits;
    private final SortedMap<PartyId, SumProtocol.PartySide> sides = new TreeMap<>();
    private final SumProtocol.CoordinatorSide coordinator;
    private int messages;
    private boolean changed;

    Talk(byte[] edits) {
      this.edits = edits;
      SortedSet<PartyId> members = MaskNotesTarget.members();
      MaskedSum protocol = MaskedSum.remaining(members, RUN);
      members.forEach(id -> sides.put(id, protocol.partySide(id)));
      coordinator = protocol.coordinatorSide();
    }

    void sum() {
      SumProtocol.Notes notes = this::replies;
      coordinator.prepare(1, notes);
      SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
      sides.forEach(
          (id, side) -> {
            LongBuffer own = LongBuffer.wrap(new long[] {1, 2, 3});
            side.seal(1, () -> ASK).apply(0, own);
            words.put(id, own);
          });
      long[] total = new long[WORDS];
      coordinator.add(words, total, 0);
      coordinator.open(1, () -> ASK, new TreeSet<>(sides.keySet()), total, notes);
      Finding.unless(
          changed || Arrays.equals(total, new long[] {4, 8, 12}), "the sum is another one");
    }

    private SortedMap<PartyId, byte[]> replies(byte[] note) {
      SortedMap<PartyId, byte[]> replies = new TreeMap<>();
      sides.forEach(
          (id, side) -> {
            byte[] heard = edited(note);
            byte[] reply = heard == null ? null : edited(side.reply(1, heard));
            if (reply != null) {
              replies.put(id, reply);
            }
          });
      return replies;
    }

    /** Returns a message with the edits that are meant for it; null if one takes it away. */
    private byte[] edited(byte[] message) {
      int number = messages++;
      byte[] now = message.clone();
      for (int at = 0; at + EDIT <= edits.length && now != null; at += EDIT) {
        if ((edits[at] & 0xff) == number) {
          ByteBuffer edit = ByteBuffer.wrap(edits, at + 1, EDIT - 1);
          now = edited(now, edit.get() & 0xff, edit.getShort() & 0xffff, edit.get());
          changed = true;
        }
      }
      return now;
    }

    private static byte[] edited(byte[] message, int how, int where, byte what) {
      int at = message.length == 0 ? 0 : where % message.length;
      byte[] now = message.clone();
      switch (how % 5) {
        case 0 -> {
          if (now.length > 0) {
            now[at] = what;
          }
        }
        case 1 -> now = Arrays.copyOf(now, at);
        case 2 -> {
          now = Arrays.copyOf(now, now.length + (where & 0xff));
          Arrays.fill(now, message.length, now.length, what);
        }
        case 3 -> now = null;
        default -> now = Prover.join(message, Arrays.copyOfRange(message, at, message.length));
      }
      return now;
    }
  }
}
