package io.parallax.testkit;

import io.parallax.core.PartyId;
import io.parallax.engine.Endpoint;
import io.parallax.engine.InProcessLink;
import io.parallax.engine.Link;
import java.util.SortedMap;

class InProcessLinkTest extends LinkContract {
  @Override
  protected Link connect(SortedMap<PartyId, Endpoint> endpoints) {
    return new InProcessLink(endpoints);
  }
}
