package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.data.ImageFile.Format;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFileTest {
  @TempDir private Path folder;

  /** Two images of 3 × 2 points. */
  private static final byte[] IDX = {
    0,
    0,
    8,
    3,
    0,
    0,
    0,
    2,
    0,
    0,
    0,
    3,
    0,
    0,
    0,
    2,
    0,
    51,
    102,
    (byte) 153,
    (byte) 204,
    (byte) 255,
    1,
    2,
    3,
    4,
    5,
    6
  };

  @Test
  void pointsAreFromZeroToOne() throws IOException {
    Table table = ImageFile.whole(file(IDX), Format.IDX).table();
    assertThat(table.images()).contains(new Images(1, 3, 2));
    assertThat(table.ids()).containsExactly("0", "1");
    assertThat(table.values().row(0)).containsExactly(0, 0.2, 0.4, 0.6, 0.8, 1);
    assertThat(table.numbered()).isTrue();
  }

  @Test
  void aPartHasItsOwnRowsOnly() throws IOException {
    Table table = new ImageFile(file(IDX), Format.IDX, 3, 2).table();
    assertThat(table.images()).contains(new Images(1, 1, 2));
    assertThat(table.values().row(1)).containsExactly(3 / 255.0, 4 / 255.0);
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    Table table = ImageFile.whole(file(IDX), Format.IDX).table();
    Path copy = folder.resolve("copy.idx");
    ImageFile.write(table, new int[] {1}, copy);
    Table again = ImageFile.whole(copy, Format.IDX).table();
    assertThat(again.values()).isEqualTo(table.at(new int[] {1}).values());
    assertThat(again.shape()).isEqualTo(table.shape());
  }

  @Test
  void labelsAreBytes() throws IOException {
    byte[] labels = {0, 0, 8, 1, 0, 0, 0, 3, 7, 2, 7};
    LabelColumn read = ImageFile.whole(file(labels), Format.IDX).labels();
    assertThat(read.classes()).containsExactly("2", "7");
    assertThat(read.codes()).containsExactly(1, 0, 1);
  }

  @Test
  void cifarRecordsHaveTheirLabelsInFront() throws IOException {
    byte[] record = new byte[2 * 3074];
    record[1] = 42;
    record[2] = (byte) 255;
    record[3075] = 7;
    Path file = file(record);
    assertThat(ImageFile.whole(file, Format.CIFAR100).labels().classes())
        .containsExactly("7", "42");
    Table table = ImageFile.whole(file, Format.CIFAR100).table();
    assertThat(table.images()).contains(new Images(3, 32, 32));
    assertThat(table.values().get(0, 0)).isEqualTo(1);
  }

  /** Whatever the file and its folders are called. */
  @Test
  void theBytesTellWhichCifarItIs() throws IOException {
    byte[] hundred = new byte[5 * 3074];
    hundred[1] = 42;
    assertThat(ImageFile.cifar(file(hundred)).format()).isEqualTo(Format.CIFAR100);
    Path ten = Files.createDirectories(folder.resolve("run-100")).resolve("batch.bin");
    Files.write(ten, new byte[5 * 3073]);
    assertThat(ImageFile.cifar(ten).format()).isEqualTo(Format.CIFAR10);
    byte[] wrong = new byte[3073];
    wrong[0] = 10;
    assertThatThrownBy(() -> ImageFile.cifar(file(wrong)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("it holds no CIFAR records");
    assertThatThrownBy(() -> ImageFile.cifar(file(new byte[3073 * 3074])))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("as CIFAR-10 and as CIFAR-100");
  }

  @Test
  void aColourImageSurvivesWriting() throws IOException {
    byte[] record = new byte[3073];
    Arrays.fill(record, 1025, 2049, (byte) 9);
    Table table = new ImageFile(file(record), Format.CIFAR10, 2, 1).table();
    Path copy = folder.resolve("copy.idx");
    ImageFile.write(table, new int[] {0}, copy);
    assertThat(ImageFile.whole(copy, Format.IDX).table().values()).isEqualTo(table.values());
  }

  @Test
  void aTruncatedFileIsRefusedByName() throws IOException {
    for (int length : new int[] {3, 9, 17, IDX.length - 1}) {
      Path file = file(Arrays.copyOf(IDX, length));
      assertThatThrownBy(() -> ImageFile.whole(file, Format.IDX).table())
          .isInstanceOf(BadInput.class)
          .hasMessageContaining(file.toString());
    }
    assertThatThrownBy(() -> ImageFile.whole(file(Arrays.copyOf(IDX, 20)), Format.IDX).table())
        .hasMessageContaining("cut off")
        .hasMessageContaining("should hold 12 bytes behind its header, and has 4");
    assertThatThrownBy(() -> ImageFile.whole(file(new byte[3072]), Format.CIFAR10).table())
        .hasMessageContaining("not a whole number of records of 3073");
  }

  @Test
  void imagesAreNoLabelsAndLabelsNoImages() throws IOException {
    assertThatThrownBy(() -> ImageFile.whole(file(IDX), Format.IDX).labels())
        .hasMessageContaining("holds images, not labels");
    byte[] labels = {0, 0, 8, 1, 0, 0, 0, 1, 7};
    assertThatThrownBy(() -> ImageFile.whole(file(labels), Format.IDX).table())
        .hasMessageContaining(
            "the file holds labels, not images; name the file of images (1 labels)");
  }

  @Test
  void aFileOfAnotherKindIsRefused() throws IOException {
    assertThatThrownBy(() -> ImageFile.whole(file("a,b\n1,2\n".getBytes()), Format.IDX).table())
        .hasMessageContaining("no IDX file");
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("images-" + bytes.length), bytes);
  }

  /** 3188 × 4782 × 2233 × 541879991 is 1832 and a multiple of 2^64. */
  @Test
  void sizesWhoseProductOverflowsAreRefused() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(20 + 1832);
    bytes.putShort((short) 0).put((byte) 8).put((byte) 4);
    bytes.putInt(3188).putInt(4782).putInt(2233).putInt(541879991);
    Path file = file(bytes.array());
    assertThatThrownBy(() -> ImageFile.whole(file, Format.IDX).table())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cut off or too long");
  }
}
