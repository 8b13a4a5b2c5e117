package io.parallax.watch;

import java.io.IOException;

/** A way to people or their programs. */
interface Channel {
  /** Returns the name of the channel in the log, in metrics and in the state folder. */
  String name();

  /** Returns where it leads to, for messages. */
  String target();

  /**
   * Sends a notice.
   *
   * @throws IOException if it was not taken; its message is a sentence of this program
   */
  void send(String node, Notice notice) throws IOException;
}
