package io.parallax.privacy;

import io.parallax.core.PartyId;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
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

  /** Parties in one process, each with a key made now (Ed25519). */
  static Signing inProcess(SortedSet<PartyId> parties) {
    Map<PartyId, KeyPair> keys = new TreeMap<>();
    parties.forEach(id -> keys.put(id, pair()));
    return new Signing() {
      @Override
      public byte[] sign(PartyId me, byte[] content) {
        try {
          Signature signature = Signature.getInstance("Ed25519");
          signature.initSign(keys.get(me).getPrivate());
          signature.update(content);
          return signature.sign();
        } catch (GeneralSecurityException e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public boolean signed(PartyId who, byte[] content, byte[] sign) {
        try {
          Signature signature = Signature.getInstance("Ed25519");
          signature.initVerify(keys.get(who).getPublic());
          signature.update(content);
          return signature.verify(sign);
        } catch (GeneralSecurityException e) {
          return false; // not a signature at all
        }
      }
    };
  }

  private static KeyPair pair() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java 15 and later has it
    }
  }
}
