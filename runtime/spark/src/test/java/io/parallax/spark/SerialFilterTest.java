package io.parallax.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import foreign.Loot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.BadAttributeValueExpException;
import javax.swing.event.EventListenerList;
import org.apache.spark.SecurityManager;
import org.apache.spark.SecurityManager$;
import org.apache.spark.SparkConf;
import org.apache.spark.rpc.RpcAddress;
import org.apache.spark.rpc.RpcEndpointRef;
import org.apache.spark.rpc.RpcEnv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;

/** Objects that Spark's parts would read from whoever sends them. */
@Timeout(300)
class SerialFilterTest {
  private static final ObjectInputFilter ANY = info -> ObjectInputFilter.Status.UNDECIDED;
  private static final ObjectInputFilter LISTED =
      ObjectInputFilter.Config.createFilter(SerialFilter.pattern());
  @TempDir Path folder;

  private static byte[] bytes(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static Object read(byte[] bytes, ObjectInputFilter filter) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      in.setObjectInputFilter(filter);
      return in.readObject();
    }
  }

  /** Each begins or carries a known attack, or is of a class that Spark has no business with. */
  private List<Object> foreign() throws Exception {
    PriorityQueue<Loot> queue = new PriorityQueue<>();
    queue.add(new Loot(folder.resolve("queue")));
    queue.add(new Loot(folder.resolve("queue")));
    return List.of(
        new Loot(folder.resolve("bare")),
        queue,
        new ArrayList<>(List.of(new Loot(folder.resolve("list")))),
        new HashMap<>(Map.of("k", new Loot(folder.resolve("map")))),
        new Object[] {1, new Loot(folder.resolve("array"))},
        new Loot[] {new Loot(folder.resolve("typed"))},
        scala.jdk.javaapi.CollectionConverters.asScala(List.of(new Loot(folder.resolve("seq"))))
            .toList(),
        new HashMap<>(Map.of(new URL("http://127.0.0.1/"), 1)), // asks a name server when read
        new BadAttributeValueExpException(null),
        new EventListenerList());
  }

  @Test
  void foreignObjectsAreRejectedAndWereReadWithoutTheList() throws Exception {
    for (Object object : foreign()) {
      byte[] bytes = bytes(object);
      assertThatThrownBy(() -> read(bytes, LISTED))
          .as("%s", object.getClass())
          .isInstanceOf(InvalidClassException.class)
          .hasMessageContaining("REJECTED");
      assertThat(folder).isEmptyDirectory();
      assertThat(read(bytes, ANY)).as("control").isNotNull();
      for (Path run : files()) {
        Files.delete(run);
      }
    }
  }

  private List<Path> files() throws IOException {
    try (var all = Files.list(folder)) {
      return all.toList();
    }
  }

  /** Plain values and failures pass; what is nested beyond reason does not. */
  @Test
  void whatTasksAreMadeOfPassesWithinLimits() throws Exception {
    for (Object fine :
        List.of(
            "text",
            new ArrayList<>(List.of(1, 2.5, true)),
            new double[1000],
            new IllegalStateException("a failure", new IOException("its cause")))) {
      assertThat(read(bytes(fine), LISTED)).isNotNull();
    }
    assertThat(outcome(() -> read(bytes(nested(100)), LISTED))).isInstanceOf(ArrayList.class);
    assertThat(outcome(() -> read(bytes(nested(600)), LISTED)))
        .isInstanceOf(InvalidClassException.class);
  }

  private static Object nested(int depth) {
    Object deep = "x";
    for (int i = 0; i < depth; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    return deep;
  }

  /** Done by a thread with room for deep objects: what came, or why not. */
  private static Object outcome(Callable<Object> work) throws Exception {
    CompletableFuture<Object> outcome = new CompletableFuture<>();
    Runnable all =
        () -> {
          try {
            outcome.complete(work.call());
          } catch (Exception e) {
            outcome.complete(e);
          }
        };
    new Thread(null, all, "deep", 64 << 20).start();
    return outcome.get(60, TimeUnit.SECONDS);
  }

  /** Sends an object to an endpoint that every driver has, as any executor could. */
  private static void send(int port, Object object) {
    SparkConf conf = new SparkConf();
    SecurityManager security =
        new SecurityManager(
            conf, Option.empty(), SecurityManager$.MODULE$.$lessinit$greater$default$3());
    RpcEnv env = RpcEnv.create("sender", "127.0.0.1", 0, conf, security, true);
    try {
      RpcEndpointRef driver =
          env.setupEndpointRef(new RpcAddress("127.0.0.1", port), "HeartbeatReceiver");
      driver.send(object);
      Thread.sleep(3000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      env.shutdown();
    }
  }

  private boolean robbed(String name, List<String> options) throws Exception {
    Path home = Files.createDirectories(folder.resolve(name));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            ListeningDriver.class.getName(),
            home.resolve("port").toString()));
    Process driver =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile())
            .start();
    try {
      while (!Files.exists(home.resolve("port"))) {
        assertThat(driver.isAlive()).as(Files.readString(home.resolve("log"))).isTrue();
        Thread.sleep(50);
      }
      int port = Integer.parseInt(Files.readString(home.resolve("port")));
      send(port, new Loot(home.resolve("loot")));
      assertThat(driver.isAlive()).as("goes on").isTrue();
      return Files.exists(home.resolve("loot"));
    } finally {
      driver.destroyForcibly().onExit().join();
    }
  }

  @Test
  void aDriverDoesNotReadAForeignObjectThatComesOverTheWire() throws Exception {
    assertThat(robbed("listed", List.of())).isFalse();
    assertThat(robbed("control", List.of("-Djdk.serialFilter=maxdepth=100000"))).isTrue();
  }

  @Test
  void executorsAreGivenTheListBesideTheirOwnOptions() {
    SparkConf conf = new SparkConf(false).set("spark.executor.extraJavaOptions", "-Xss2m");
    SerialFilter.give(conf);
    assertThat(conf.get("spark.executor.extraJavaOptions"))
        .isEqualTo("-Xss2m -Djdk.serialFilter=" + SerialFilter.pattern());
    SerialFilter.give(conf);
    assertThat(conf.get("spark.executor.extraJavaOptions")).containsOnlyOnce("serialFilter");
  }

  /** Runs the program's start with a Java that says how it was called. */
  private List<String> started(String... arguments) throws Exception {
    Path home = folder.resolve("home");
    Path list = Path.of("src/main/resources/io/parallax/spark/serial-filter.txt");
    Path cli = Files.createDirectories(home.resolve("apps/cli/target"));
    Path spark = home.resolve("runtime/spark");
    Files.createDirectories(spark.resolve(list).getParent());
    Files.copy(list, spark.resolve(list));
    Files.createDirectories(spark.resolve("target"));
    Files.createFile(spark.resolve("target/added"));
    Path script = Files.copy(Path.of("../../parallax"), home.resolve("parallax"));
    Path launch = Files.createDirectories(home.resolve("deploy/launch"));
    try (Stream<Path> files = Files.list(Path.of("../../deploy/launch"))) {
      for (Path file : files.toList()) {
        Files.copy(file, launch.resolve(file.getFileName()));
      }
    }
    String print = "case $one in @*) cat \"${one#@}\" ;; *) printf '%s\\n' \"$one\" ;; esac";
    Path java =
        Files.writeString(home.resolve("java"), "#!/bin/sh\nfor one; do " + print + "; done\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(cli.resolve("parallax.java"), java + "\n17\n");
    Path built = Files.createFile(cli.resolve("parallax.built"));
    Files.setLastModifiedTime(built, FileTime.from(Instant.now().plusSeconds(60)));
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  private List<String> filters(String... arguments) throws Exception {
    List<String> started = started(arguments);
    assertThat(started).contains(arguments);
    return started.stream().filter(one -> one.startsWith("-Djdk.serialFilter=")).toList();
  }

  @Test
  void aPartyIsStartedWithTheSameList() throws Exception {
    assertThat(SerialFilter.pattern()).endsWith(";!*");
    assertThat(filters("party", "maple.yaml")) // of several, Java takes the last
        .endsWith("-Djdk.serialFilter=" + SerialFilter.pattern() + ";");
  }

  @Test
  void aCommandThatReadsNoRowsReadsNoObjects() throws Exception {
    assertThat(filters("study", "list")).containsExactly("-Djdk.serialFilter=!*");
  }
}
