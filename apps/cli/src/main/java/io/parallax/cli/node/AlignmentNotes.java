package io.parallax.cli.node;

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
 * What a party notes while a study aligns rows: one file for each thing, so that it is there after
 * a crash, and for whoever opens the study's alignment a second time.
 */
final class AlignmentNotes implements AlignParty.Keeper {
  private final AlignmentFile found;
  private final Path folder;
  private final Consumer<String> owner;

  /**
   * @param folder of this study's notes
   * @param owner is told how many ids each party brings
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

  /** One at a time: a part that was opened anew may still be answering an earlier ask. */
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
