package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import us.hebi.matlab.mat.format.BufferAllocator;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;
import us.hebi.matlab.mat.format.Mat5Reader;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.Cell;
import us.hebi.matlab.mat.types.Sources;

/** Reads variables of a MATLAB file of version 5 to 7; later ones are HDF5 files, and refused. */
final class MatFile {
  private static final int HEADER = 128;
  private static final int SMALL = 1 << 16;

  /** The largest compression ratio of Deflate; a larger claim means a damaged file. */
  private static final long MOST_INFLATED = 1040;

  private final Path file;

  MatFile(Path file) {
    this.file = file;
  }

  /** Processes a file whose variables have been read. */
  private interface Use<T> {
    T of(Mat5File content) throws IOException;
  }

  /**
   * Reads a variable's matrix.
   *
   * @param element of a cell array, from 1; 0: the variable itself
   * @param source its name in messages
   */
  Matrix read(String name, int element, String source) {
    List<String> names = new ArrayList<>();
    return with(
        header -> {
          names.add(header.getName());
          return header.getName().equals(name);
        },
        content -> {
          if (!names.contains(name)) {
            String advice = names.isEmpty() ? "the file has none" : ColumnNames.advice(name, names);
            throw new BadInput("%s: no variable '%s'".formatted(file, name), "; " + advice);
          }
          return MatArray.numbers(element(content.getArray(name), element, source), source);
        });
  }

  /** Returns the variables with their kinds and shapes. */
  List<MatVariable> variables() {
    return with(
        header -> true,
        content -> {
          List<MatVariable> found = new ArrayList<>();
          content.getEntries().forEach(e -> found.add(MatVariable.of(e.getName(), e.getValue())));
          return found;
        });
  }

  private static Array element(Array array, int element, String source) {
    if (!(array instanceof Cell cell)) {
      if (element > 0) {
        throw new BadInput(source + ": the variable is not a cell array; leave out the element");
      }
      return array;
    }
    int count = cell.getNumElements();
    if (element < 1 || element > count) {
      throw new BadInput(
          "%s: the variable is a cell array of %d; name one of them, {1}%s"
              .formatted(source, count, count > 1 ? " to {" + count + "}" : ""));
    }
    return cell.get(element - 1);
  }

  private <T> T with(Mat5Reader.EntryFilter wanted, Use<T> use) {
    try (InputStream in = FileBytes.open(file, ".mat")) {
      requireVersion(in);
      Mat5Reader reader = Mat5.newReader(Sources.wrapInputStream(in));
      reader.setEntryFilter(wanted).setBufferAllocator(room()).disableSubsystemProcessing();
      try (Mat5File content = reader.readMat()) {
        return use.of(content);
      }
    } catch (BadInput e) {
      throw e;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw new BadInput(
          file + ": the file is cut off or damaged; copy it again, or save it again with -v7", e);
    } catch (OutOfMemoryError e) {
      throw new BadInput(
          file + ": the file is damaged, or needs more memory; set PARALLAX_MEMORY", e);
    }
  }

  private void requireVersion(InputStream in) throws IOException {
    int[] head = FileBytes.peek(in, HEADER);
    StringBuilder text = new StringBuilder();
    for (int b : head) {
      text.append((char) b);
    }
    if (text.toString().startsWith("MATLAB 7.3 ") || text.toString().startsWith("\u0089HDF")) {
      throw new BadInput(
          file
              + ": this is a MATLAB file of version 7.3 (HDF5), which is not read; save it with -v7");
    }
    boolean known = head.length == HEADER && text.substring(HEADER - 2).matches("IM|MI");
    if (!known) {
      throw new BadInput(file + ": this is not a MATLAB file of version 5 to 7; save it with -v7");
    }
  }

  /** Makes room for numbers, as far as the file can hold them. */
  private BufferAllocator room() throws IOException {
    long most = SMALL + MOST_INFLATED * Files.size(file);
    return new BufferAllocator() {
      @Override
      public ByteBuffer allocate(int bytes) {
        if (bytes > most) {
          throw new IllegalStateException("more numbers than the file can hold");
        }
        return ByteBuffer.allocate(bytes);
      }

      @Override
      public void release(ByteBuffer buffer) {}
    };
  }
}
