package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.data.IdIndex;
import io.parallax.data.IdRule;
import io.parallax.data.Table;
import io.parallax.privacy.HoldingParty;
import io.parallax.remote.ScoredPeople;
import io.parallax.run.ScoringPart;
import io.parallax.study.Study;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.NewRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** This party's part of a study's model, with the rows that its file has now. */
final class ServedModel {
  private static final Duration READ_AGAIN = Duration.ofMinutes(1);
  private final Study study;
  private final ScoringPart part;
  private final Map<String, Table> tables;
  private final Map<String, IdIndex> places = new LinkedHashMap<>();
  private final HoldingParty.Ids blinded;
  private final String stamp;

  private ServedModel(
      Study study,
      ScoringPart part,
      Map<String, Table> tables,
      HoldingParty.Ids blinded,
      String stamp) {
    this.study = study;
    this.part = part;
    this.tables = tables;
    this.blinded = blinded;
    this.stamp = stamp;
    tables.forEach((view, table) -> places.put(view, new IdIndex(table.ids())));
  }

  /** Reads the part of the model and the rows as they are now. */
  static ServedModel read(PartyConfig party, Study study, ModelFolder folder, byte[] secret) {
    requireThere(folder, party.name(), study);
    String stamp = stamp(party, study, folder);
    Model model = folder.model();
    ScoringPart part = new ScoringPart(model, folder.part(party.name().name()));
    IdRule rule = study.protection().align().ids();
    Map<String, Table> tables = new LinkedHashMap<>();
    part.taken(part.read(files(party, study, part)), note -> {})
        .forEach(
            (view, table) ->
                tables.put(view, table.withIds(rule.apply("view '" + view + "'", table.ids()))));
    List<String> ids = tables.values().iterator().next().ids();
    party.policy().requireRows(party.name().name(), ids.size());
    int pad = study.protection().align().pad();
    return new ServedModel(study, part, tables, new HoldingParty.Ids(ids, secret, pad), stamp);
  }

  /** Rejects a study of whose model this party has no part. */
  static void requireThere(ModelFolder folder, PartyId me, Study study) {
    if (!folder.exists()) {
      throw new Refused(
          "party %s has no part of the model of study %s; it was removed, or never trained; train it again"
              .formatted(me, study.name()));
    }
    if (PartyModels.retired(folder)) {
      throw new Refused(
          "party %s has retired its part of the model of study %s; use another version"
              .formatted(me, study.name()));
    }
    if (!PartyModels.whole(folder, me.name())) {
      throw new Refused(
          "party %s has other files than the training of study %s left: of another version, or changed; restore them, or train again"
              .formatted(me, study.name()));
    }
  }

  /** Returns where the rows of the part's views are, but for those that the party lacks. */
  static Map<String, NewRows> files(PartyConfig party, Study study, ScoringPart part) {
    Map<String, NewRows> files = new LinkedHashMap<>();
    for (var input : part.part().views()) {
      if (study.layout().lacks(party.name(), input.view())) {
        continue;
      }
      Study.Source source = party.source(input.view());
      if (source.engine().isPresent()) {
        throw new BadInput(
            "the rows of view '%s' are in an engine; joint predictions need rows that this party reads itself"
                .formatted(input.view()));
      }
      files.put(input.view(), new NewRows(source.rows(), Optional.of(source.id())));
    }
    return files;
  }

  /** Returns whether model and rows are still the same; rows in no file are read again soon. */
  boolean current(PartyConfig party, ModelFolder folder) {
    return folder.exists()
        && !PartyModels.retired(folder)
        && stamp.equals(stamp(party, study, folder));
  }

  private static String stamp(PartyConfig party, Study study, ModelFolder folder) {
    long now = System.currentTimeMillis() / READ_AGAIN.toMillis();
    return study.layout().holders().stream()
        .filter(own -> own.id().equals(party.name()))
        .map(own -> party.source(own.view()).rows().files())
        .map(
            files ->
                files.isEmpty()
                    ? Long.toString(now)
                    : files.stream().map(ServedModel::stamp).collect(Collectors.joining(" ")))
        .collect(
            Collectors.joining(
                " ",
                stamp(folder.path().resolve("model.json"))
                    + stamp(folder.path().resolve(party.name() + ".json")),
                ""));
  }

  private static String stamp(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis() + "/" + Files.size(file);
    } catch (IOException e) {
      return "gone";
    }
  }

  /** Returns the number of people that the party has now. */
  int people() {
    return tables.values().iterator().next().ids().size();
  }

  /** Returns whether the party has a person in all its views. */
  boolean has(String id) {
    return places.values().stream().allMatch(index -> index.place(id) >= 0);
  }

  HoldingParty.Ids blinded() {
    return blinded;
  }

  /** Returns the names of the classes or groups. */
  List<String> outcomes() {
    return study.task().outcomes(part.model().classes());
  }

  ScoredPeople scored(int people) {
    return new ScoredPeople(study, people, outcomes().size(), part.model().samples());
  }

  /** Returns a party that scores these people. */
  Party scoring(List<String> some) {
    Map<String, Table> few = new LinkedHashMap<>();
    tables.forEach(
        (view, table) -> {
          IdIndex index = places.get(view);
          int[] held = some.stream().mapToInt(index::place).filter(i -> i >= 0).toArray();
          if (held.length > 0) {
            few.put(view, table.at(held));
          }
        });
    return scored(some.size()).party(study.method(), part, few, numbered(some));
  }

  /** Returns the same ids; people whom the party lacks are called by their number. */
  private static List<String> numbered(List<String> some) {
    return IntStream.range(0, some.size())
        .mapToObj(i -> some.get(i).equals(HoldingParty.NOBODY) ? LocalRows.ABSENT + i : some.get(i))
        .toList();
  }
}
