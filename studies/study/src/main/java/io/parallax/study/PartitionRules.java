package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.ImageFile;
import io.parallax.data.Steps;
import io.parallax.study.Layout.Holder;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Partition;
import io.parallax.study.Study.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of one data set that is cut into parties, whether a file or a program describes it. */
public final class PartitionRules {
  /** The number of parties, if none is given. */
  public static final int PARTIES = 4;

  /** The alpha of the Dirichlet distribution, if none is given. */
  public static final double ALPHA = 0.5;

  private PartitionRules() {}

  /**
   * Rejects a key that excludes another, or lacks one.
   *
   * @param key views, partition or data
   * @param given the keys of the study
   */
  public static void requireFit(String key, Set<String> given) {
    boolean cut = given.contains("partition");
    boolean data = given.contains("data");
    if (key.equals("views") && data) {
      throw new BadInput("views are for parties with files of their own; remove 'data'");
    }
    if (key.equals("partition") && given.contains("parties")) {
      throw new BadInput("partition makes the parties; remove 'parties'");
    }
    if (key.equals("partition") && !data) {
      throw new BadInput("partition needs 'data' to cut: {views: {…}, labels: {…}}");
    }
    if (key.equals("data") && !cut) {
      throw new BadInput("data with views needs a 'partition' that cuts it into parties");
    }
  }

  /** Returns the alpha of the Dirichlet distribution. */
  public static double alpha(double alpha) {
    if (!(alpha > 0)) {
      throw new BadInput("partition.alpha is " + alpha + " and must be above 0");
    }
    return alpha;
  }

  /**
   * Returns the parties that train with wrong labels.
   *
   * @param parties the number of all parties; 0: the data will tell
   */
  public static Partition.Spoilt spoilt(int some, boolean turned, int parties) {
    StudyRules.atLeast("partition.spoilt.parties", some, 0);
    if (parties > 0 && some >= parties) {
      throw new BadInput(
          "partition.spoilt.parties is %d of %d; at least one party keeps its labels"
              .formatted(some, parties));
    }
    return new Partition.Spoilt(some, turned);
  }

  /** Rejects data without a view. */
  public static void requireViews(Set<String> views) {
    if (views.isEmpty()) {
      throw new BadInput("data.views is empty; name at least one view");
    }
  }

  /** Returns a party for each view, of the same name; the first one holds the labels. */
  public static List<Holder> holders(
      Map<String, Optional<Source>> views, Optional<LabelSource> labels) {
    List<Holder> holders = new ArrayList<>();
    views.forEach(
        (view, source) -> {
          boolean first = holders.isEmpty();
          holders.add(
              new Holder(
                  PartyId.of(view),
                  view,
                  source,
                  first,
                  first ? labels : Optional.empty(),
                  Set.of()));
        });
    return holders;
  }

  /** Returns the images that are cut into parts. */
  public static ImageFile images(List<Source> views) {
    if (views.size() != 1 || !(views.get(0).rows() instanceof ImageFile image)) {
      throw new BadInput("parts cuts images; data.views must be one view of images");
    }
    return image;
  }

  /**
   * Returns the part that holds the labels.
   *
   * @param parts the number of parts
   */
  public static int active(int active, int parts) {
    if (StudyRules.atLeast("partition.active", active, 1) > parts) {
      throw new BadInput("partition.active is " + active + " of " + parts + " parts");
    }
    return active;
  }

  /** Returns a party for each part of the images, from top to bottom. */
  public static List<Holder> parts(ImageFile image, LabelSource labels, int parts, int active) {
    List<Holder> holders = new ArrayList<>();
    for (int part = 1; part <= parts; part++) {
      ImageFile own = new ImageFile(image.file(), image.format(), parts, part);
      holders.add(
          new Holder(
              PartyId.of("part-" + part),
              "part-" + part,
              Optional.of(Source.of(own, Steps.NONE)),
              part == active,
              part == active ? Optional.of(labels) : Optional.empty(),
              Set.of()));
    }
    return holders;
  }
}
