package io.parallax.grpc;

/** Receives events for the audit log. */
public interface AuditListener {
  /**
   * @param who a party's name
   * @param what was tried
   * @param outcome "ok", or why it was denied
   */
  void event(String who, String what, String outcome);

  /**
   * Receives a denied call of a caller that has not proved its identity.
   *
   * @param who an address, or the subject that a certificate claims
   */
  default void stranger(String who, String what, String why) {
    event(who, what, why);
  }
}
