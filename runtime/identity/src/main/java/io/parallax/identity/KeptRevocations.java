package io.parallax.identity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;

/** Stores the newest list of the authority that was ever seen here, in a file. */
public final class KeptRevocations {
  private final Path file;
  private final X509Certificate authority;

  public KeptRevocations(Path file, X509Certificate authority) {
    this.file = file;
    this.authority = authority;
  }

  public Optional<RevocationList> list() {
    return Files.exists(file)
        ? Optional.of(RevocationList.read(file, authority))
        : Optional.empty();
  }

  /** Stores a list if it is newer than the stored one; returns true if it was. */
  public synchronized boolean offer(RevocationList list) {
    Optional<RevocationList> known = list();
    if (known.isPresent() && !list.newerThan(known.get())) {
      return false;
    }
    Pem.write(file, Pem.REVOCATIONS, list.encoded());
    return true;
  }

  /** Stores a received list; rejects a list that the authority has not signed. */
  public boolean offer(String source, byte[] encoded) {
    return offer(RevocationList.of(source, encoded, authority));
  }
}
