package io.parallax.setup;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Stopped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The unit of systemd that starts a party with the system: parallax-party@NAME. */
public final class PartyUnit {
  private static final String USER = "parallax";
  private final Path root;
  private final Commands commands;

  /** Runs a command of the system and returns its exit code. */
  interface Commands {
    int run(List<String> command) throws IOException, InterruptedException;
  }

  public PartyUnit() {
    this(Path.of("/"), command -> new ProcessBuilder(command).inheritIO().start().waitFor());
  }

  /**
   * @param root of the file system
   */
  PartyUnit(Path root, Commands commands) {
    this.root = root;
    this.commands = commands;
  }

  /** Returns the folder in which the unit looks for a party. */
  public Path folder(PartyId name) {
    return root.resolve("var/lib/parallax").resolve(name.name());
  }

  /** Rejects a system without systemd, without the unit, or another folder than the unit's. */
  public void require(PartyId name, Path folder) {
    boolean unit =
        Stream.of("etc", "lib", "usr/lib")
            .map(place -> root.resolve(place).resolve("systemd/system/parallax-party@.service"))
            .anyMatch(Files::exists);
    if (!Files.isDirectory(root.resolve("run/systemd/system")) || !unit) {
      throw new BadInput(
          "--service needs systemd and its unit parallax-party@.service, which a release installs; leave it out and start the party by hand");
    }
    if (!folder.toAbsolutePath().normalize().equals(folder(name).toAbsolutePath())) {
      throw new BadInput(
          "--service needs the party's folder in %s; give --out %s"
              .formatted(folder(name).getParent(), folder(name)));
    }
    if (!Files.isWritable(root.resolve("etc"))) {
      throw new BadInput("--service starts a unit of the system; run it as root");
    }
  }

  /** Gives the folder to the unit's user, and starts the unit now and with the system. */
  public void start(PartyId name) {
    run(List.of("chown", "-R", USER + ":" + USER, folder(name).toString()));
    run(List.of("systemctl", "enable", "--now", "parallax-party@" + name));
  }

  private void run(List<String> command) {
    try {
      if (commands.run(command) != 0) {
        throw new BadInput("this failed, see above: " + String.join(" ", command));
      }
    } catch (IOException e) {
      throw new BadInput("this cannot be run: " + String.join(" ", command), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Stopped(0);
    }
  }
}
