package io.parallax.coordinator;

import com.fasterxml.jackson.databind.util.RawValue;
import io.parallax.grpc.PartyServer;
import io.parallax.web.Call;
import io.parallax.web.Person;
import io.parallax.web.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers calls about studies: a researcher's own, or any for an operator. */
final class StudyCalls {
  private static final int SHORTEST_ID = 8;
  private static final int MOST_ROUNDS = 1000;
  private final StudyStore studies;
  private final PartyRegistry parties;
  private final RoundStore book;
  private final Runner runner;
  private final AuditLog audit;
  private final PartyServer partyServer;

  /** A study that goes on otherwise than before. */
  record Moved(String id, String state) {}

  StudyCalls(
      StudyStore studies,
      PartyRegistry parties,
      RoundStore book,
      Runner runner,
      AuditLog audit,
      PartyServer partyServer) {
    this.studies = studies;
    this.parties = parties;
    this.book = book;
    this.runner = runner;
    this.audit = audit;
    this.partyServer = partyServer;
  }

  private static boolean operator(Person person) {
    return person.is(Tokens.Role.OPERATOR.word());
  }

  /** Returns the owner whose studies a person may see; empty: all owners. */
  static String owner(Person person) {
    return operator(person) ? "" : person.name();
  }

  /** Finds a study by the beginning of its hash; empty, and a note in the log: there is none. */
  Optional<StudyEntry> find(Person person, String id, String what) {
    Optional<StudyEntry> found = find(person, id);
    if (found.isEmpty()) {
      audit.event(person.name(), what, "no such study of theirs");
    }
    return found;
  }

  private Optional<StudyEntry> find(Person person, String id) {
    List<StudyEntry> fitting =
        id.length() < SHORTEST_ID ? List.of() : studies.beginning(id, owner(person));
    return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
  }

  /**
   * Returns the studies whose hashes stand with commas between; empty: one of them is not there.
   */
  Optional<List<StudyEntry>> named(Person person, String ids) {
    List<StudyEntry> found = new ArrayList<>();
    for (String id : ids.split(",")) {
      find(person, id, "compare study " + id).ifPresent(found::add);
    }
    return found.size() == ids.split(",").length ? Optional.of(found) : Optional.empty();
  }

  /** Returns a text that changes whenever the shown study, or list of studies, does. */
  String mark(Person person, Call call) {
    StringBuilder mark =
        new StringBuilder().append(studies.changes()).append(partyServer.present());
    find(person, call.text("study"))
        .ifPresentOrElse(
            study -> mark.append(book.changes(study.id())).append(runner.late(study.id())),
            () -> mark.append(runner.rounds()));
    return mark.toString();
  }

  Reply list(Person person) {
    return Reply.json(
        200,
        studies.list().stream()
            .filter(s -> operator(person) || s.owner().equals(person.name()))
            .map(this::brief)
            .toList());
  }

  Reply submit(Person person, Call call) {
    return Reply.json(201, whole(studies.submit(call.body(), person.name())));
  }

  private StudyView.Brief brief(StudyEntry study) {
    return StudyView.Brief.of(study, runner.late(study.id()));
  }

  StudyView.Whole whole(StudyEntry study) {
    return new StudyView.Whole(
        brief(study),
        book.count(study.id()),
        progress(study).orElse(null),
        parties.members(study.id()).stream()
            .map(member -> StudyView.Member.of(member, isConnected(member.party())))
            .toList(),
        new RawValue(study.manifest()));
  }

  private Optional<StudyProgress> progress(StudyEntry study) {
    return study.state() == StudyState.RUNNING
        ? StudyProgress.of(study.manifest(), book.parts(study.id()))
        : Optional.empty();
  }

  private boolean isConnected(String party) {
    return partyServer.present().stream().anyMatch(id -> id.name().equals(party));
  }

  Reply rounds(Call call, StudyEntry study) {
    int newest = call.number("newest");
    List<RoundStore.Round> found =
        newest == 0
            ? book.after(study.id(), call.number("skip"))
            : book.newest(study.id(), call.number("skip"), Math.min(newest, MOST_ROUNDS));
    return Reply.json(
        200,
        parties.closed(study)
            ? found.stream().map(RoundStore.Round::withoutObjective).toList()
            : found);
  }

  Reply result(StudyEntry study) {
    if (study.state() != StudyState.FINISHED) {
      return Reply.error(409, "the study is " + study.state().word() + ", not finished");
    }
    return Reply.text(200, "application/json", studies.result(study.id()));
  }

  Reply stop(Person person, StudyEntry study) {
    boolean queued =
        studies.move(
            study.id(),
            List.of(StudyState.QUEUED, StudyState.WAITING),
            StudyState.STOPPED,
            "stopped",
            "");
    if (!queued && study.state() != StudyState.RUNNING) {
      return Reply.error(409, "the study is " + study.state().word() + " and does not run");
    }
    runner.stop(study.id());
    audit.event(person.name(), "stop study " + study.id(), "ok");
    return Reply.json(202, new Moved(study.id(), "stopping"));
  }

  Reply resume(Person person, StudyEntry study) {
    boolean approved = parties.members(study.id()).stream().allMatch(StudyMember::approved);
    StudyState to = approved ? StudyState.QUEUED : StudyState.WAITING;
    if (!studies.move(study.id(), List.of(StudyState.STOPPED, StudyState.FAILED), to, "", "")) {
      return Reply.error(
          409,
          "the study is "
              + study.state().word()
              + "; only stopped and failed studies can be resumed");
    }
    audit.event(person.name(), "resume study " + study.id(), "ok");
    return Reply.json(202, new Moved(study.id(), to.word()));
  }
}
