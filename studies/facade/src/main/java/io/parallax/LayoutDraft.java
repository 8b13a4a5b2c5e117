package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Suggestion;
import io.parallax.study.Layout;
import io.parallax.study.Layout.Holder;
import io.parallax.study.Layout.Site;
import io.parallax.study.PartitionRules;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Source;
import io.parallax.study.StudyRules;
import io.parallax.study.TargetSource;
import io.parallax.study.Task;
import io.parallax.study.yaml.Yaml;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parties and rows of a study that is being built. */
final class LayoutDraft {
  private final Map<String, Held> parties = new LinkedHashMap<>();
  private final Map<String, Own> sites = new LinkedHashMap<>();
  private final Map<String, Labels> labels = new LinkedHashMap<>();
  private final Map<String, Target> targets = new LinkedHashMap<>();
  private final Map<String, List<String>> allowed = new HashMap<>();
  final PoolDraft pool = new PoolDraft();
  private List<String> views = List.of();

  /** The view of a party. */
  private record Held(String view, Rows rows) {}

  /** The people of a site, with their labels or target. */
  private record Own(Map<String, Rows> views, Optional<Labels> labels, Optional<Target> target) {}

  void party(String party, String view, Rows rows) {
    once(parties.put(party, new Held(view, rows)), party);
  }

  void labels(String party, Labels own) {
    labels.put(party, own);
  }

  void target(String party, Target own) {
    targets.put(party, own);
  }

  /** Returns the kind of the first target; empty: no party has one. */
  Optional<Task.Values.Kind> kind() {
    return Stream.concat(
            targets.values().stream(), sites.values().stream().flatMap(s -> s.target().stream()))
        .map(target -> target.source().columns().kind())
        .findFirst();
  }

  void views(List<String> names) {
    views = names;
  }

  void site(String party, Map<String, Rows> rows, Labels own) {
    once(sites.put(party, new Own(rows, Optional.of(own), Optional.empty())), party);
  }

  void site(String party, Map<String, Rows> rows, Target own) {
    once(sites.put(party, new Own(rows, Optional.empty(), Optional.of(own))), party);
  }

  void allow(String party, List<String> disclosures) {
    allowed.put(party, disclosures);
  }

  private static void once(Object before, String party) {
    if (before != null) {
      throw new BadInput("parties." + party + " is given twice");
    }
  }

  /**
   * Returns the layout.
   *
   * @param learns whether labels are needed, not only of use
   * @param disclosures those that an owner may allow
   */
  Layout layout(boolean learns, Set<String> disclosures) {
    Set<String> keys = keys();
    for (String key : List.of("views", "partition", "data")) {
      if (keys.contains(key)) {
        PartitionRules.requireFit(key, keys);
      }
    }
    if (!parties.isEmpty() && !(sites.isEmpty() && views.isEmpty())) {
      throw new BadInput(
          "the study has parties with one view each and sites with people of their own; it must"
              + " have one of them; use either party and labels, or views and site");
    }
    Set<String> known = parties.isEmpty() ? sites.keySet() : parties.keySet();
    requireKnown("allow", allowed.keySet(), known);
    requireKnown("labels", labels.keySet(), parties.keySet());
    requireKnown("target", targets.keySet(), parties.keySet());
    if (keys.contains("partition")) {
      return pool.layout();
    }
    if (parties.isEmpty() && !(sites.isEmpty() && views.isEmpty())) {
      return new Layout.Horizontal(requireViews(), StudyRules.sites(sites(disclosures)));
    }
    return new Layout.Vertical(StudyRules.holders(holders(disclosures), learns));
  }

  /** Returns the keys of a study file that would say the same. */
  private Set<String> keys() {
    Set<String> keys = new HashSet<>();
    if (!views.isEmpty()) {
      keys.add("views");
    }
    if (!parties.isEmpty() || !sites.isEmpty()) {
      keys.add("parties");
    }
    pool.addKeys(keys);
    return keys;
  }

  private static void requireKnown(String key, Set<String> named, Set<String> known) {
    for (String party : named) {
      if (!known.contains(party)) {
        throw new BadInput(
            "%s names party '%s', which the study does not have%s"
                .formatted(key, party, Suggestion.hint(party, known)));
      }
    }
  }

  private List<String> requireViews() {
    if (views.isEmpty() || Set.copyOf(views).size() < views.size()) {
      throw new BadInput("views must name at least one, and none twice");
    }
    return views;
  }

  private List<Holder> holders(Set<String> disclosures) {
    List<Holder> holders = new ArrayList<>();
    Set<String> held = new HashSet<>();
    parties.forEach(
        (party, own) -> {
          StudyRules.addView(held, own.view());
          holders.add(holder(party, own, disclosures));
        });
    return holders;
  }

  private Holder holder(String party, Held own, Set<String> disclosures) {
    Optional<Labels> known = Optional.ofNullable(labels.get(party));
    Optional<TargetSource> target =
        Optional.ofNullable(targets.get(party)).map(one -> called(one, party));
    if (known.isPresent() && target.isPresent()) {
      throw new BadInput(
          "parties.%s.target stands beside labels; a study learns one of them; remove the other"
              .formatted(party));
    }
    return new Holder(
        PartyId.of(party),
        own.view(),
        Optional.of(own.rows().called("the rows of party " + party)),
        known.isPresent() || target.isPresent(),
        target.map(TargetSource::rows).or(() -> known.map(one -> called(one, party))),
        allow(party, disclosures),
        target.map(TargetSource::columns));
  }

  private static LabelSource called(Labels labels, String party) {
    return labels.called("the labels of party " + party);
  }

  private static TargetSource called(Target target, String party) {
    return target.called("the target of party " + party);
  }

  private List<Site> sites(Set<String> disclosures) {
    List<Site> all = new ArrayList<>();
    sites.forEach(
        (party, own) -> {
          Optional<TargetSource> target = own.target().map(one -> called(one, party));
          all.add(
              new Site(
                  PartyId.of(party),
                  rows(party, own.views()),
                  target
                      .map(TargetSource::rows)
                      .or(() -> own.labels().map(one -> called(one, party)))
                      .orElseThrow(),
                  allow(party, disclosures),
                  0,
                  target.map(TargetSource::columns)));
        });
    return all;
  }

  /** Returns a site's rows in the order of the study's views. */
  private Map<String, Source> rows(String party, Map<String, Rows> own) {
    for (String view : own.keySet()) {
      if (!views.contains(view)) {
        throw new BadInput(
            "unknown key 'parties.%s.data.%s'%s"
                .formatted(party, view, Suggestion.among(view, views)));
      }
    }
    Map<String, Source> inOrder = new LinkedHashMap<>();
    for (String view : views) {
      if (!own.containsKey(view)) {
        throw new BadInput("parties.%s.data has no '%s'; it needs one".formatted(party, view));
      }
      String called = "the rows of party %s in view %s".formatted(party, view);
      inOrder.put(view, own.get(view).called(called));
    }
    return inOrder;
  }

  private Set<String> allow(String party, Set<String> disclosures) {
    return allowed.getOrDefault(party, List.of()).stream()
        .map(one -> Yaml.of("parties." + party + ".allow", one).oneOf(List.copyOf(disclosures)))
        .collect(Collectors.toSet());
  }
}
