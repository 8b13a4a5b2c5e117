package foreign;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/** A class for attacks by Java objects: it runs code while it is read. */
public final class Loot implements Serializable, Comparable<Loot> {
  private static final long serialVersionUID = 1;
  private final String file;

  /**
   * @param file is written when the object is read
   */
  public Loot(Path file) {
    this.file = file.toString();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    Files.writeString(Path.of(file), "code of a foreign class has run");
  }

  @Override
  public int compareTo(Loot other) {
    return file.compareTo(other.file);
  }
}
