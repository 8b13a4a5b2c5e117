package io.parallax.study.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.BadInput;
import java.util.List;

/**
 * The target of a model that does not predict classes.
 *
 * @param kind number, count or time
 * @param dispersion the residual variance of numbers, 1 of counts and times; null where standard
 *     errors do not apply, because a penalty draws coefficients to 0 or none were computed
 * @param freedom the degrees of freedom of the dispersion; null where it is not estimated
 * @param times at which survival is judged if no others are named; none without times
 * @param cuts risks that part the training rows into thirds; none without times
 * @param strata the names of the strata, in the order of the hazards; none without strata
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelTarget(
    String kind,
    Double dispersion,
    Integer freedom,
    double[] times,
    double[] cuts,
    List<String> strata) {
  public ModelTarget {
    times = times == null ? new double[0] : times;
    cuts = cuts == null ? new double[0] : cuts;
    strata = strata == null ? List.of() : List.copyOf(strata); // of an earlier version
  }

  /**
   * Returns the place of each row's stratum among those of the model.
   *
   * @param names of the rows' strata
   */
  public int[] places(List<String> names) {
    return names.stream()
        .mapToInt(
            name -> {
              int place = strata.indexOf(name);
              if (place < 0) {
                throw new BadInput(
                    "a stratum of the rows is none of the %d that the model was trained on; strata must be among them; remove other rows, or rename the strata"
                        .formatted(strata.size()));
              }
              return place;
            })
        .toArray();
  }
}
