package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Scaled;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The messages of a training as the coordinator sees them: its asks, and each party's answers. They
 * are recorded only if a study asks for it, so that attacks can be tried on them.
 */
public final class Transcript {
  /** The number of exchanges that are recorded: attacks need no more, and files stay small. */
  public static final int EXCHANGES = 20;

  /**
   * The file size up to which exchanges beyond {@link #EXCHANGES} are recorded; small messages,
   * such as those of batches, fit.
   */
  private static final long BYTES = 16L << 20;

  private Transcript() {}

  /**
   * One exchange.
   *
   * @param ask the ask to every party
   * @param asked the matrices in it
   * @param answered the matrices in each party's answer, read as if they were not masked
   */
  public record Exchange(
      long sequence, Ask<?> ask, List<Matrix> asked, SortedMap<PartyId, List<Matrix>> answered) {}

  /**
   * Returns a link whose first exchanges are recorded.
   *
   * @param to receives each of them, for {@link #read}
   */
  public static Link recording(Link link, Consumer<byte[]> to) {
    return new Link() {
      private long kept;

      @Override
      public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
        SortedMap<PartyId, byte[]> answers = link.exchange(ask);
        boolean whole = answers.values().stream().allMatch(answer -> answer.length > 0);
        boolean wanted = Envelope.sequence(ask) <= EXCHANGES || kept < BYTES;
        if (whole && wanted && !Envelope.isBeside(ask)) {
          byte[] exchange = written(ask, answers);
          kept += exchange.length;
          to.accept(exchange);
        }
        return answers;
      }

      @Override
      public SortedMap<PartyId, Long> positions() {
        return link.positions();
      }
    };
  }

  private static byte[] written(byte[] ask, SortedMap<PartyId, byte[]> answers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(ask.length);
      out.write(ask);
      out.writeInt(answers.size());
      for (var answer : answers.entrySet()) {
        out.writeUTF(answer.getKey().name());
        out.writeInt(answer.getValue().length);
        out.write(answer.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Reads what was recorded of a method's training; of an exchange that came twice, the last. */
  public static List<Exchange> read(List<byte[]> exchanges, List<Class<? extends Ask<?>>> asks) {
    SortedMap<Long, Exchange> found = new TreeMap<>();
    for (byte[] bytes : exchanges) {
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
        Exchange next = next(in, new Envelope(asks));
        found.put(next.sequence(), next);
      } catch (IOException e) {
        throw damaged();
      }
    }
    return new ArrayList<>(found.values());
  }

  private static Exchange next(DataInputStream in, Envelope envelope) throws IOException {
    byte[] ask = bytes(in);
    Class<? extends Answer> type = Answers.typeFor(envelope.type(ask));
    int parties = in.readInt();
    if (parties < 1) {
      throw damaged();
    }
    FixedPoint fixedPoint = new FixedPoint(parties);
    SortedMap<PartyId, List<Matrix>> answered = new TreeMap<>();
    for (int p = 0; p < parties; p++) {
      PartyId id = PartyId.of(in.readUTF());
      answered.put(id, answer(type, bytes(in), fixedPoint));
    }
    Ask<?> opened = envelope.open(ask);
    return new Exchange(Envelope.sequence(ask), opened, matrices((Record) opened), answered);
  }

  private static List<Matrix> answer(
      Class<? extends Answer> type, byte[] bytes, FixedPoint fixedPoint) {
    Class<? extends Record> record = type.asSubclass(Record.class);
    return Summand.class.isAssignableFrom(type)
        ? fixedPoint.matrices(record, Envelope.read(Envelope.open(type, bytes)))
        : matrices(MessageCodec.decode(record, bytes));
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) { // of an array in memory: all that is left
      throw damaged();
    }
    return in.readNBytes(length);
  }

  private static BadInput damaged() {
    return new BadInput("the transcript is damaged; remove the run folder and run the study again");
  }

  /** Returns the matrices in a message. */
  public static List<Matrix> matrices(Record message) {
    List<Matrix> found = new ArrayList<>();
    for (Object part : MessageCodec.parts(message)) {
      if (part instanceof Matrix matrix) {
        found.add(matrix);
      } else if (part instanceof Scaled scaled) {
        found.add(scaled.matrix().scale(scaled.factor()));
      }
    }
    return found;
  }
}
