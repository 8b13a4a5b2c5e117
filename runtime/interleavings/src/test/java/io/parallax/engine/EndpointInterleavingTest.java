package io.parallax.engine;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Summand;
import java.util.List;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** A party's end of the link, asked by several threads: no ask makes it step twice. */
class EndpointInterleavingTest {
  private static final List<Class<? extends Ask<?>>> ASKS = List.of(Step.class);

  record Step() implements Ask<Steps> {}

  record Steps(int count) implements Summand {}

  record State(int steps) {}

  @Test
  void noInterleavingStepsTwice() {
    Interleavings.check(Asked.class);
  }

  /** Two connections that ask for the same exchanges. */
  @Param(name = "exchange", gen = IntGen.class, conf = "1:3")
  public static class Asked {
    private final Envelope envelope = new Envelope(ASKS);
    private final Endpoint endpoint =
        new Endpoint(
            PartyId.of("p"),
            new Counting(),
            ASKS,
            3,
            SumProtocol.plain(),
            Set.of(),
            PartyStore.NONE);

    @Operation(params = "exchange")
    public String ask(int exchange) {
      try {
        byte[] answer = endpoint.answer(new IncomingAsk(envelope.seal(exchange, new Step())));
        return answer.length == 0 ? "done" : "step " + answer[answer.length - 1];
      } catch (ProtocolViolation e) {
        return e.getClass().getSimpleName();
      }
    }

    @Operation
    public long position() {
      return endpoint.position();
    }

    @Operation
    public void retire() {
      endpoint.retire();
    }
  }

  private static final class Counting implements Party {
    private int steps;

    @Override
    public Answers answers() {
      return new Answers().on(Step.class, ask -> new Steps(++steps));
    }

    @Override
    public State state() {
      return new State(steps);
    }

    @Override
    public void restore(Record state) {
      steps = ((State) state).steps();
    }
  }
}
