package io.parallax.identity;

import io.parallax.core.BadInput;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.GeneralName;

/** Names under which a coordinator is reached. */
final class Hosts {
  private Hosts() {}

  static String text(GeneralName name) {
    if (name.getTagNo() == GeneralName.dNSName) {
      return name.getName().toString();
    }
    if (name.getTagNo() == GeneralName.iPAddress) {
      try {
        byte[] address = ASN1OctetString.getInstance(name.getName()).getOctets();
        return InetAddress.getByAddress(address).getHostAddress();
      } catch (UnknownHostException e) {
        throw new BadInput("a signing request contains an invalid IP address", e);
      }
    }
    throw new BadInput("a signing request names a host by an unsupported type of name");
  }
}
