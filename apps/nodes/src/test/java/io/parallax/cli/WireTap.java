package io.parallax.cli;

import io.parallax.identity.Pem;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Stands between a party and its coordinator with the keys of both, and keeps in the clear what the
 * party sends. Nobody without both keys could: it is a test's way to look into TLS.
 */
final class WireTap implements AutoCloseable {
  private static final int PREFACE = 24;
  private static final int FRAME_HEAD = 9;
  private static final int DATA = 0;
  private final SSLServerSocket door;
  private final SSLContext asParty;
  private final int coordinator;
  private final List<Upward> sent = new ArrayList<>();
  private final List<Socket> open = new ArrayList<>();

  /** The bytes of one connection, frame by frame. */
  private static final class Upward {
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();

    private synchronized void add(byte[] bytes, int count) {
      all.write(bytes, 0, count);
    }

    /** As they came, and what each stream carried without the heads of frames between. */
    private synchronized List<byte[]> views() throws IOException {
      List<byte[]> views = new ArrayList<>(List.of(all.toByteArray()));
      Map<Integer, ByteArrayOutputStream> streams = new TreeMap<>();
      DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(all.toByteArray()));
      in.skipBytes(PREFACE);
      try {
        while (in.available() >= FRAME_HEAD) {
          int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
          int type = in.readUnsignedByte();
          in.readUnsignedByte();
          int stream = in.readInt();
          byte[] content = new byte[length];
          in.readFully(content);
          if (type == DATA) {
            streams.computeIfAbsent(stream, key -> new ByteArrayOutputStream()).write(content);
          }
        }
      } catch (EOFException cut) {
        // the rest is on its way
      }
      streams.values().forEach(stream -> views.add(stream.toByteArray()));
      return views;
    }
  }

  /**
   * @param hub the coordinator's folder, with its key
   * @param party the party's folder, with its key
   */
  WireTap(Path hub, Path party, int coordinator) throws Exception {
    this.coordinator = coordinator;
    SSLContext asCoordinator = context(hub, "hub");
    asParty = context(party, party.getFileName().toString());
    door =
        (SSLServerSocket)
            asCoordinator
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    SSLParameters parameters = door.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    parameters.setNeedClientAuth(true);
    door.setSSLParameters(parameters);
    thread(this::take);
  }

  int port() {
    return door.getLocalPort();
  }

  /** All that the party has sent, in ways in which it can be searched. */
  List<byte[]> sent() throws IOException {
    List<byte[]> all = new ArrayList<>();
    synchronized (sent) {
      for (Upward one : sent) {
        all.addAll(one.views());
      }
    }
    return all;
  }

  private static SSLContext context(Path folder, String name) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "own",
        Pem.key(folder.resolve(name + ".key")),
        new char[0],
        new X509Certificate[] {Pem.certificate(folder.resolve(name + ".pem"))});
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys.getKeyManagers(), new TrustManager[] {new Anybody()}, null);
    return context;
  }

  private void take() throws IOException {
    while (!door.isClosed()) {
      SSLSocket down = (SSLSocket) door.accept();
      thread(() -> connect(down));
    }
  }

  private void connect(SSLSocket down) throws IOException {
    down.startHandshake();
    SSLSocket up = (SSLSocket) asParty.getSocketFactory().createSocket("127.0.0.1", coordinator);
    SSLParameters parameters = up.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    up.setSSLParameters(parameters);
    up.startHandshake();
    Upward own = new Upward();
    synchronized (sent) {
      sent.add(own);
      open.addAll(List.of(down, up));
    }
    thread(() -> pump(up, down, null));
    pump(down, up, own);
  }

  private static void pump(Socket from, Socket to, Upward kept) throws IOException {
    byte[] buffer = new byte[1 << 14];
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (kept != null) {
          kept.add(buffer, count);
        }
        out.write(buffer, 0, count);
        out.flush();
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException ended) {
                // as connections do
              }
            },
            "tap");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    door.close();
    synchronized (sent) {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  /** Believes every certificate: who is who does not matter here. */
  private static final class Anybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
