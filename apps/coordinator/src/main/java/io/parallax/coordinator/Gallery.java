package io.parallax.coordinator;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Draws what people look at; the coordinator's server only keeps the books. */
public interface Gallery {
  /**
   * Something to look at.
   *
   * @param html safe to put into a page: text from outside is escaped, no script, no style
   */
  record Picture(String title, String html, String note) {}

  /**
   * A study as it is drawn.
   *
   * @param result as JSON; empty while there is none
   */
  record Shown(String name, String manifest, String result, List<RoundBook.Round> rounds) {}

  /** What a form for studies offers: methods with their settings. */
  List<Map<String, Object>> methods();

  /** The study file that a manifest holds. */
  String studyFile(String manifest);

  /** Protection, views and labels: what a study's file says of them. */
  Map<String, Object> outline(String manifest);

  /** What is known of the parties' rows, once they have told. */
  Map<String, Object> facts(Path folder);

  List<Picture> pictures(Shown study);

  List<Picture> compared(List<Shown> studies);

  /** A page of its own that needs nothing else. */
  String report(Shown study, List<Picture> pictures);

  /** Runs in one process that the coordinator's file points to. */
  List<Map<String, Object>> runs();

  /** What such a run's report shows; nothing, if there is no such run. */
  Optional<String> run(String name);

  /** Draws nothing. */
  Gallery EMPTY =
      new Gallery() {
        @Override
        public List<Map<String, Object>> methods() {
          return List.of();
        }

        @Override
        public String studyFile(String manifest) {
          return manifest;
        }

        @Override
        public Map<String, Object> outline(String manifest) {
          return Map.of();
        }

        @Override
        public Map<String, Object> facts(Path folder) {
          return Map.of();
        }

        @Override
        public List<Picture> pictures(Shown study) {
          return List.of();
        }

        @Override
        public List<Picture> compared(List<Shown> studies) {
          return List.of();
        }

        @Override
        public String report(Shown study, List<Picture> pictures) {
          return "";
        }

        @Override
        public List<Map<String, Object>> runs() {
          return List.of();
        }

        @Override
        public Optional<String> run(String name) {
          return Optional.empty();
        }
      };
}
