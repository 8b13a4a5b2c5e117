package io.parallax.web;

import java.util.Map;
import java.util.Optional;

/**
 * What a server shows to whom.
 *
 * @param <P> someone who has shown a valid token
 */
public interface Site<P> {
  /** What needs no token. */
  default Optional<Reply> open(Call call) {
    return Optional.empty();
  }

  /** Who shows this token; nobody, if it is not valid. */
  Optional<P> person(String token);

  /** What a page is told of who has signed in. */
  Map<String, Object> self(P person);

  Reply answer(P person, Call call);

  /** Something that differs when what the person looks at may have changed. */
  String mark(P person, Call call);

  /** Is told of every call that was denied. */
  void denied(String from, String what, String why);

  /** The reply to a call that failed for no fault of the caller's. */
  Reply failed(String from, String what, Throwable e);
}
