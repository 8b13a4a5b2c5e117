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
  FINISHED;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
