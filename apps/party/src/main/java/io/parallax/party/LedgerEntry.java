package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A line of the ledger: a message, a decision, or a use of labels.
 *
 * @param sha256 the hash of its bytes; the name of a drawing; the hash of a stored decision
 * @param text the text of a message; the location of drawn labels
 * @param epsilon the epsilon of a drawing
 * @param verdicts number of sets of scores or guesses that a judged split compares with labels; 0:
 *     one, in a line of an earlier version
 */
public record LedgerEntry(
    long number,
    String time,
    String study,
    String part,
    long exchange,
    String to,
    Ledger.Kind kind,
    long bytes,
    String sha256,
    String text,
    double epsilon,
    int verdicts) {

  /** Returns the date, in UTC. */
  public String day() {
    return time.substring(0, Math.min(10, time.length()));
  }

  public String message() {
    return kind.message();
  }

  public String shape() {
    return kind.shape();
  }

  public String protection() {
    return kind.protection();
  }

  /** Returns the fields in the order in which every version has written them. */
  @JsonValue
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("number", number);
    fields.put("time", time);
    fields.put("study", study);
    fields.put("part", part);
    fields.put("exchange", exchange);
    fields.put("message", kind.message());
    fields.put("to", to);
    fields.put("shape", kind.shape());
    fields.put("bytes", bytes);
    fields.put("protection", kind.protection());
    fields.put("sha256", sha256);
    if (!text.isEmpty()) {
      fields.put("text", text);
    }
    if (epsilon != 0) {
      fields.put("epsilon", epsilon);
    }
    if (verdicts != 0) {
      fields.put("verdicts", verdicts);
    }
    return fields;
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static LedgerEntry read(JsonNode fields) {
    return new LedgerEntry(
        fields.path("number").asLong(),
        fields.path("time").asText(),
        fields.path("study").asText(),
        fields.path("part").asText(),
        fields.path("exchange").asLong(),
        fields.path("to").asText(),
        new Ledger.Kind(
            fields.path("message").asText(),
            fields.path("shape").asText(),
            fields.path("protection").asText()),
        fields.path("bytes").asLong(),
        fields.path("sha256").asText(),
        fields.path("text").asText(),
        fields.path("epsilon").asDouble(),
        fields.path("verdicts").asInt());
  }
}
