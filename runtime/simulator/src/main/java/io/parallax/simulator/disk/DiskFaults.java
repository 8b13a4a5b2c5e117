package io.parallax.simulator.disk;

/** The source of a disk's troubles; it may also end the process by an error of its own. */
public interface DiskFaults {
  /** The trouble that an access meets. */
  enum Trouble {
    NONE,
    /** The disk is full: a write stops in the middle. */
    FULL,
    /** The access fails. */
    ERROR
  }

  /** Disks without troubles. */
  DiskFaults NONE =
      new DiskFaults() {
        @Override
        public Trouble before(DiskStep step) {
          return Trouble.NONE;
        }

        @Override
        public void after(DiskStep step) {}
      };

  /** Receives an access that begins, and returns its trouble. */
  Trouble before(DiskStep step);

  /** Receives an access that has succeeded. */
  void after(DiskStep step);
}
