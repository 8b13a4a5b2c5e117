package io.parallax.web;

import java.util.Map;
import java.util.Optional;

/**
 * The content of a web server, depending on the person who asks.
 *
 * @param <P> someone who has shown a valid token
 */
public interface Site<P> {
  /** Answers calls that need no token. */
  default Optional<Reply> open(Call call) {
    return Optional.empty();
  }

  /** Returns the person that a token belongs to; empty if the token is not valid. */
  Optional<P> person(String token);

  /** Returns the page's data on the person who has signed in. */
  Map<String, Object> self(P person);

  Reply answer(P person, Call call);

  /** Something that differs when what the person looks at may have changed. */
  String mark(P person, Call call);

  /** Receives every call that was denied. */
  void denied(String from, String what, String why);

  /** The reply to a call that failed for no fault of the caller's. */
  Reply failed(String from, String what, Throwable e);
}
