package io.parallax.web;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A service that knows people, such as a hospital's identity provider. */
public interface IdentityService {
  /** Returns the name of the service's host, for people to read. */
  String host();

  /**
   * Begins a sign-in, at the service's own page.
   *
   * @param back the address of this node to which the service sends the browser back
   */
  Attempt begin(URI back);

  /** Returns an address at which people sign out of the service itself. */
  Optional<URI> leave();

  /** Returns how long a session lasts without a call. */
  Duration idle();

  /** Returns how long a session lasts at most. */
  Duration longest();

  /** A sign-in that has begun. */
  interface Attempt {
    /** Returns the address at the service to which the browser goes. */
    URI to();

    /** Returns the random text by which the browser's return is recognised. */
    String state();

    /**
     * Returns the person who has signed in there.
     *
     * @param query what the browser has brought back
     * @throws NotAdmitted if the service did not say so, or if this node does not know the person
     */
    Person finish(Map<String, String> query);
  }
}
