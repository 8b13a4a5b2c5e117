package io.parallax.core;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Who adds to a sum, where not every party does; the others add zeros. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface AddedBy {
  Who value();

  /** Some of the parties. */
  enum Who {
    /** The sum is one party's numbers: masks do not hide them. */
    LABEL_HOLDER(
        "; only the party with the labels adds to this sum, so it is that party's own numbers,"
            + " masked or not"),
    /** With two of them each can take its own numbers away from the sum. */
    ALL_OTHERS(
        "; all but the party with the labels add to this sum, and where these are two, each can"
            + " work out the other's numbers from it");

    private final String means;

    Who(String means) {
      this.means = means;
    }

    /** What that means for who adds, to be told behind what the sum reveals. */
    public String means() {
      return means;
    }
  }
}
