package io.parallax.watch;

/** A way to people or their programs. */
interface Channel {
  /** Returns the name of the channel in the log, in metrics and in the state folder. */
  String name();

  /** Returns where it leads to, for messages. */
  String target();

  /**
   * Sends a notice.
   *
   * @throws NotSent if it was not taken
   */
  void send(String node, Notice notice) throws NotSent;
}
