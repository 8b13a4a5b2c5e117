package io.parallax.privacy;

import io.parallax.core.PartyId;
import java.security.MessageDigest;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/** Signs messages as a party, and verifies other parties' signatures. */
public interface Signing {
  /** Signs content as this party. */
  byte[] sign(PartyId me, byte[] content);

  boolean signed(PartyId who, byte[] content, byte[] signature);

  /**
   * Returns a signing for the coordinator of sums that are not proved, which signs nothing and
   * trusts no signature.
   */
  static Signing none() {
    return new Signing() {
      @Override
      public byte[] sign(PartyId me, byte[] content) {
        throw new IllegalStateException("the coordinator signs nothing");
      }

      @Override
      public boolean signed(PartyId who, byte[] content, byte[] signature) {
        return false;
      }
    };
  }

  /**
   * Returns a signing for parties in one process, which need no certificates: each has a new
   * secret, and a signature is a code under it.
   */
  static Signing inProcess(SortedSet<PartyId> parties) {
    Map<PartyId, byte[]> secrets = new TreeMap<>();
    parties.forEach(id -> secrets.put(id, Secrets.random()));
    return new Signing() {
      @Override
      public byte[] sign(PartyId me, byte[] content) {
        return Secrets.hmac(secrets.get(me), content);
      }

      @Override
      public boolean signed(PartyId who, byte[] content, byte[] signature) {
        return MessageDigest.isEqual(sign(who, content), signature);
      }
    };
  }
}
