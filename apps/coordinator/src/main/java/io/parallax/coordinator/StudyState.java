package io.parallax.coordinator;

import java.util.Locale;

/** The stage of a submitted study; the database stores its name. */
enum StudyState {
  WAITING,
  REFUSED,
  QUEUED,
  RUNNING,
  STOPPED,
  FAILED,
  WITHDRAWN,
  /** Finished; parties decide whether the researcher sees the result. */
  HELD,
  /** Finished; a party does not release the result. */
  WITHHELD,
  FINISHED;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
