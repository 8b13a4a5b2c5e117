package io.parallax.grpc;

/** Is told what the audit log should know. */
public interface Watch {
  /**
   * @param who a party's name
   * @param what was tried
   * @param outcome "ok", or why it was denied
   */
  void event(String who, String what, String outcome);

  /**
   * Is told of somebody who has not shown who it is, and was denied.
   *
   * @param who an address, or the subject that a certificate claims
   */
  default void stranger(String who, String what, String why) {
    event(who, what, why);
  }
}
