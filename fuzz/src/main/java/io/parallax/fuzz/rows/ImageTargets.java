package io.parallax.fuzz.rows;

import io.parallax.data.ImageFile;
import io.parallax.data.RowSource;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Images in files of bytes. */
public final class ImageTargets {
  private ImageTargets() {}

  /** As MNIST has them. */
  public static final class Idx extends RowsTarget {
    public Idx() {
      super("idx", ".idx");
    }

    @Override
    public List<byte[]> seeds() {
      return List.of(file(3), file(2, 2, 3), file(2, 3, 2, 2), Seeds.gzip(file(4)));
    }

    private static byte[] file(int... sizes) {
      int bytes = 1;
      for (int size : sizes) {
        bytes *= size;
      }
      ByteBuffer file = ByteBuffer.allocate(4 + 4 * sizes.length + bytes);
      file.putShort((short) 0).put((byte) 8).put((byte) sizes.length);
      for (int size : sizes) {
        file.putInt(size);
      }
      return file.array();
    }
  }

  /** As CIFAR has them, of either kind, whole and in parts. */
  public static final class Cifar extends RowsTarget {
    private static final int IMAGE = 3 * 32 * 32;

    public Cifar() {
      super("cifar", ".bin");
    }

    @Override
    RowSource source(String file) {
      ImageFile found = ImageFile.cifar(Path.of(file));
      return new ImageFile(found.file(), found.format(), 4, 2);
    }

    @Override
    public List<byte[]> seeds() {
      byte[] hundred = new byte[2 + IMAGE];
      hundred[0] = 19;
      hundred[1] = 99;
      return List.of(new byte[1 + IMAGE], hundred, Seeds.gzip(new byte[2 * (1 + IMAGE)]));
    }

    @Override
    public int longest() {
      return 2 * (2 + IMAGE);
    }
  }
}
