package io.parallax.privacy;

import io.parallax.core.PartyId;
import java.security.MessageDigest;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/** Who is who: signs as a party, and tells whether a party has signed. */
public interface Signing {
  /** This party's signature. */
  byte[] sign(PartyId me, byte[] content);

  boolean signed(PartyId who, byte[] content, byte[] signature);

  /** For a coordinator, which signs nothing and believes nobody. */
  static Signing none() {
    return new Signing() {
      @Override
      public byte[] sign(PartyId me, byte[] content) {
        throw new IllegalStateException("the coordinator is no party");
      }

      @Override
      public boolean signed(PartyId who, byte[] content, byte[] signature) {
        return false;
      }
    };
  }

  /**
   * Parties in one process, which need no certificates: each has a secret made now, and a signature
   * is a code under it.
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
