package io.parallax.simulator.disk;

/** A kind of access to a simulated disk, before and after which faults can happen. */
public enum DiskStep {
  READ,
  CREATE,
  WRITE,
  SYNC,
  SYNC_FOLDER,
  RENAME,
  DELETE
}
