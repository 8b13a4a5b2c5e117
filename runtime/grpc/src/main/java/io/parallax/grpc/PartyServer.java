package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerInterceptors;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import io.parallax.identity.RevocationList;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The coordinator's server for parties, with the parties that are connected. */
public final class PartyServer implements AutoCloseable {
  /**
   * The number of the protocol between coordinator and parties. It grows when they can no longer
   * talk to each other; parties of other versions with the same protocol may connect, but not take
   * part in studies.
   */
  static final int PROTOCOL = 1;

  private static final int CALLS_PER_CONNECTION = 16;
  private static final int RESETS = 200;
  private static final int RESET_WINDOW_SECONDS = 30;
  private static final int LOOK_SECONDS = 1;
  private static final int IDLE_SECONDS = 60;

  /**
   * The logger of grpc's transport, which is silenced: misbehaving callers are audited within
   * limits, but a log of every broken frame would have none.
   */
  private static final Logger WIRE = Logger.getLogger("io.grpc.netty");

  static {
    WIRE.setLevel(Level.SEVERE);
  }

  private final ByteString process = ByteString.copyFromUtf8(UUID.randomUUID().toString());
  private final Limits limits;
  private final AuditListener audit;
  private final Trust trust;
  private final Credentials own;
  private final Server server;
  private final Handshakes handshakes = new Handshakes();
  private final Connections connections = new Connections(Limits.CONNECTIONS);
  private final PendingCalls pending;
  private final MessageMemory memory;
  private final EventLoopGroup accepting = loops(1);
  private final EventLoopGroup serving = loops(0);
  private final Map<PartyId, PartyConnection> present = new TreeMap<>();
  private final Map<Part, GrpcLink> links = new ConcurrentHashMap<>();
  private final Set<PartyId> distrusted = ConcurrentHashMap.newKeySet();
  private final Attendances attendances = new Attendances();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "party-server-clock");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Starts the server.
   *
   * @param revocations the authority's list of revoked certificates
   * @param version version of this program; a party with another version cannot take part in
   *     studies, because bits could differ
   */
  public PartyServer(
      InetSocketAddress address,
      Credentials own,
      Optional<Path> revocations,
      String version,
      Registry registry,
      AuditListener audit,
      Limits limits) {
    this.limits = limits;
    this.own = own;
    this.audit = audit;
    this.pending = new PendingCalls(Limits.CALLS, limits.hello());
    this.memory = new MessageMemory(limits.memory(), () -> present().size());
    this.trust =
        new Trust(
            own.authority(),
            Role.PARTY,
            revocations,
            (who, why) -> {
              attendances.denied(who, why);
              audit.stranger(who, "connect", why);
            });
    trust.onBelieved(handshakes::begun);
    MeetingService service = new MeetingService(this, registry, version);
    server = server(address, own, service);
    start(address);
    clock.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  /** Returns the certificate that parties are shown. */
  public CertificateInfo certificate() {
    return own.certificateInfo();
  }

  private Server server(InetSocketAddress address, Credentials own, MeetingService service) {
    return NettyServerBuilder.forAddress(address)
        .sslContext(Tls.server(own, trust))
        .channelFactory(() -> connections.new Entrance())
        .bossEventLoopGroup(accepting)
        .workerEventLoopGroup(serving)
        .handshakeTimeout(limits.hello().toMillis(), TimeUnit.MILLISECONDS)
        .maxConnectionIdle(IDLE_SECONDS, TimeUnit.SECONDS)
        .maxInboundMessageSize(Limits.UPWARD_FRAME)
        .maxInboundMetadataSize(8 << 10)
        .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
        .maxRstFramesPerWindow(RESETS, RESET_WINDOW_SECONDS)
        .flowControlWindow(Limits.FRAME)
        .keepAliveTime(limits.keepAlive().toMillis(), TimeUnit.MILLISECONDS)
        .keepAliveTimeout(limits.keepAlive().toMillis() / 2, TimeUnit.MILLISECONDS)
        .permitKeepAliveTime(1, TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true)
        .addTransportFilter(handshakes)
        .addTransportFilter(connections)
        .callExecutor(new AttendAtOnce())
        .addService(
            ServerInterceptors.intercept(
                service, new CertificateCheck(trust, audit, limits.callsPerMinute(), pending)))
        .build();
  }

  /**
   * Receives pieces on the network threads; only calls that may wait for the database have threads
   * of their own.
   */
  private static final class AttendAtOnce implements ServerCallExecutorSupplier {
    @Override
    public <A, B> Executor getExecutor(ServerCall<A, B> call, Metadata headers) {
      boolean attend = call.getMethodDescriptor().getBareMethodName().equals("Attend");
      return attend ? Runnable::run : null;
    }
  }

  /**
   * @param threads 0: as many as the machine has use for
   */
  private static EventLoopGroup loops(int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory("party-server", true), NioIoHandler.newFactory());
  }

  private void start(InetSocketAddress address) {
    try {
      server.start();
    } catch (IOException e) {
      throw BadInput.quoting(
          "cannot listen on %s:%d; choose another port, or stop the program that uses it"
              .formatted(address.getHostString(), address.getPort()),
          cause(e));
    }
  }

  private static Throwable cause(Throwable e) {
    return e.getCause() == null ? e : cause(e.getCause());
  }

  public int port() {
    return server.getPort();
  }

  /** Returns the connected parties. */
  public Set<PartyId> present() {
    synchronized (present) {
      return new TreeSet<>(present.keySet());
    }
  }

  /** Returns what is known of the parties that have come or were denied since the start. */
  public SortedMap<PartyId, Attendance> attendances() {
    return attendances.all();
  }

  /** Returns the name of this process, by which parties tell it from another coordinator. */
  ByteString process() {
    return process;
  }

  /** Returns the number of certificates on the authority's list of revoked ones. */
  public int revoked() {
    return trust.list().map(RevocationList::size).orElse(0);
  }

  /** Notes a party that runs another version and is sent away. */
  void denied(PartyId party, Attendance.Kind kind, String why) {
    attendances.change(party, before -> before.refused(kind, why));
  }

  /** Notes a party's clock, as it says. */
  void clock(PartyId party, long millis) {
    long ahead = millis - System.currentTimeMillis();
    attendances.change(party, before -> before.clock(ahead));
  }

  /** Returns the authority's current list. */
  Optional<RevocationList> revocations() {
    return trust.list();
  }

  AuditListener audit() {
    return audit;
  }

  Limits limits() {
    return limits;
  }

  /** Adds a connection; it replaces an older one of the same party, which may be half dead. */
  void enter(PartyConnection connection) {
    PartyConnection before;
    synchronized (present) {
      before = present.put(connection.party(), connection);
    }
    connections.attended(connection.from(), true);
    attendances.change(connection.party(), connection::attendance);
    distrusted.remove(connection.party());
    if (before != null) {
      before.leave("the party has connected again");
    }
    links.values().forEach(link -> link.arrived(connection));
  }

  void left(PartyConnection connection) {
    connections.attended(connection.from(), false);
    attendances.change(connection.party(), Attendance::left);
    boolean last;
    synchronized (present) {
      last = present.remove(connection.party(), connection);
    }
    if (last) {
      links.values().forEach(link -> link.left(connection));
    }
  }

  /** Returns whether a party's certificate is no longer trusted, also before it is sent away. */
  public boolean distrusted(PartyId party) {
    return distrusted.contains(party)
        || find(party).filter(connection -> connection.revoked(trust)).isPresent();
  }

  /** Returns whether a party is connected now. */
  public boolean connected(PartyId party) {
    return find(party).isPresent();
  }

  Optional<PartyConnection> find(PartyId party) {
    synchronized (present) {
      return Optional.ofNullable(present.get(party));
    }
  }

  Optional<GrpcLink> link(Part part) {
    return Optional.ofNullable(links.get(part));
  }

  void open(GrpcLink link) {
    if (links.putIfAbsent(link.part(), link) != null) {
      throw new IllegalStateException(link.part() + " is open already");
    }
  }

  void close(GrpcLink link) {
    links.remove(link.part(), link);
  }

  MessageMemory memory() {
    return memory;
  }

  private void look() {
    pending.closeLate().forEach(who -> audit.event(who.name(), "begin a call", pending.rule()));
    handshakes
        .unfinished()
        .forEach(
            who ->
                audit.stranger(
                    who, "connect", "it did not prove that it holds its certificate's key"));
    Set<PartyConnection> all;
    synchronized (present) {
      all = Set.copyOf(present.values());
    }
    all.forEach(this::look);
  }

  /** Sends a party away whose certificate has been revoked or has expired since it came. */
  private void look(PartyConnection connection) {
    if (connection.stalled()) {
      audit.event(connection.party().name(), "Attend", "it stopped in the middle of a message");
      connection.leave("the message was interrupted; send it again");
    }
    if (connection.revoked(trust)) {
      boolean expired = connection.expired();
      String why = "its certificate has " + (expired ? "expired" : "been revoked");
      audit.event(connection.party().name(), "Attend", why);
      distrusted.add(connection.party());
      denied(connection.party(), expired ? Attendance.Kind.EXPIRED : Attendance.Kind.REVOKED, why);
      links.values().forEach(link -> link.revoked(connection));
      connection.leave("your certificate has been revoked or has expired");
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    accepting.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    serving.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }
}
