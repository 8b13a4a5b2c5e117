package io.parallax.audit;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.engine.MessageCodec;
import io.parallax.math.Matrix;
import java.lang.reflect.RecordComponent;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The sum of what parties answer about held-out rows, listened to in a training. */
final class HeldOutSum {
  private final SortedMap<PartyId, Matrix> last = new TreeMap<>();

  /** Returns the same parties, to whose answers this listens. */
  SortedMap<PartyId, Party> heard(SortedMap<PartyId, Party> parties) {
    SortedMap<PartyId, Party> heard = new TreeMap<>();
    parties.forEach((id, party) -> heard.put(id, new Heard(id, party)));
    return heard;
  }

  /** Returns the sum of the last answers; empty: there was none. */
  Optional<Matrix> total() {
    return last.values().stream().reduce(Matrix::plus);
  }

  private synchronized void take(PartyId id, Matrix scores) {
    last.put(id, scores);
  }

  private final class Heard implements Party {
    private final PartyId id;
    private final Party party;

    Heard(PartyId id, Party party) {
      this.id = id;
      this.party = party;
    }

    @Override
    public Answers answers() {
      return party.answers().changed(this::listen);
    }

    private Answer listen(Answer answer) {
      RecordComponent[] components = answer.getClass().getRecordComponents();
      Object[] parts = MessageCodec.parts((Record) answer);
      for (int i = 0; i < parts.length; i++) {
        if (parts[i] instanceof Matrix m && LyingParty.ofHeldOutRows(components[i])) {
          take(id, m);
        }
      }
      return answer;
    }

    @Override
    public Record state() {
      return party.state();
    }

    @Override
    public void restore(Record state) {
      party.restore(state);
    }
  }
}
