package io.parallax.coordinator;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.List;
import java.util.Map;

/** The JSON of studies in the HTTPS interface. */
final class StudyView {
  private StudyView() {}

  /**
   * A study in a list.
   *
   * @param late the parties whose answers are late
   */
  record Brief(
      String id,
      String name,
      String state,
      String owner,
      String created,
      String note,
      String method,
      List<String> late) {
    static Brief of(StudyEntry study, List<String> late) {
      return new Brief(
          study.id(),
          study.name(),
          study.state().word(),
          study.owner(),
          study.created(),
          study.note(),
          study.method(),
          late);
    }
  }

  /** A party of a study and its decision. */
  record Member(
      String party,
      String fingerprint,
      String decision,
      String until,
      String reason,
      boolean connected) {
    static Member of(StudyMember member, boolean connected) {
      return new Member(
          member.party(),
          member.fingerprint(),
          member.decision(),
          member.until(),
          member.reason(),
          connected);
    }
  }

  /**
   * A study with its parties and its manifest.
   *
   * @param progress of a running study; absent: nothing can be said
   */
  record Whole(
      @JsonUnwrapped Brief study,
      long rounds,
      @JsonInclude(JsonInclude.Include.NON_NULL) StudyProgress progress,
      List<Member> members,
      RawValue manifest) {}

  /** A study's page. */
  record Page(
      @JsonUnwrapped Whole study,
      List<String> waits,
      String file,
      StudyOutline outline,
      StudyOutline.Facts facts,
      List<RoundStore.Part> parts,
      List<AuditLog.Entry> log,
      List<Figure> pictures,
      boolean outdated,
      RawValue result) {}

  /** A row of the list of studies. */
  record Row(
      String id,
      String name,
      String method,
      String state,
      String owner,
      String created,
      String note,
      long rounds,
      List<String> waits) {}

  /** A page of the list of studies. */
  record Rows(Map<String, Integer> counts, int page, List<Row> studies) {}

  /**
   * A study beside others.
   *
   * @param paired the study minus the first of them
   */
  record Compared(
      String id,
      String name,
      String method,
      String state,
      StudyOutline outline,
      RawValue result,
      PairedStudies.Paired paired) {}

  /** Studies side by side. */
  record Comparison(List<Compared> studies, List<Figure> pictures) {}

  /** Returns a result that is JSON already; null if there is none. */
  static RawValue raw(String json) {
    return new RawValue(json.isEmpty() ? "null" : json);
  }
}
