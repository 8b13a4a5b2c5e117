package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.study.Study;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import org.junit.jupiter.api.Test;

/**
 * One party's scores from two sums: of held-out rows without it, and of the same rows when a model
 * of all rows is trained on them, by whoever sees sums and knows the labels. This is what
 * leave-one-out by rows tells more if a study has such a model; without one there is no other sum.
 */
class LeftOutDifferenceTest {
  private static final double ETA = 16;

  /** Returns the correlation of two matrices' numbers. */
  private static double correlation(Matrix a, Matrix b) {
    Matrix x = centred(a);
    Matrix y = centred(b);
    return x.dot(y) / Math.sqrt(x.dot(x) * y.dot(y));
  }

  private static Matrix centred(Matrix m) {
    double mean = 0;
    for (double value : m.toArray()) {
      mean += value / m.toArray().length;
    }
    double middle = mean;
    return m.map(value -> value - middle);
  }

  @Test
  void sumsOfTheSameRowsWithAndWithoutAPartyTellItsScores() {
    Study study = HeardSums.study("pix", "fou", "mor", "kar");
    StudyData data = StudyReader.load(study);
    Split split = new StudySplits(data).all().get(0);
    int[] rows = split.test();
    HeardSums heldOut = HeardSums.of(data, study.method(), split, 1, "n × C");
    HeardSums model = HeardSums.of(data, study.method(), data.everything(), 0, "N × C");
    Matrix labels = new Labels(data.codes(), data.classes().size()).oneHot();
    Matrix known = model.sum(null).plusScaled(-ETA, labels).selectRows(rows);
    for (String name : new String[] {"fou", "mor", "kar"}) {
      PartyId party = PartyId.of(name);
      Matrix own = heldOut.last().get(party);
      double told = correlation(known.minus(heldOut.sum(party)), own);
      double control = correlation(known.minus(heldOut.sum(null)), own);
      System.out.printf("%s: with and without it %.2f, with it twice %.2f%n", name, told, control);
      assertThat(told).as("declared in docs/privacy.md").isGreaterThan(0.5);
      assertThat(Math.abs(control)).as("control: nobody is left out").isLessThan(0.4);
    }
  }
}
