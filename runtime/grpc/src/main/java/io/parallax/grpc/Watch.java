package io.parallax.grpc;

/** Is told what the audit log should know. */
public interface Watch {
  /**
   * @param who a party's name, or a certificate's subject, or an address
   * @param what was tried
   * @param outcome "ok", or why it was denied
   */
  void event(String who, String what, String outcome);
}
