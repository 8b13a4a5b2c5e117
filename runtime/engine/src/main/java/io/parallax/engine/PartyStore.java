package io.parallax.engine;

import io.parallax.core.Party;

/** Stores a party's state, from which it resumes after a crash. */
public interface PartyStore {
  /**
   * Restores the party's stored state, if there is one; returns the exchange after which it was
   * saved.
   */
  long restore(Party party);

  /** Offers the state after this exchange; the store may save it now or later. */
  void offer(long position, Party party);

  /** Stores nothing. */
  PartyStore NONE =
      new PartyStore() {
        @Override
        public long restore(Party party) {
          return 0;
        }

        @Override
        public void offer(long position, Party party) {}
      };
}
