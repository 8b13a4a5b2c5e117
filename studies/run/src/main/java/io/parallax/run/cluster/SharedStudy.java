package io.parallax.run.cluster;

import io.parallax.run.RunFolder;
import io.parallax.study.file.StudyText;
import io.parallax.study.rows.StudyData;
import java.io.Serializable;

/**
 * A study whose trainings are spread over machines.
 *
 * @param manifest what it is, files and program included: a machine that has others must not help
 * @param taught the classes that training is told, where they were drawn at random; else empty
 */
record SharedStudy(StudyText text, byte[] manifest, int[] taught) implements Serializable {
  static SharedStudy of(StudyText text, RunFolder folder, StudyData data) {
    boolean drawn = data.taught() != data.codes();
    return new SharedStudy(text, folder.manifest(), drawn ? data.taught() : new int[0]);
  }
}
