package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Failure;
import io.parallax.core.OutOfRange;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Summand;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Target;
import io.parallax.math.Matrix;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The wire format of asks and answers: an ask, a note or a wish at a party's endpoint, or a summand
 * at the coordinator. The first byte chooses among the summands; 255 is the endpoint.
 */
public final class EnvelopeTarget implements Target {
  private static final int PARTIES = 3;
  private static final int ENDPOINT = 255;
  private static final List<Class<? extends Ask<?>>> ASKS = List.of(Samples.AskSummed.class);
  private final List<Class<? extends Answer>> summands = Samples.summands();
  private final Envelope all = new Envelope(Samples.asks());

  @Override
  public String name() {
    return "envelope";
  }

  @Override
  public String sentence() {
    return "an ask, a note or a wish at a party, or a summand at the coordinator; an ask is sealed with"
        + " the same bytes again";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(ProtocolViolation.class, OutOfRange.class);
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    byte[] ask = new Envelope(ASKS).seal(1, new Samples.AskSummed(4));
    seeds.add(seed(ENDPOINT, ask));
    seeds.add(seed(ENDPOINT, Envelope.wish(ask, 0, 2)));
    seeds.add(seed(ENDPOINT, Envelope.note(1, new byte[] {0, 1})));
    for (Class<? extends Ask<?>> type : Samples.asks()) {
      Samples.sample(type).ifPresent(one -> seeds.add(seed(ENDPOINT, all.seal(1, one))));
    }
    FixedPoint fixedPoint = new FixedPoint(PARTIES);
    for (int i = 0; i < summands.size(); i++) {
      int number = i;
      Samples.sample(summands.get(i))
          .map(one -> (Summand) one)
          .ifPresent(one -> seeds.add(seed(number, sealed(fixedPoint, one))));
    }
    return seeds;
  }

  private static byte[] sealed(FixedPoint fixedPoint, Summand summand) {
    int[] shapes = FixedPoint.shapesOf(summand);
    int count = FixedPoint.wordCount(summand.getClass().getRecordComponents(), shapes);
    ByteBuffer bytes = Envelope.allocate(shapes, count);
    fixedPoint.encode(summand, 0, bytes.asLongBuffer());
    return bytes.array();
  }

  private static byte[] seed(int first, byte[] rest) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(first);
    bytes.writeBytes(rest);
    return bytes.toByteArray();
  }

  @Override
  public void run(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int first = input[0] & 0xff;
    byte[] message = Arrays.copyOfRange(input, 1, input.length);
    if (first == ENDPOINT) {
      ask(message);
    } else {
      summand(summands.get(first % summands.size()), message);
    }
  }

  private void ask(byte[] message) {
    if (!Envelope.isBeside(message)) {
      Ask<?> ask = all.open(message);
      Finding.unless(
          Arrays.equals(all.seal(Envelope.sequence(message), ask), message),
          "an ask is sealed with other bytes than it was opened from");
    }
    Endpoint endpoint =
        new Endpoint(
            PartyId.of("maple"),
            new Counting(),
            ASKS,
            PARTIES,
            SumProtocol.plain(),
            Set.of(),
            PartyStore.NONE);
    endpoint.answerTo(new IncomingAsk(message));
    endpoint.answer(new IncomingAsk(message));
  }

  private static void summand(Class<? extends Answer> type, byte[] message) {
    FixedPoint.Words words = Envelope.read(Envelope.open(type, message));
    FixedPoint fixedPoint = new FixedPoint(PARTIES);
    fixedPoint.matrices(type.asSubclass(Record.class), words);
    fixedPoint.decode(type.asSubclass(Record.class), words);
  }

  /** A party that answers with what it was asked. */
  private static final class Counting implements Party {
    record State(int round) {}

    private State state = new State(0);

    @Override
    public Answers answers() {
      return new Answers()
          .on(
              Samples.AskSummed.class,
              ask -> new Samples.Summed(Matrix.of(new double[][] {{1}}), 0.5, ask.round(), 1));
    }

    @Override
    public Record state() {
      return state;
    }

    @Override
    public void restore(Record other) {
      state = (State) other;
    }
  }
}
