package io.parallax.party;

import io.parallax.core.Reveals;
import io.parallax.study.Version;
import java.nio.file.Path;

/** The first entry of a party's ledger, about its request to join a consortium. */
@Reveals(
    "this party's name and public key, to the coordinator and the authority, to join the consortium")
public final class JoinEntry {
  private JoinEntry() {}

  /** Records a request before it leaves. */
  public static void write(Path state, String request) {
    Node.FORMAT.open(state, Version.NUMBER, note -> {});
    try (Ledger ledger = Ledger.open(Node.Setup.ledger(state), note -> {})) {
      ledger.told("", "", 0, Ledger.JOINING, request);
    }
  }
}
