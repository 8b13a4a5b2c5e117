package io.parallax.coordinator;

import static io.parallax.coordinator.Database.execute;
import static io.parallax.coordinator.Database.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Suggestion;
import io.parallax.data.Json;
import io.parallax.data.Steps;
import io.parallax.grpc.ViewCatalogue;
import io.parallax.grpc.ViewCatalogue.View;
import io.parallax.study.Study;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Stores what parties show of their rows, and holds studies against it before anybody is asked. */
final class CatalogueStore {
  private final Database database;

  /**
   * The views that a party shows.
   *
   * @param at the time since when
   */
  record Shown(String party, String at, List<View> views) {}

  CatalogueStore(Database database) {
    this.database = database;
  }

  /** Stores what a party shows now, and returns whether it is something else than before. */
  boolean show(PartyId party, ViewCatalogue catalogue) {
    String now = catalogue.views().isEmpty() ? "" : json(catalogue);
    return database.work(
        c -> {
          List<String> before =
              query(
                  c,
                  "select catalogue from shown where party = ?",
                  r -> r.getString(1),
                  party.name());
          if (before.equals(now.isEmpty() ? List.of() : List.of(now))) {
            return false;
          }
          execute(c, "delete from shown where party = ?", party.name());
          if (!now.isEmpty()) {
            execute(
                c,
                "insert into shown (party, catalogue, at) values (?, ?, ?)",
                party.name(),
                now,
                Instant.now().toString());
          }
          return true;
        });
  }

  private static String json(ViewCatalogue catalogue) {
    try {
      return Json.MAPPER.writeValueAsString(catalogue);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<View> views(String json) {
    try {
      return Json.MAPPER.readValue(json, ViewCatalogue.class).views();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the catalogue in the database cannot be read", e);
    }
  }

  /** Returns what all parties show, by name. */
  List<Shown> all() {
    return database.work(
        c ->
            query(
                c,
                "select party, at, catalogue from shown order by party",
                r -> new Shown(r.getString(1), r.getString(2), views(r.getString(3)))));
  }

  /**
   * Rejects a study of views or columns that a party's catalogue does not have. Nothing is known of
   * parties that show none.
   */
  void require(Study study) {
    Map<String, Shown> shown =
        all().stream().collect(Collectors.toMap(Shown::party, catalogue -> catalogue));
    Map<String, List<View>> used = new HashMap<>(); // by party, as far as it is known
    study
        .layout()
        .holders()
        .forEach(h -> used.put(h.id().name(), views(shown, h.id(), Map.of(h.view(), List.of()))));
    study
        .layout()
        .sites()
        .forEach(
            site -> {
              Map<String, List<String>> wanted = new HashMap<>();
              site.views().forEach((view, source) -> wanted.put(view, source.columns()));
              used.put(site.id().name(), views(shown, site.id(), wanted));
            });
    requirePrepared(study, used);
  }

  /** Returns the views of a party that a study uses; empty: the party does not show them. */
  private static List<View> views(
      Map<String, Shown> shown, PartyId party, Map<String, List<String>> wanted) {
    Optional<Shown> own = Optional.ofNullable(shown.get(party.name()));
    return own.isEmpty()
        ? List.of()
        : wanted.entrySet().stream()
            .map(one -> view(own.get(), one.getKey(), one.getValue()))
            .toList();
  }

  private static View view(Shown party, String wanted, List<String> columns) {
    List<String> known = party.views().stream().map(View::name).toList();
    View found =
        party.views().stream()
            .filter(view -> view.name().equals(wanted))
            .findFirst()
            .orElseThrow(
                () ->
                    new BadInput(
                        "the study wants view '%s' of party %s, which has none of this name%s"
                            .formatted(wanted, party.party(), Suggestion.among(wanted, known))));
    for (String column : found.columns().isEmpty() ? List.<String>of() : columns) {
      if (!found.columns().contains(column)) {
        throw new BadInput(
            "the study wants column '%s' in view '%s' of party %s, which has none of this name%s"
                .formatted(
                    column, wanted, party.party(), Suggestion.among(column, found.columns())));
      }
    }
    return found;
  }

  /** Rejects a preparation of columns that no party has, if all show theirs. */
  private static void requirePrepared(Study study, Map<String, List<View>> used) {
    boolean all =
        used.values().stream()
            .allMatch(
                views -> !views.isEmpty() && views.stream().noneMatch(v -> v.columns().isEmpty()));
    if (!all) {
      return;
    }
    Set<String> known = new TreeSet<>(Set.of(Steps.GAP));
    used.values().forEach(views -> views.forEach(view -> known.addAll(view.columns())));
    Set<String> named = new TreeSet<>(study.preparation().categorical().keySet());
    named.addAll(study.preparation().absent().keySet());
    named.addAll(study.preparation().clip().keySet());
    named.addAll(study.preparation().missing().columns());
    for (String column : named) {
      if (!known.contains(column)) {
        throw new BadInput(
            "the study prepares column '%s', which no view of its parties has%s; correct 'categorical', 'missing' or 'clip'"
                .formatted(column, Suggestion.hint(column, known)));
      }
    }
  }
}
