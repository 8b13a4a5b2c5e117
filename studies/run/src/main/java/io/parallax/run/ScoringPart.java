package io.parallax.run;

import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Presence;
import io.parallax.core.Roster;
import io.parallax.core.Shape;
import io.parallax.core.View;
import io.parallax.data.Blank;
import io.parallax.data.PreparedRows;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import io.parallax.math.Features;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelPart;
import io.parallax.study.model.NewRows;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One party's part of a model, with the rows that it scores.
 *
 * @param model the description that all parties have
 */
public record ScoringPart(Model model, ModelPart part) {
  /** Reads the rows of each view that the part takes. */
  public Map<String, Table> read(Map<String, NewRows> files) {
    Map<String, Table> tables = new LinkedHashMap<>();
    for (ModelPart.Input input : part.views()) {
      if (files.containsKey(input.view())) {
        tables.put(input.view(), files.get(input.view()).table(input).under(input.missing()));
      }
    }
    return tables;
  }

  /** Takes sequences as in training: long enough, or what describes them. */
  public Map<String, Table> taken(Map<String, Table> tables, Consumer<String> notes) {
    Map<String, Table> taken = new LinkedHashMap<>();
    for (ModelPart.Input input : part.views()) {
      Steps steps = input.steps().orElse(Steps.NONE);
      if (tables.containsKey(input.view())) {
        taken.put(input.view(), steps.taken(input.view(), tables.get(input.view()), notes));
      }
    }
    return taken;
  }

  /** Returns the views with these rows to score, in this order. */
  public List<View> views(Map<String, Table> tables, List<String> ids, int classes) {
    List<View> views = new ArrayList<>();
    for (ModelPart.Input input : part.views()) {
      Table rows = rows(input, tables.get(input.view()), ids);
      views.add(
          View.toPredict(
                  id(),
                  input.view(),
                  PreparedRows.columns(rows.columns(), input.scaler().filling(), input.blank()),
                  Features.of(input.prepare(rows)),
                  classes,
                  input.layout())
              .withPresence(presence(rows, classes)));
    }
    return views;
  }

  /**
   * @param table of the rows that there are; null: there are none
   */
  private Table rows(ModelPart.Input input, Table table, List<String> ids) {
    if (table == null) {
      List<String> columns =
          input.layout().map(Shape::names).orElseGet(() -> input.plain().features());
      return Table.blank("view " + input.view(), ids, columns, input.layout());
    }
    return partial() ? table.spreadOver(ids) : table.rowsFor(ids);
  }

  private Optional<Presence> presence(Table rows, int classes) {
    BitSet held = new BitSet();
    held.set(0, rows.ids().size());
    held.andNot(rows.blank());
    return partial() ? Optional.of(Presence.ofNew(held, classes)) : Optional.empty();
  }

  /** Returns whether its party may lack rows. */
  boolean partial() {
    return part.views().stream().anyMatch(input -> input.blank() != Blank.NONE);
  }

  /** Returns a party that has this part of the model. */
  public <C extends Record> Party party(
      Method<C, ?> method, C config, List<View> views, Roster roster) {
    Party party = method.party(config, views, roster);
    party.adopt(part.matrices());
    return party;
  }

  public PartyId id() {
    return PartyId.of(part.party());
  }
}
