package io.parallax.web;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The content of a web server, depending on the person who asks. */
public interface Site {
  /** Answers calls that need no token. */
  default Optional<Reply> open(Call call) {
    return Optional.empty();
  }

  /**
   * Returns what answers a call with a short body that needs no token, given the body; empty if the
   * call needs one. Whoever is refused often has to wait.
   */
  default Optional<Function<String, Reply>> letter(String from, Call call) {
    return Optional.empty();
  }

  /** Returns the person that a token belongs to; empty if the token is not valid. */
  Optional<Person> person(String token);

  /**
   * Returns a sentence for whoever shows a token that is not valid, or none: why, and what to do.
   */
  String reason(String token);

  /** Returns the page's data on the person who has signed in. */
  Map<String, Object> self(Person person);

  Reply answer(Person person, Call call);

  /** Something that differs when what the person looks at may have changed. */
  String mark(Person person, Call call);

  /** Receives what people did that belongs into the log: that they have signed in and out. */
  void happened(String who, String what);

  /** Receives every call that was denied. */
  void denied(String from, String what, String why);

  /** The reply to a call that failed for no fault of the caller's. */
  Reply failed(String from, String what, Throwable e);
}
