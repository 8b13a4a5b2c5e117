package io.parallax.coordinator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The state of a study in a line: who has to approve, who is late, the rounds and the note. */
public final class StudyLine {
  private StudyLine() {}

  /** Returns a line about a study, as the coordinator has described it. */
  public static String of(JsonNode study) {
    String state = study.get("state").asText();
    List<String> more = new ArrayList<>();
    if (state.equals("waiting")) {
      List<String> missing = new ArrayList<>();
      study
          .get("members")
          .forEach(
              m -> {
                if (m.get("decision").asText().isEmpty()) {
                  missing.add(m.get("party").asText());
                }
              });
      more.add("for the approval of " + String.join(", ", missing));
    }
    if (study.get("rounds").asInt() > 0) {
      more.add(study.get("rounds").asInt() + " rounds");
    }
    if (study.hasNonNull("progress")) {
      more.add(study.get("progress").get("text").asText());
    }
    List<String> late = new ArrayList<>();
    study.get("late").forEach(name -> late.add(name.asText()));
    if (!late.isEmpty()) {
      more.add("late: " + String.join(", ", late));
    }
    if (!study.get("note").asText().isEmpty()) {
      more.add(study.get("note").asText());
    }
    String words = String.join("; ", more);
    return study.get("name").asText()
        + ": "
        + (words.startsWith(state) ? words : state + " " + words); // "refused by …"
  }
}
