package io.parallax.experiments;

import io.parallax.core.Images;
import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.View;
import io.parallax.data.ImageFile;
import io.parallax.data.LabelColumn;
import io.parallax.data.Table;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Images with labels, from which views are cut for one party each. */
final class ImageSet {
  private final Images shape;
  private final Part train;
  private final Part test;
  private final int classes;

  /** Images and the codes of their classes. */
  private record Part(Matrix rows, int[] codes) {}

  /**
   * The files of a data set.
   *
   * @param format idx, cifar10 or cifar100
   */
  record Source(String folder, String format) {}

  /**
   * Some rows cut into views, the active party's first.
   *
   * @param truth of the rows that are held out: first those to choose by, then those to judge by
   * @param validation how many are to choose by
   */
  record Cut(List<View> views, int classes, int[] truth, int validation) {}

  static ImageSet read(Path folder, ImageFile.Format format) {
    return format == ImageFile.Format.IDX
        ? new ImageSet(
            folder.resolve("train-images-idx3-ubyte.gz"),
            folder.resolve("train-labels-idx1-ubyte.gz"),
            folder.resolve("t10k-images-idx3-ubyte.gz"),
            folder.resolve("t10k-labels-idx1-ubyte.gz"),
            format)
        : new ImageSet(
            folder.resolve("train.bin.gz"),
            folder.resolve("train.bin.gz"),
            folder.resolve("test.bin.gz"),
            folder.resolve("test.bin.gz"),
            format);
  }

  private ImageSet(
      Path images, Path labels, Path testImages, Path testLabels, ImageFile.Format format) {
    Table rows = ImageFile.whole(images, format).table();
    LabelColumn codes = ImageFile.whole(labels, format).labels();
    LabelColumn others = ImageFile.whole(testLabels, format).labels();
    shape = rows.images().orElseThrow();
    classes = codes.classes().size();
    train = new Part(rows.values(), codes.codes());
    test = new Part(ImageFile.whole(testImages, format).table().values(), others.codes());
  }

  /**
   * Cuts images into views and draws rows.
   *
   * @param parts m of the paper's setting m-i
   * @param active i, from 1
   * @param count training rows; 0: all that are not for validation
   * @param validation rows of the training set to choose by
   * @param judged test rows; 0: all
   */
  Cut cut(int parts, int active, int count, int validation, int judged, Rng rng) {
    int[] order = rng.permutation(train.codes().length);
    int[] choose = Arrays.copyOf(order, validation);
    int from = validation;
    int to = count == 0 ? order.length : Math.min(order.length, from + count);
    int[] learn = Arrays.copyOfRange(order, from, to);
    int[] judge = IntStream.range(0, judged == 0 ? test.codes().length : judged).toArray();
    List<View> views = new ArrayList<>();
    views.add(view(parts, active, learn, choose, judge, true));
    for (int part = 1; part <= parts; part++) {
      if (part != active) {
        views.add(view(parts, part, learn, choose, judge, false));
      }
    }
    int[] truth =
        IntStream.concat(
                IntStream.of(choose).map(row -> train.codes()[row]),
                IntStream.of(judge).map(row -> test.codes()[row]))
            .toArray();
    return new Cut(views, classes, truth, validation);
  }

  private View view(int parts, int part, int[] learn, int[] choose, int[] judge, boolean active) {
    int[] columns = shape.columnsOf(part, parts);
    Matrix rows = train.rows().selectRows(learn).selectColumns(columns);
    Matrix held =
        Matrix.stackRows(List.of(train.rows().selectRows(choose), test.rows().selectRows(judge)))
            .selectColumns(columns);
    int[] codes = IntStream.of(learn).map(row -> train.codes()[row]).toArray();
    return View.of(
        PartyId.of("part-" + part),
        "part-" + part,
        shape.part(parts),
        Features.of(rows),
        Optional.of(Features.of(held)),
        active ? Optional.of(new Labels(codes, classes)) : Optional.empty());
  }
}
