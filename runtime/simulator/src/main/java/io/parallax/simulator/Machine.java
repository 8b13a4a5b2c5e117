package io.parallax.simulator;

import io.parallax.simulator.disk.DiskFaults;
import io.parallax.simulator.disk.DiskStep;
import io.parallax.simulator.disk.SimulatedDisk;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A party's or the coordinator's machine: a disk, and a process that can be killed at any step. */
public final class Machine {
  private static final int SHORT = 8; // steps until the next start
  private static final int LONG = 400;
  private final Faults faults;
  private final FaultKind kill;
  private final FaultKind power;
  private final SimulatedDisk disk;
  private boolean quiet;
  private int startsAt;
  private int powerFailures;

  /** The process of a machine has been killed. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
    private final transient Machine machine;

    Killed(Machine machine) {
      super("killed", null, false, false);
      this.machine = machine;
    }

    Machine machine() {
      return machine;
    }
  }

  private Machine(Faults faults, FaultKind kill, FaultKind power) {
    this.faults = faults;
    this.kill = kill;
    this.power = power;
    this.disk = new SimulatedDisk(new Troubles(), faults::nanos);
  }

  static Machine party(Faults faults) {
    return new Machine(faults, FaultKind.KILL_PARTY, FaultKind.POWER_PARTY);
  }

  static Machine coordinator(Faults faults) {
    return new Machine(faults, FaultKind.KILL_COORDINATOR, FaultKind.POWER_COORDINATOR);
  }

  /** Returns the folder in which its process keeps everything. */
  public Path folder() {
    return disk.path("/state");
  }

  SimulatedDisk disk() {
    return disk;
  }

  /** Lets nothing of its own happen to it. */
  Machine quiet() {
    quiet = true;
    return this;
  }

  /** Returns whether its process runs, or has started again. */
  boolean up() {
    return faults.step() >= startsAt;
  }

  /** Returns what its present process is known by. */
  Object process() {
    return Map.entry(this, disk.process());
  }

  /** Returns how often its power failed. */
  int powerFailures() {
    return powerFailures;
  }

  /** Returns a step at which its owner has seen to it. */
  int later() {
    return faults.step() + SHORT;
  }

  /** Ends the process by a fault; the machine is up again after a while. */
  private Killed ended(FaultKind kind) {
    startsAt = faults.step() + faults.draw(faults.draw(4) == 0 ? LONG : SHORT);
    if (kind == power) {
      powerFailures++;
      var lost = disk.powerFailure(faults::draw);
      count(FaultKind.LOST_TAIL, lost.tails());
      count(FaultKind.TORN_WRITE, lost.torn());
      count(FaultKind.LOST_NAME, lost.names());
    } else {
      disk.kill();
    }
    return new Killed(this);
  }

  /** Returns the end of its process. */
  Killed killed() {
    disk.kill();
    return new Killed(this);
  }

  private void count(FaultKind kind, int times) {
    for (int i = 0; i < times; i++) {
      faults.hit(kind);
    }
  }

  /** Takes a step of its process at which it may be killed. */
  void step() {
    if (!quiet) {
      faults.at(kill, power).ifPresent(kind -> thrown(ended(kind)));
    }
  }

  private static void thrown(Killed killed) {
    throw killed;
  }

  /** The troubles of this machine's disk. */
  private final class Troubles implements DiskFaults {
    @Override
    public Trouble before(DiskStep step) {
      if (quiet) {
        return Trouble.NONE;
      }
      Optional<FaultKind> struck =
          switch (step) {
            case READ -> faults.at(FaultKind.READ_ERROR);
            case SYNC, SYNC_FOLDER -> faults.at(kill, power, FaultKind.SYNC_ERROR);
            case CREATE, WRITE -> faults.at(kill, power, FaultKind.DISK_FULL);
            case RENAME, DELETE -> faults.at(kill, power);
          };
      if (struck.isEmpty()) {
        return Trouble.NONE;
      }
      if (struck.get() == kill || struck.get() == power) {
        throw ended(struck.get());
      }
      return struck.get() == FaultKind.DISK_FULL ? Trouble.FULL : Trouble.ERROR;
    }

    @Override
    public void after(DiskStep step) {
      if (step == DiskStep.SYNC || step == DiskStep.RENAME) {
        step();
      }
    }

    private void step() {
      Machine.this.step();
    }
  }
}
