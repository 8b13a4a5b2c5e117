package io.parallax.run.cluster;

import io.parallax.engine.TaskEngine;
import io.parallax.run.Progress;
import io.parallax.run.RunFolder;
import io.parallax.run.SearchLog;
import io.parallax.run.StudyRun;
import io.parallax.run.WorkFolder;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A whole split: its training, and what it is compared with.
 *
 * @param searched what its search has found, as its log has it
 */
record SplitTask(SharedStudy study, int number, String searched)
    implements TaskEngine.Task<SplitTask.Done> {

  /** The files that it leaves in the run's folder, by path, and what the user should know. */
  record Done(TreeMap<String, byte[]> files, ArrayList<String> notes) implements Serializable {}

  @Override
  public Done run() {
    StudyCopy copy = StudyCopy.of(study);
    return WorkFolder.with(place -> run(copy, place));
  }

  private Done run(StudyCopy copy, Path place) throws IOException {
    RunFolder folder = RunFolder.at(place, copy.manifest());
    SearchLog.write(folder.trialFolder(number), searched);
    ArrayList<String> notes = new ArrayList<>();
    StudyRun.split(copy.data(), folder, number, copy.split(number), Progress.noting(notes::add));
    return new Done(files(place), notes);
  }

  private static TreeMap<String, byte[]> files(Path place) throws IOException {
    TreeMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(place)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(place.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }
}
