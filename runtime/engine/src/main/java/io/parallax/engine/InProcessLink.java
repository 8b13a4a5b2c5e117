package io.parallax.engine;

import io.parallax.core.Ask;
import io.parallax.core.PartyId;
import io.parallax.math.Threads;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Parties in this process, in parallel on the shared threads, with the messages of a network. */
public final class InProcessLink implements Link {
  private final SortedMap<PartyId, Endpoint> endpoints;

  public InProcessLink(SortedMap<PartyId, Endpoint> endpoints) {
    this.endpoints = Collections.unmodifiableSortedMap(new TreeMap<>(endpoints));
  }

  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
    return exchange(ask, endpoints.keySet());
  }

  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
    List<Endpoint> all =
        endpoints.values().stream().filter(one -> among.contains(one.id())).toList();
    byte[][] answers = new byte[all.size()][];
    // once for all: messages are immutable
    Ask<?> opened = Envelope.isBeside(ask) ? null : all.get(0).open(ask);
    Threads.forEach(
        answers.length, i -> answers[i] = all.get(i).answer(new IncomingAsk(ask, opened)));
    SortedMap<PartyId, byte[]> byParty = new TreeMap<>();
    for (int i = 0; i < answers.length; i++) {
      byParty.put(all.get(i).id(), answers[i]);
    }
    return byParty;
  }

  @Override
  public boolean skip(PartyId party, long sequence, long due) {
    endpoints.get(party).skip(sequence);
    return true;
  }

  @Override
  public SortedMap<PartyId, Long> positions() {
    SortedMap<PartyId, Long> positions = new TreeMap<>();
    endpoints.forEach((id, endpoint) -> positions.put(id, endpoint.position()));
    return positions;
  }
}
