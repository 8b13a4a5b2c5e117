package io.parallax.benchmarks;

import io.parallax.math.Rng;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A study of three parties with generated rows, in files. */
record StudyFiles(Path folder, int rows, int columns) {
  private static final List<String> VIEWS = List.of("a", "b", "c");

  /** Writes CSV files whose ids are words, and returns the study. */
  Path csv() throws IOException {
    for (String view : VIEWS) {
      try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(csv(view)))) {
        csv(out, Rng.of(view.charAt(0)));
      }
    }
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(csv("labels")))) {
      out.print("id,class\n");
      for (int i = 0; i < rows; i++) {
        out.print("s" + i + "," + i % 2 + "\n");
      }
    }
    return study("csv: %s.csv, id: id", "csv: labels.csv, id: id, column: class");
  }

  Path csv(String view) {
    return folder.resolve(view + ".csv");
  }

  private void csv(PrintWriter out, Rng random) {
    out.print("id");
    for (int j = 0; j < columns; j++) {
      out.print(",x" + j);
    }
    out.print('\n');
    for (int i = 0; i < rows; i++) {
      out.print("s" + i);
      for (int j = 0; j < columns; j++) {
        out.print("," + (float) (random.gaussian() + 0.1 * (i % 2)));
      }
      out.print('\n');
    }
  }

  /** Writes .npy files and returns the study. */
  Path npy() throws IOException {
    for (String view : VIEWS) {
      Rng random = Rng.of(view.charAt(0));
      try (OutputStream out = array(view, "(%d, %d)".formatted(rows, columns))) {
        ByteBuffer row = ByteBuffer.allocate(8 * columns).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < rows; i++) {
          for (int j = 0; j < columns; j++) {
            row.putDouble(8 * j, random.gaussian() + 0.1 * (i % 2));
          }
          out.write(row.array());
        }
      }
    }
    try (OutputStream out = array("labels", "(%d,)".formatted(rows))) {
      ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < rows; i++) {
        out.write(number.putDouble(0, i % 2).array());
      }
    }
    return study("npy: %s.npy", "npy: labels.npy");
  }

  private OutputStream array(String name, String shape) throws IOException {
    OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(folder.resolve(name + ".npy")));
    String header = "{'descr': '<f8', 'fortran_order': False, 'shape': %s, }".formatted(shape);
    out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0});
    out.write("%-117s\n".formatted(header).getBytes(StandardCharsets.US_ASCII));
    return out;
  }

  private Path study(String rows, String labels) throws IOException {
    StringBuilder text = new StringBuilder("study: files\nmethod: vfedmv\nparties:\n");
    for (String view : VIEWS) {
      text.append("  party-%s: {view: %s, data: {%s}".formatted(view, view, rows.formatted(view)));
      text.append(view.equals("a") ? ", labels: {" + labels + "}}\n" : "}\n");
    }
    text.append("evaluate: {split: random, test: 0.2, repeats: 1}\nreport: {points: 0}\nseed: 1\n");
    return Files.writeString(folder.resolve("study.yaml"), text);
  }
}
