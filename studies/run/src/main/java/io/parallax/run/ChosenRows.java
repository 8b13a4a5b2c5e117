package io.parallax.run;

import io.parallax.core.PartyId;
import io.parallax.privacy.RowChoice;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.rows.HeldRows;
import java.util.BitSet;
import java.util.List;

/** The rows of a study between machines whose parties may lack some. */
public final class ChosenRows implements RowChoice {
  private final Study study;
  private int thin;
  private int complete;
  private int own;

  public ChosenRows(Study study) {
    this.study = study;
  }

  @Override
  public PartyId labels() {
    return study.layout().holders().stream()
        .filter(Layout.Holder::labels)
        .map(Layout.Holder::id)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public Rows choose(int rows, List<BitSet> held) {
    List<PartyId> names = study.members().stream().sorted().toList();
    HeldRows found = HeldRows.of(rows, held, names.indexOf(labels()), HeldRows.Need.of(study));
    thin = found.thin();
    complete = found.complete();
    own = held.get(names.indexOf(labels())).cardinality();
    return new Rows(found.used(), found.views());
  }

  /** Returns the number of rows that are left out because of masks. */
  public int thin() {
    return thin;
  }

  /** Returns the number of rows that all parties have. */
  public int complete() {
    return complete;
  }

  /** Returns the number of the label holder's labels of which its view has a row. */
  public int own() {
    return own;
  }
}
