package io.parallax.grpc;

import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * A connection whose calls begin a message and never end it. It speaks HTTP/2 by hand, since no
 * client of gRPC would do that.
 */
final class HalfMessage implements AutoCloseable {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_HEADERS = 4;
  private static final int FRAME = 16_384;
  private final SSLSocket socket;
  private final DataOutputStream out;
  private final Thread reader = new Thread(this::drain, "half-message");
  volatile boolean ended;

  HalfMessage(Credentials own, int port) throws IOException {
    socket = (SSLSocket) context(own).getSocketFactory().createSocket("127.0.0.1", port);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    // not every byte in a TLS record of its own
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 2 * FRAME));
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]);
    InputStream in = socket.getInputStream();
    byte[] first = in.readNBytes(9); // the server's settings: with our yes its windows are open
    in.readNBytes(first[1] << 8 | first[2]);
    frame(SETTINGS, 1, 0, new byte[0]);
    reader.setDaemon(true);
    reader.start();
  }

  private static SSLContext context(Credentials own) {
    try {
      Trust trust =
          new Trust(own.authority(), Role.COORDINATOR, Optional.empty(), (who, why) -> {});
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(new KeyManager[] {own.keyManager()}, new TrustManager[] {trust}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void frame(int type, int flags, int stream, byte[] content) throws IOException {
    out.writeByte(content.length >> 16);
    out.writeShort(content.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(content);
    out.flush();
  }

  /** A call of a method, with a message that should have so many bytes and gets fewer. */
  void call(int stream, String method, int claimed, int sent) throws IOException {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    headers.write(0x83); // :method POST
    headers.write(0x87); // :scheme https
    literal(headers, new byte[] {0x04}, "/parallax.v1.Meeting/" + method); // :path
    literal(headers, new byte[] {0x01}, "127.0.0.1"); // :authority
    literal(headers, new byte[] {0x0f, 0x10}, "application/grpc"); // content-type
    literal(headers, new byte[] {0x00, 2, 't', 'e'}, "trailers");
    frame(HEADERS, END_HEADERS, stream, headers.toByteArray());
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    new DataOutputStream(message).writeByte(0); // not compressed
    new DataOutputStream(message).writeInt(claimed);
    message.write(new byte[sent]);
    byte[] bytes = message.toByteArray();
    for (int at = 0; at < bytes.length; at += FRAME) {
      int to = Math.min(bytes.length, at + FRAME);
      frame(DATA, 0, stream, java.util.Arrays.copyOfRange(bytes, at, to));
    }
  }

  private static void literal(ByteArrayOutputStream to, byte[] name, String value) {
    to.writeBytes(name);
    to.write(value.length());
    to.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
  }

  private void drain() {
    byte[] some = new byte[1 << 14];
    try {
      InputStream in = socket.getInputStream();
      while (in.read(some) >= 0) {
        // settings and the like
      }
    } catch (IOException e) {
      // as good as an end
    }
    ended = true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
