package io.parallax.engine;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format of a node's state folder, whose file {@code version} says which it is and which
 * program wrote it. A newer program reads or migrates an older state; an older program rejects a
 * newer one.
 */
public final class StateFormat {
  private static final String FILE = "version";
  private static final Pattern CONTENT =
      Pattern.compile("format ([1-9]\\d{0,3})\nprogram ([0-9A-Za-z.+-]{1,64})\n");
  private final String mark;
  private final List<Migration> migrations;

  /** Brings a state folder from one format to the next; it may be repeated after a crash. */
  @FunctionalInterface
  public interface Migration {
    void apply(Path state) throws IOException;
  }

  private record Written(int format, String program) {
    String text() {
      return "format %d\nprogram %s\n".formatted(format, program);
    }
  }

  /**
   * @param mark a file that every state has which was written before there were formats
   * @param migrations from format 1 to 2, from 2 to 3, and so on
   */
  public StateFormat(String mark, List<Migration> migrations) {
    this.mark = mark;
    this.migrations = List.copyOf(migrations);
  }

  private int newest() {
    return 1 + migrations.size();
  }

  /**
   * Makes sure that this program can use a state folder, and notes if another one has written it.
   *
   * @param program this program's version
   * @throws BadInput if the state is of a newer format
   */
  public void open(Path state, String program, Consumer<String> notes) {
    Path file = state.resolve(FILE);
    boolean fresh = !Files.exists(file) && !Files.exists(state.resolve(mark));
    Written found = fresh ? new Written(newest(), program) : read(file);
    if (found.format() > newest()) {
      throw new BadInput(
          "the state in %s has format %d, written by version %s; version %s reads formats up to %d; install version %s or later, or restore a backup from before the upgrade"
              .formatted(
                  state, found.format(), found.program(), program, newest(), found.program()));
    }
    migrate(state, found);
    if (found.format() < newest()) {
      notes.accept(
          "the state was written by version %s; it was migrated from format %d to %d"
              .formatted(found.program(), found.format(), newest()));
    } else if (!found.program().equals(program)) {
      notes.accept(
          "the state was written by version %s; version %s reads it as it is"
              .formatted(found.program(), program));
    }
    write(file, new Written(newest(), program));
  }

  private Written read(Path file) {
    if (!Files.exists(file)) {
      return new Written(1, "0.1.0"); // before there were formats
    }
    try {
      Matcher content = CONTENT.matcher(Files.readString(file));
      if (content.matches()) {
        return new Written(Integer.parseInt(content.group(1)), content.group(2));
      }
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check its permissions", e);
    }
    throw new BadInput(
        file + " is damaged; it must have two lines, such as 'format 1' and 'program 0.1.0'");
  }

  private void migrate(Path state, Written found) {
    for (int format = found.format(); format < newest(); format++) {
      try {
        migrations.get(format - 1).apply(state);
      } catch (IOException e) {
        throw new BadInput(
            "the state in %s cannot be migrated from format %d; make room and check permissions, then start again"
                .formatted(state, format),
            e);
      }
      write(state.resolve(FILE), new Written(format + 1, found.program()));
    }
  }

  private static void write(Path file, Written written) {
    byte[] text = written.text().getBytes(StandardCharsets.US_ASCII);
    try {
      if (!Files.exists(file) || !Files.readString(file).equals(written.text())) {
        DurableFile.replace(file, text);
      }
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check its permissions", e);
    }
  }
}
