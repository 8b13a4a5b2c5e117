package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECKey;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/**
 * A key's request for a certificate. The key is made where it is used and stays there; only the
 * request travels.
 *
 * @param hosts the host names of a coordinator
 */
public record KeyRequest(PartyId name, Role role, List<String> hosts, PublicKey key) {
  static final String SIGNATURE = "SHA256withECDSA";

  private static final String CURVE = "secp256r1";
  private static final int MOST_HOSTS = 16;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.*-]{1,253}|[0-9A-Fa-f:.]{2,45}");

  /**
   * The files that {@link #make} writes.
   *
   * @param fingerprint of the key, to be read out to the authority
   */
  public record Made(Path key, Path request, String fingerprint) {}

  /**
   * Makes NAME.key, readable by its owner only, and NAME.csr. If the key exists, only the request
   * is made, to renew a certificate.
   */
  public static Made make(Path folder, PartyId name, Role role, List<String> hosts, boolean renew) {
    Path keyFile = folder.resolve(name + ".key");
    Path certificate = folder.resolve(name + ".pem");
    PrivateKey key;
    PublicKey open;
    if (renew) {
      key = Pem.key(keyFile);
      open = Pem.certificate(certificate).getPublicKey();
    } else {
      KeyPair pair = newKey();
      Pem.writeKey(keyFile, pair.getPrivate());
      key = pair.getPrivate();
      open = pair.getPublic();
    }
    Path request = folder.resolve(name + ".csr");
    Pem.write(request, Pem.REQUEST, encode(new KeyRequest(name, role, hosts, open), key));
    return new Made(keyFile, request, fingerprint(open));
  }

  static KeyPair newKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE), new SecureRandom());
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java 17 has it
    }
  }

  /** Returns the SHA-256 of the key, as its certificate will have it. */
  public String fingerprint() {
    return fingerprint(key);
  }

  private static String fingerprint(PublicKey key) {
    return HexFormat.of().formatHex(Hashes.of(key.getEncoded()));
  }

  /** Rejects keys that this program does not make, and host names that would never be checked. */
  void requireSound() {
    boolean ours =
        key instanceof ECKey ec && ec.getParams().getCurve().equals(curve().getParams().getCurve());
    if (!ours) {
      throw new BadInput(
          "the request of %s is for a key of kind %s and must be for EC on %s, as 'keygen' makes it; ask for a new request"
              .formatted(name, key.getAlgorithm(), CURVE));
    }
    if (role == Role.PARTY && !hosts.isEmpty()) {
      throw new BadInput(
          "the request of party %s names hosts %s; a party's request must name none; ask for one made by 'party keygen'"
              .formatted(name, hosts));
    }
    if (hosts.size() > MOST_HOSTS || !hosts.stream().allMatch(HOST.asMatchPredicate())) {
      throw new BadInput(
          "the request of %s names unusable hosts; it may name at most %d host names (letters, digits, dots and dashes) or IP addresses; ask for another"
              .formatted(name, MOST_HOSTS));
    }
  }

  private static ECKey curve() {
    return (ECKey) newKey().getPublic();
  }

  static X500Name subject(PartyId name, Role role) {
    return new X500Name("OU=" + role.word() + ",CN=" + name);
  }

  private static byte[] encode(KeyRequest request, PrivateKey key) {
    try {
      ContentSigner signer = new JcaContentSignerBuilder(SIGNATURE).build(key);
      var builder =
          new JcaPKCS10CertificationRequestBuilder(
              subject(request.name, request.role), request.key);
      if (!request.hosts.isEmpty()) {
        ExtensionsGenerator wanted = new ExtensionsGenerator();
        wanted.addExtension(Extension.subjectAlternativeName, false, names(request.hosts));
        builder.addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, wanted.generate());
      }
      return builder.build(signer).getEncoded();
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static GeneralNames names(List<String> hosts) {
    return new GeneralNames(
        hosts.stream()
            .map(
                host ->
                    new GeneralName(
                        isAddress(host) ? GeneralName.iPAddress : GeneralName.dNSName, host))
            .toArray(GeneralName[]::new));
  }

  private static boolean isAddress(String host) {
    return host.matches("[0-9.]+") || host.contains(":");
  }

  /** Returns the request, as text, to renew a certificate for the same key, name and hosts. */
  public static String renewal(Credentials own) {
    CertificateInfo info = own.certificateInfo();
    KeyRequest again =
        new KeyRequest(
            info.name(),
            info.role(),
            HostNames.of(own.certificate()),
            own.certificate().getPublicKey());
    return Pem.text(Pem.REQUEST, encode(again, own.key()));
  }

  /** Reads a request; one whose signature is not by its own key is refused. */
  public static KeyRequest read(Path file) {
    return read(file.toString(), Pem.read(file, Pem.REQUEST));
  }

  /**
   * Reads a request that was received as text.
   *
   * @param source its name in messages
   */
  public static KeyRequest parse(String source, String text) {
    return read(source, Pem.parse(source, text, Pem.REQUEST));
  }

  private static KeyRequest read(String file, byte[] encoded) {
    try {
      var request = new JcaPKCS10CertificationRequest(encoded);
      PublicKey key = request.getPublicKey();
      boolean own = request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key));
      if (!own) {
        throw new BadInput(file + " is not signed by its own key; ask for a new request");
      }
      String subject = request.getSubject().toString();
      return new KeyRequest(
          PartyId.of(CertificateInfo.part(subject, "CN")),
          Role.of(CertificateInfo.part(subject, "OU")),
          hosts(request),
          key);
    } catch (BadInput e) {
      throw e;
    } catch (IOException
        | GeneralSecurityException
        | PKCSException
        | RuntimeException
        | OperatorCreationException e) {
      throw new BadInput(file + " is not a readable signing request", e);
    }
  }

  private static List<String> hosts(PKCS10CertificationRequest request) {
    List<String> hosts = new ArrayList<>();
    Extensions wanted = request.getRequestedExtensions();
    GeneralNames names =
        wanted == null
            ? null
            : GeneralNames.fromExtensions(wanted, Extension.subjectAlternativeName);
    if (names != null) {
      for (GeneralName name : names.getNames()) {
        hosts.add(Hosts.text(name));
      }
    }
    return hosts;
  }

  /** Returns true if the key file exists. */
  public static boolean keyExists(Path folder, PartyId name) {
    return Files.exists(folder.resolve(name + ".key"));
  }
}
