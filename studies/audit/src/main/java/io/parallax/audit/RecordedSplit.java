package io.parallax.audit;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.engine.Transcript;
import io.parallax.engine.Transcript.Exchange;
import io.parallax.engine.TranscriptFile;
import io.parallax.run.RunFolder;
import io.parallax.study.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recording of a run's first split. */
final class RecordedSplit {
  private RecordedSplit() {}

  /** Returns the file of the recording, or rejects a run without one. */
  static Path transcript(Study study, RunFolder folder) {
    if (!study.protection().recorded()) {
      throw new BadInput(
          "the study keeps nothing to audit; give it 'protection: {record: true}' and run it:"
              + " ./parallax run STUDY");
    }
    if (folder.finished(1).isEmpty()) {
      throw new BadInput(
          folder.path()
              + " holds no finished split of this study; run it first: ./parallax run STUDY");
    }
    Path transcript = RunFolder.transcript(folder.trialFolder(1));
    if (!Files.exists(transcript)) {
      throw new BadInput(transcript + " is missing; remove the run folder and run the study anew");
    }
    return transcript;
  }

  /** Reads the exchanges, or rejects a recording that lacks one. */
  static List<Exchange> read(Path transcript, List<Class<? extends Ask<?>>> asks) {
    List<Exchange> exchanges = Transcript.read(TranscriptFile.read(transcript), asks);
    for (int i = 0; i < Math.min(exchanges.size(), Transcript.EXCHANGES); i++) {
      if (exchanges.get(i).sequence() != i + 1) {
        throw new BadInput(
            "%s lacks exchange %d; remove the run folder and run the study anew"
                .formatted(transcript, i + 1));
      }
    }
    return exchanges;
  }
}
