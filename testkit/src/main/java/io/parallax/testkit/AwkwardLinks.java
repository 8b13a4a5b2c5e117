package io.parallax.testkit;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.engine.Link;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Links that reorder and repeat, which must change no bit of a result. */
final class AwkwardLinks {
  private AwkwardLinks() {}

  /** Hands over the answers in reverse order. */
  record Reversed(Link link) implements Link {
    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      SortedMap<PartyId, byte[]> reversed = new TreeMap<>(Collections.reverseOrder());
      reversed.putAll(link.exchange(ask));
      return reversed;
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return link.positions();
    }
  }

  /** Does every exchange, but reports the first time that it failed. */
  static final class Forgetful implements Link {
    private final Link link;
    private final Map<Integer, Boolean> failed = new HashMap<>();

    Forgetful(Link link) {
      this.link = link;
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      SortedMap<PartyId, byte[]> answers = link.exchange(ask);
      if (failed.put(Arrays.hashCode(ask), true) == null) {
        throw new PartyLost(answers.firstKey(), "the answer got lost on the way", null);
      }
      return answers;
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return link.positions();
    }
  }
}
