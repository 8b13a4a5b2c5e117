package io.parallax.testkit;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.MaskedSum;
import java.util.SortedSet;
import java.util.TreeSet;

class MaskedSumTest extends SumContract {
  @Override
  protected SumProtocol protocol() {
    return MaskedSum.inProcess(parties(), new byte[32]);
  }

  static SortedSet<PartyId> parties() {
    SortedSet<PartyId> parties = new TreeSet<>();
    for (int p = 0; p < 7; p++) {
      parties.add(PartyId.of("p-" + p));
    }
    return parties;
  }
}
