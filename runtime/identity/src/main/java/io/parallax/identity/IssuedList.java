package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The certificates that an authority has signed, in its file issued.csv. */
final class IssuedList {
  private static final String HEADER = "serial,role,name,fingerprint,validUntil,validFrom,hosts\n";
  private static final int OLD = 5; // the columns of files that know neither begin nor hosts
  private final Path file;

  IssuedList(Path file) {
    this.file = file;
  }

  /**
   * A certificate.
   *
   * @param begin empty if the file is older than this column
   * @param hosts empty if the file is older than this column
   */
  record Issued(
      String serial,
      String role,
      String name,
      String fingerprint,
      Instant end,
      Optional<Instant> begin,
      Optional<List<String>> hosts) {}

  void make() {
    DurableFile.replace(file, HEADER.getBytes(StandardCharsets.UTF_8));
  }

  List<Issued> all() {
    return text()
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .filter(cells -> cells.length >= OLD)
        .map(IssuedList::read)
        .toList();
  }

  private static Issued read(String[] cells) {
    boolean whole = cells.length > OLD + 1;
    return new Issued(
        cells[0],
        cells[1],
        cells[2],
        cells[3],
        Instant.parse(cells[4]),
        whole ? Optional.of(Instant.parse(cells[5])) : Optional.empty(),
        whole
            ? Optional.of(cells[6].isEmpty() ? List.of() : List.of(cells[6].split(" ")))
            : Optional.empty());
  }

  void add(X509Certificate certificate) {
    CertificateInfo info = CertificateInfo.of(certificate);
    String line =
        String.join(
            ",",
            info.serial(),
            info.role().word(),
            info.name().name(),
            info.fingerprint(),
            info.validUntil().toString(),
            certificate.getNotBefore().toInstant().toString(),
            String.join(" ", HostNames.of(certificate)));
    if (line.chars().anyMatch(Character::isISOControl)) {
      throw new BadInput("a certificate with control characters in its hosts cannot be listed");
    }
    String all = text();
    String rows = all.substring(all.indexOf('\n') + 1);
    DurableFile.replace(file, (HEADER + rows + line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; it must be there and readable", e);
    }
  }
}
