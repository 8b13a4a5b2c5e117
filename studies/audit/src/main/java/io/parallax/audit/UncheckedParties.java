package io.parallax.audit;

import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Scaled;
import io.parallax.core.Sum;
import io.parallax.core.Summand;
import io.parallax.engine.MessageCodec;
import io.parallax.math.Matrix;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A coordinator's view of parties that are believed: doubles are added as they come, without bounds
 * or limits. It is what attacks by wrong numbers are tried on to see that they work.
 */
record UncheckedParties(SortedMap<PartyId, Party> parties) implements Parties {
  @Override
  public <U extends Summand> Sum<U> sum(Ask<U> ask) {
    Object[] total = null;
    Class<? extends Record> type = null;
    for (Party party : parties.values()) {
      Record answer = (Record) party.answers().to(ask);
      type = answer.getClass();
      Object[] parts = MessageCodec.parts(answer);
      for (int i = 0; total != null && i < parts.length; i++) {
        parts[i] = plus(total[i], parts[i]);
      }
      total = parts;
    }
    @SuppressWarnings("unchecked") // the answers to Ask<U> are U
    U sum = (U) MessageCodec.build(type, total);
    return new Sum<>(sum, parties.size(), true);
  }

  private static Object plus(Object a, Object b) {
    if (a instanceof Matrix m) {
      return m.plus((Matrix) b);
    } else if (a instanceof Scaled s) {
      Scaled t = (Scaled) b;
      return new Scaled(s.matrix().scale(s.factor()).plusScaled(t.factor(), t.matrix()), 1);
    } else if (a instanceof Double d) {
      return d + (Double) b;
    } else if (a instanceof Integer n) {
      return n + (Integer) b;
    }
    return (Long) a + (Long) b;
  }

  @Override
  public <U extends Disclosed> SortedMap<PartyId, U> gather(Ask<U> ask) {
    SortedMap<PartyId, U> answers = new TreeMap<>();
    parties.forEach(
        (id, party) -> {
          @SuppressWarnings("unchecked") // the answers to Ask<U> are U
          U answer = (U) party.answers().to(ask);
          answers.put(id, answer);
        });
    return answers;
  }
}
