package io.parallax.fuzz.files;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.Target;
import io.parallax.identity.Authority;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.identity.RevocationList;
import io.parallax.identity.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * Certificates, requests for them and lists of revoked ones, as PEM text; whatever begins like DER
 * is written as text of each kind.
 */
public final class CertificateTarget implements Target {
  private static final List<String> KINDS =
      List.of("CERTIFICATE", "CERTIFICATE REQUEST", "X509 CRL");
  private static final int SEQUENCE = 0x30;
  private X509Certificate authority;

  @Override
  public String name() {
    return "certificates";
  }

  @Override
  public String sentence() {
    return "a certificate, a request for one or a list of revoked ones; each has what the program asks it for";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(BadInput.class);
  }

  /** Makes an authority; each process has its own. */
  private Authority begin(Path folder) {
    Authority made = Authority.init(folder.resolve("ca"), "Test", Duration.ofDays(2));
    authority = Pem.certificate(folder.resolve("ca/ca.pem"));
    return made;
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    Path folder = Scratch.empty("certificates");
    Authority made = begin(folder);
    KeyRequest.Made key =
        KeyRequest.make(
            folder, PartyId.of("hub"), Role.COORDINATOR, List.of("127.0.0.1", "hub.org"), false);
    Path certificate = made.sign(key.request(), Role.COORDINATOR, Duration.ofDays(1));
    made.revoke(PartyId.of("hub"));
    List<byte[]> seeds = new ArrayList<>();
    for (Path file : List.of(certificate, key.request(), made.revocationFile())) {
      byte[] text = Files.readAllBytes(file);
      seeds.add(text);
      seeds.add(der(new String(text, StandardCharsets.US_ASCII)));
    }
    return seeds;
  }

  private static byte[] der(String text) {
    String lines = text.replaceAll("-----[^-]*-----", "");
    return Base64.getMimeDecoder().decode(lines);
  }

  private static String text(byte[] input, String kind) {
    if (input.length == 0 || input[0] != SEQUENCE) {
      return new String(input, StandardCharsets.ISO_8859_1);
    }
    String lines = Base64.getMimeEncoder().encodeToString(input);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, lines, kind);
  }

  @Override
  public void run(byte[] input) throws IOException {
    if (authority == null) {
      begin(Scratch.empty("certificates"));
    }
    int rejected = 0;
    for (String kind : KINDS) {
      try {
        read(kind, text(input, kind));
      } catch (BadInput e) {
        rejected++;
      }
    }
    if (rejected == KINDS.size()) {
      throw new BadInput("none of them");
    }
  }

  private void read(String kind, String text) {
    if (kind.equals("CERTIFICATE")) {
      X509Certificate read = Pem.certificate("the certificate", text);
      CertificateInfo info = CertificateInfo.of(read);
      Finding.unless(info.name() != null && info.role() != null, "a certificate of nobody");
      Finding.unless(
          Pem.certificate("it", Pem.text(read)).equals(read),
          "a certificate is written as another");
    } else if (kind.equals("X509 CRL")) {
      RevocationList list = RevocationList.parse("the list", text, authority);
      list.size();
      list.freshUntil();
    } else {
      KeyRequest request = KeyRequest.parse("the request", text);
      Finding.unless(!request.fingerprint().isEmpty(), "a request without a key");
    }
  }
}
