package io.parallax.remote;

import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.PartyId;
import io.parallax.engine.Absence;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyBehind;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.GrpcLink;
import io.parallax.privacy.Aligner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A part with one party, whose messages no other party sees. Everything can be asked again, so that
 * a party that starts again needs no log.
 */
final class PartyLine implements Aligner.Line, AutoCloseable {
  private final Job.Links links;
  private final PartyId id;
  private final String part;
  private final byte[] opening;
  private final List<Class<? extends Ask<?>>> asks;
  private final Sizes sizes;
  private GrpcLink link;
  private LinkedParties linked;

  /**
   * @param letters values of the letters in the sizes of answers
   */
  PartyLine(
      Job.Links links,
      PartyId id,
      String part,
      byte[] opening,
      List<Class<? extends Ask<?>>> asks,
      Map<String, Long> letters) {
    this.links = links;
    this.id = id;
    this.part = part;
    this.opening = opening;
    this.asks = asks;
    this.sizes = Sizes.of(letters);
    this.link = open();
  }

  private GrpcLink open() {
    return links.open(part, opening, () -> 0, Set.of(id));
  }

  /** Waits for the party when it is first needed. */
  private LinkedParties linked() {
    if (linked == null) {
      linked =
          new LinkedParties(link, asks, SumProtocol.plain(), sizes, Optional.empty(), Absence.STOP);
    }
    return linked;
  }

  @Override
  public synchronized <U extends Disclosed> U ask(Ask<U> ask) {
    while (true) {
      try {
        return linked().gather(ask).get(id);
      } catch (PartyBehind e) { // it has started again
        link.close();
        link = open();
        linked = null;
      }
    }
  }

  /** Ends the part at the party. */
  void finish() {
    link.finish();
  }

  @Override
  public void close() {
    link.close();
  }
}
