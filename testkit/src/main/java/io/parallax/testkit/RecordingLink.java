package io.parallax.testkit;

import io.parallax.core.PartyId;
import io.parallax.engine.Link;
import java.util.List;
import java.util.SortedMap;

/**
 * A link that notes down what is asked.
 *
 * @param asks where it goes
 */
public record RecordingLink(Link link, List<byte[]> asks) implements Link {
  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
    asks.add(ask.clone());
    return link.exchange(ask);
  }

  @Override
  public SortedMap<PartyId, Long> positions() {
    return link.positions();
  }
}
