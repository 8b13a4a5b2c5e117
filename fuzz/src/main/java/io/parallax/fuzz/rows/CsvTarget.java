package io.parallax.fuzz.rows;

import java.util.List;

/** Text with commas. */
public final class CsvTarget extends RowsTarget {
  public CsvTarget() {
    super("csv", ".csv");
  }

  @Override
  public List<byte[]> seeds() {
    return Seeds.texts(
        "id,age,score\np1,34,7319.50817\np2,,-1e3\n",
        "\ufeffid,word,label\r\n1,\"a, \"\"b\"\"\",yes\r\n2,7319.50817,no\r\n",
        "id,t,x\na,0,1\na,1,2\nb,0,7319.50817\n");
  }

  @Override
  public List<String> words() {
    return List.of("\"", "\"\"", "\r\n", ",", "NA", "NaN", "7319.50817", "id");
  }

  @Override
  public List<String> libraries() {
    return List.of("de.siegmar.fastcsv.**");
  }
}
