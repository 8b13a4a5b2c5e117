package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.engine.DurableFile;
import io.parallax.privacy.AlignParty;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Stores a party's notes about an alignment, one file each, so that they survive a crash and bind a
 * coordinator that opens the alignment again.
 */
final class AlignmentNotes implements AlignParty.Keeper {
  private final AlignmentFile found;
  private final Path folder;
  private final Consumer<String> owner;

  /**
   * @param folder the folder of this study's notes
   * @param owner receives the number of ids of each party
   */
  AlignmentNotes(AlignmentFile found, Path folder, Consumer<String> owner) {
    this.found = found;
    this.folder = folder;
    this.owner = owner;
  }

  @Override
  public String kept() {
    return found.kept();
  }

  @Override
  public void keep(String name, List<String> common) {
    found.keep(name, common);
  }

  @Override
  public void keep(String name, List<String> held, int[] places, int rows) {
    found.keep(name, held, places, rows);
  }

  @Override
  public Optional<String> noted(String what) {
    Path file = folder.resolve(what);
    try {
      return Files.exists(file)
          ? Optional.of(Files.readString(file, StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; check its rights", e);
    }
  }

  /** Stores a note; synchronised, since a reopened part may still answer an earlier ask. */
  @Override
  public boolean note(String what, String content) {
    synchronized (AlignmentNotes.class) {
      Optional<String> before = noted(what);
      if (before.isEmpty()) {
        DurableFile.replace(folder.resolve(what), content.getBytes(StandardCharsets.UTF_8));
      }
      return before.isEmpty() || before.get().equals(content);
    }
  }

  @Override
  public void show(String sizes) {
    owner.accept(sizes);
  }
}
