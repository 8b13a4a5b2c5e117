package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Partition;
import io.parallax.study.Study.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The distribution of views and rows over parties. */
public sealed interface Layout {
  /** Returns the names of the views. */
  List<String> views();

  /** Returns the parties that the study names. */
  List<PartyId> parties();

  /** Returns the number of parties; 0: rows are spread by subject, and only the data tells it. */
  default int partyCount() {
    return parties().size();
  }

  /** Returns the disclosures that each party's owner allows. */
  Map<PartyId, Set<String>> allowed();

  /** Returns whether the layout has labels: to learn, or at least to judge groups by. */
  boolean labelled();

  /** Returns the file of a view, the first party's if several hold it; empty: it is generated. */
  Optional<Source> source(String view);

  /** Returns the file of the labels, the first party's if several hold them. */
  Optional<LabelSource> labels();

  /** Returns the columns of a target that is not classes; empty: the study learns no such one. */
  default Optional<TargetColumns> target() {
    return holders().stream().flatMap(holder -> holder.target().stream()).findFirst();
  }

  /** Returns the parties with one view each; none in other layouts. */
  default List<Holder> holders() {
    return List.of();
  }

  /** Returns the name of the party that holds a view; nothing if several do. */
  default String holderName(String view) {
    return holders().stream()
        .filter(holder -> holder.view().equals(view))
        .map(holder -> holder.id().name())
        .findFirst()
        .orElse("");
  }

  /** Returns the parties with people of their own; none in other layouts. */
  default List<Site> sites() {
    return List.of();
  }

  /** Returns the parties whose number of rows, and so their weight, is only their own claim. */
  default List<PartyId> unpinned() {
    return sites().stream().filter(site -> site.rows() == 0).map(Site::id).toList();
  }

  /** Returns whether rows are spread over parties, each of which holds all views. */
  default boolean spreadsRows() {
    return !(this instanceof Vertical);
  }

  /** Returns whether some party lacks a view of its rows. */
  default boolean lacksViews() {
    return sites().stream().anyMatch(site -> site.views().size() < views().size());
  }

  /** Returns whether a party lacks a view of its rows. */
  default boolean lacks(PartyId party, String view) {
    return sites().stream()
        .anyMatch(site -> site.id().equals(party) && site.source(view).isEmpty());
  }

  /** Returns a sentence for every view that a party lacks. */
  default List<String> lacking() {
    return sites().stream()
        .flatMap(
            site ->
                views().stream()
                    .filter(view -> site.source(view).isEmpty())
                    .map(view -> "party %s lacks the view %s".formatted(site.id(), view)))
        .toList();
  }

  /** Parties that hold one view each of the same people; at most one of them holds labels. */
  record Vertical(List<Holder> holders) implements Layout {
    public Vertical {
      holders = List.copyOf(holders);
    }

    @Override
    public List<String> views() {
      return holders.stream().map(Holder::view).toList();
    }

    @Override
    public List<PartyId> parties() {
      return holders.stream().map(Holder::id).toList();
    }

    @Override
    public Map<PartyId, Set<String>> allowed() {
      Map<PartyId, Set<String>> allowed = new LinkedHashMap<>();
      holders.forEach(holder -> allowed.put(holder.id(), holder.allow()));
      return allowed;
    }

    @Override
    public boolean labelled() {
      return holders.stream().anyMatch(Holder::labels);
    }

    @Override
    public Optional<Source> source(String view) {
      return holders.stream()
          .filter(holder -> holder.view().equals(view))
          .flatMap(holder -> holder.data().stream())
          .findFirst();
    }

    @Override
    public Optional<LabelSource> labels() {
      return holders.stream().flatMap(holder -> holder.labelSource().stream()).findFirst();
    }

    /** Returns a party's entry; empty: the study does not name it. */
    public Optional<Holder> holder(PartyId party) {
      return holders.stream().filter(holder -> holder.id().equals(party)).findFirst();
    }
  }

  /** Parties that hold people of their own, in all views or some, and with labels. */
  record Horizontal(List<String> views, List<Site> sites) implements Layout {
    public Horizontal {
      views = List.copyOf(views);
      sites = List.copyOf(sites);
    }

    @Override
    public List<PartyId> parties() {
      return sites.stream().map(Site::id).toList();
    }

    @Override
    public Map<PartyId, Set<String>> allowed() {
      Map<PartyId, Set<String>> allowed = new LinkedHashMap<>();
      sites.forEach(site -> allowed.put(site.id(), site.allow()));
      return allowed;
    }

    @Override
    public boolean labelled() {
      return true;
    }

    @Override
    public Optional<Source> source(String view) {
      return sites.stream().flatMap(site -> site.source(view).stream()).findFirst();
    }

    @Override
    public Optional<LabelSource> labels() {
      return Optional.of(sites.get(0).labels());
    }

    @Override
    public Optional<TargetColumns> target() {
      return sites.get(0).target();
    }

    /** Returns a party's entry; empty: the study does not name it. */
    public Optional<Site> site(PartyId party) {
      return sites.stream().filter(site -> site.id().equals(party)).findFirst();
    }
  }

  /**
   * One labelled data set, the rows of which are spread over made-up parties.
   *
   * @param data each view's file; empty: it is generated
   * @param labels their file; empty: they are generated
   */
  record Pooled(
      Map<String, Optional<Source>> data, Optional<LabelSource> labels, Partition partition)
      implements Layout {
    @Override
    public List<String> views() {
      return List.copyOf(data.keySet());
    }

    /** Returns nobody: the parties are made when the rows are read. */
    @Override
    public List<PartyId> parties() {
      return List.of();
    }

    @Override
    public int partyCount() {
      return partition.parties();
    }

    @Override
    public Map<PartyId, Set<String>> allowed() {
      return Map.of();
    }

    @Override
    public boolean labelled() {
      return true;
    }

    @Override
    public Optional<Source> source(String view) {
      return data.get(view);
    }
  }

  /**
   * A party with one view.
   *
   * @param data its rows; empty: they are generated, or on another machine
   * @param labels whether it holds the labels, or another target
   * @param labelSource their file; empty: it holds none, or they are where the rows are
   * @param allow the disclosures that its owner allows
   * @param target the columns of a target that is not classes; empty: it holds none
   */
  record Holder(
      PartyId id,
      String view,
      Optional<Source> data,
      boolean labels,
      Optional<LabelSource> labelSource,
      Set<String> allow,
      Optional<TargetColumns> target) {

    /** A party without a target other than classes. */
    public Holder(
        PartyId id,
        String view,
        Optional<Source> data,
        boolean labels,
        Optional<LabelSource> labelSource,
        Set<String> allow) {
      this(id, view, data, labels, labelSource, allow, Optional.empty());
    }
  }

  /**
   * A party with people of its own.
   *
   * @param views the rows of each view that it has: files of their own, or columns of one file
   * @param rows its number of rows, and so its weight; 0: the study does not pin it, and it is the
   *     party's own claim
   * @param target the columns of a target that is not classes, whose table is that of the labels
   */
  record Site(
      PartyId id,
      Map<String, Source> views,
      LabelSource labels,
      Set<String> allow,
      int rows,
      Optional<TargetColumns> target) {

    /** A party without a target other than classes. */
    public Site(
        PartyId id, Map<String, Source> views, LabelSource labels, Set<String> allow, int rows) {
      this(id, views, labels, allow, rows, Optional.empty());
    }

    /** Returns the rows of a view; empty: the party lacks it. */
    public Optional<Source> source(String view) {
      return Optional.ofNullable(views.get(view));
    }

    /** Returns the columns that are learnt: of labels one, of another target one or more. */
    public List<LabelSource> learnt() {
      return target
          .map(columns -> columns.all().stream().map(labels::with).toList())
          .orElse(List.of(labels));
    }

    /** Rejects another number of rows than the study pins. */
    public void requireRows(int found) {
      if (rows > 0 && found != rows) {
        throw new BadInput(
            "party %s has another number of rows with all views and a label than the study says (rows: %d); correct the study, or the party's file"
                .formatted(id, rows),
            " (it has " + found + ")");
      }
    }
  }
}
