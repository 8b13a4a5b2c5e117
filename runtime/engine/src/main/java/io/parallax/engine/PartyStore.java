package io.parallax.engine;

import io.parallax.core.Party;

/** Where a party keeps its state, so that it can go on after a crash. */
public interface PartyStore {
  /** Puts the party into the kept state, if there is one; returns the exchange it stands after. */
  long restore(Party party);

  /** Says that the party now stands after this exchange; the store may keep that, or wait. */
  void offer(long position, Party party);

  /** Keeps nothing. */
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
