package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the parties that add to a sum if not all of them do; the others add zeros. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface AddedBy {
  Who value();

  /** A subset of the parties. */
  enum Who {
    /** Only the label holder adds: the sum is one party's numbers, and masks do not hide them. */
    LABEL_HOLDER(
        "; only the party with the labels adds to this sum, so it is that party's own numbers,"
            + " masked or not"),
    /** Every party with labels adds; if these are at one party, the sum is its numbers. */
    LABEL_HOLDERS(
        "; only parties with labels add to this sum, and where one party has them all, it is that"
            + " party's own numbers, masked or not"),
    /** All others add: if these are two, each can subtract its own numbers from the sum. */
    ALL_OTHERS(
        "; all but the party with the labels add to this sum, and where these are two, each can"
            + " work out the other's numbers from it");

    private final String means;

    Who(String means) {
      this.means = means;
    }

    /** Returns a sentence on who adds, which is shown after the text of what the sum reveals. */
    public String means() {
      return means;
    }
  }
}
