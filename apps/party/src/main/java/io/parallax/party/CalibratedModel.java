package io.parallax.party;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * This party's part of the model of one split, kept from its training without the rows that
 * calibrate until it has scored these.
 *
 * @param folder of the study
 */
record CalibratedModel(Path folder) {
  static CalibratedModel of(Path state, String study) {
    return new CalibratedModel(state.resolve("calibration").resolve(study));
  }

  /** Keeps a part in place of the split's before. */
  void keep(String training, Model model, ModelPart own) {
    clear();
    ModelFolder.at(folder.resolve(training)).write(model, List.of(own));
  }

  /** Returns the part that a training has left. */
  ModelPart part(String training, PartyId me) {
    ModelFolder kept = ModelFolder.at(folder.resolve(training));
    if (!kept.exists()) {
      throw new Refused(
          "party %s has no model of part %s to calibrate; it was removed; propose the study anew under another name"
              .formatted(me, training));
    }
    return kept.part(me.name());
  }

  /** Removes it. */
  void clear() {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }
}
