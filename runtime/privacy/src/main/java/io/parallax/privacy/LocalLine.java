package io.parallax.privacy;

import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.engine.Absence;
import io.parallax.engine.Endpoint;
import io.parallax.engine.InProcessLink;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The connection to a party in this process, with the messages of a network. */
public final class LocalLine implements Aligner.Line {
  private final PartyId id;
  private final LinkedParties linked;

  /** Connects a party that aligns its ids. */
  public LocalLine(PartyId id, Party party) {
    this(id, party, AlignMessages.PARTIAL, AlignMessages.disclosures(true), Map.of());
  }

  /**
   * @param asks the asks that the party answers
   * @param allowed the disclosures that its owner allows
   * @param letters values of the letters in the sizes of answers
   */
  LocalLine(
      PartyId id,
      Party party,
      List<Class<? extends Ask<?>>> asks,
      Set<String> allowed,
      Map<String, Long> letters) {
    this.id = id;
    Endpoint endpoint =
        new Endpoint(id, party, asks, 1, SumProtocol.plain(), allowed, PartyStore.NONE);
    this.linked =
        new LinkedParties(
            new InProcessLink(new TreeMap<>(Map.of(id, endpoint))),
            asks,
            SumProtocol.plain(),
            Sizes.of(letters),
            Optional.empty(),
            Absence.STOP);
  }

  @Override
  public synchronized <U extends Disclosed> U ask(Ask<U> ask) {
    return linked.gather(ask).get(id);
  }
}
