package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Shown;
import io.parallax.data.CsvText;
import io.parallax.data.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes entries of a ledger for other programs, oldest first, after it has checked the chain. */
public final class LedgerExport {
  private static final List<String> COLUMNS =
      List.of(
          "number",
          "time",
          "study",
          "part",
          "exchange",
          "message",
          "to",
          "shape",
          "bytes",
          "protection",
          "sha256",
          "text",
          "epsilon",
          "verdicts",
          "name",
          "kind");

  private LedgerExport() {}

  /** A way to write entries. */
  public enum Format {
    CSV,
    JSON;

    /** Returns the format of this name. */
    public static Format of(String word) {
      return Arrays.stream(values())
          .filter(format -> format.word().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new BadInput(
                      "the format is '%s'; it must be csv or json".formatted(Shown.text(word))));
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static String text(LedgerStudies studies, Path ledger, LedgerFilter filter, Format format) {
    StringWriter text = new StringWriter();
    write(studies, ledger, filter, format, text);
    return text.toString();
  }

  /** Writes the chosen entries of the volumes that are there. */
  public static void write(PartyConfig party, LedgerFilter filter, Format format, Writer to) {
    Path ledger = Node.Setup.ledger(party.state());
    write(LedgerStudies.of(party), ledger, filter, format, to);
  }

  private static void write(
      LedgerStudies studies, Path ledger, LedgerFilter filter, Format format, Writer to) {
    try {
      if (format == Format.CSV) {
        csv(studies, ledger, filter, to);
      } else {
        json(studies, ledger, filter, to);
      }
      to.flush();
    } catch (UncheckedIOException | IOException e) {
      throw BadInput.quoting("the ledger cannot be exported; check the disk", e);
    }
  }

  private static void csv(LedgerStudies studies, Path ledger, LedgerFilter filter, Writer to) {
    CsvText csv = CsvText.forPeople(to, COLUMNS);
    Ledger.walk(
        ledger,
        e -> {
          if (filter.takes(e)) {
            csv.row(
                e.number(),
                e.time(),
                e.study(),
                e.part(),
                e.exchange(),
                e.message(),
                e.to(),
                e.shape(),
                e.bytes(),
                e.protection(),
                e.sha256(),
                e.text(),
                e.epsilon() == 0 ? null : e.epsilon(),
                e.verdicts() == 0 ? null : e.verdicts(),
                studies.name(e.study()),
                LedgerKind.of(e).word());
          }
        },
        chain -> {});
    csv.flush();
  }

  private static void json(LedgerStudies studies, Path ledger, LedgerFilter filter, Writer to)
      throws IOException {
    to.write("[");
    boolean[] some = {false};
    Ledger.walk(
        ledger,
        entry -> {
          if (filter.takes(entry)) {
            put(to, (some[0] ? ",\n" : "\n") + line(studies, entry));
            some[0] = true;
          }
        },
        chain -> {});
    to.write("\n]\n");
  }

  private static String line(LedgerStudies studies, LedgerEntry entry) {
    Map<String, Object> fields = new LinkedHashMap<>(entry.fields());
    fields.put("name", studies.name(entry.study()));
    fields.put("kind", LedgerKind.of(entry).word());
    try {
      return Json.MAPPER.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(Writer to, String text) {
    try {
      to.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
