package io.parallax.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Images in files of bytes: {@code {idx: FILE, part: 1, of: 2}}, and those of CIFAR. */
public abstract sealed class ImageFormat implements RowFormat {
  private final ImageFile.Format format;
  private final List<String> endings;

  private ImageFormat(ImageFile.Format format, List<String> endings) {
    this.format = format;
    this.endings = endings;
  }

  @Override
  public final String name() {
    return format.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public final List<Key> keys() {
    return List.of(
        new Key("part", "which part of every image is taken, from 1", false),
        new Key("of", "into how many parts images are cut, from top to bottom", false));
  }

  @Override
  public final List<String> endings() {
    return endings;
  }

  @Override
  public final RowSource source(Section section) {
    int of = section.number("of", 1);
    return new ImageFile(section.file(), format, of, section.number("part", 1));
  }

  /** Files as MNIST has them. */
  public static final class Idx extends ImageFormat {
    public Idx() {
      super(
          ImageFile.Format.IDX,
          Stream.of("idx", "idx1", "idx3", "idx4")
              .flatMap(kind -> Stream.of("." + kind, "-" + kind))
              .flatMap(kind -> Stream.of(kind, kind + "-ubyte"))
              .toList());
    }
  }

  /** Records of CIFAR-10. */
  public static final class Cifar10 extends ImageFormat {
    public Cifar10() {
      super(ImageFile.Format.CIFAR10, List.of(".bin"));
    }

    /** Returns the source for a CIFAR file of either kind; its bytes decide which. */
    @Override
    public Optional<RowSource> named(String text, Map<String, String> settings) {
      return ends(text) ? Optional.of(ImageFile.cifar(Path.of(text))) : Optional.empty();
    }
  }

  /** Records of CIFAR-100. */
  public static final class Cifar100 extends ImageFormat {
    public Cifar100() {
      super(ImageFile.Format.CIFAR100, List.of(".bin"));
    }
  }
}
