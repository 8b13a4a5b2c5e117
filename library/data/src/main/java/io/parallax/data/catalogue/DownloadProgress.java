package io.parallax.data.catalogue;

/** Receives the progress of a download. */
public interface DownloadProgress {
  /**
   * Receives progress after bytes have arrived.
   *
   * @param done the bytes done of all, including those of an earlier attempt
   */
  void moved(DataFile file, long done, long all);

  /** Receives a note that a person should see at once. */
  void note(String text);
}
