package io.parallax.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A Spark master and workers, each a process of its own, from the jars on the class path. */
final class StandaloneCluster implements AutoCloseable {
  private static final List<String> BROUGHT = List.of("parallax-", "postgresql-", "slf4j-nop");
  private final Path folder;
  private final int port;
  private final Process master;
  private final List<Process> workers = new ArrayList<>();

  StandaloneCluster(Path folder, int workers) throws IOException, InterruptedException {
    this.folder = folder;
    this.port = freePort();
    linkJars(Files.createDirectories(folder.resolve("home/jars")));
    master = start("master", "org.apache.spark.deploy.master.Master", "--port", "" + port);
    awaitMaster();
    for (int k = 0; k < workers; k++) {
      this.workers.add(
          start(
              "worker-" + k,
              "org.apache.spark.deploy.worker.Worker",
              "--cores",
              "1",
              "--memory",
              "512m",
              "--work-dir",
              folder.resolve("work-" + k).toString(),
              url()));
    }
  }

  String url() {
    return "spark://127.0.0.1:" + port;
  }

  /** As kill -9 does: the worker, and with it what it runs. */
  void kill(int worker) {
    workers.get(worker).descendants().forEach(ProcessHandle::destroyForcibly);
    workers.get(worker).destroyForcibly();
  }

  /** Only Spark's jars: what is ours, and a database's driver, has to be brought by the node. */
  private static void linkJars(Path jars) throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      String name = jar.getFileName().toString();
      if (name.endsWith(".jar") && BROUGHT.stream().noneMatch(name::startsWith)) {
        Files.createSymbolicLink(jars.resolve(name), jar.toAbsolutePath());
      }
    }
  }

  private Process start(String name, String type, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                folder.resolve("home/jars") + "/*",
                type,
                "--host",
                "127.0.0.1",
                "--webui-port",
                "0"));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile());
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_LOCAL_DIRS", folder.resolve("tmp").toString());
    return builder.start();
  }

  private void awaitMaster() throws IOException, InterruptedException {
    for (int tries = 0; tries < 600; tries++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
        return;
      } catch (IOException e) {
        Thread.sleep(100);
      }
    }
    throw new IOException("the master does not answer: " + Files.readString(log("master")));
  }

  private Path log(String name) {
    return folder.resolve(name + ".log");
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  @Override
  public void close() {
    for (int k = 0; k < workers.size(); k++) {
      kill(k);
    }
    master.destroyForcibly();
    workers.forEach(worker -> worker.onExit().join());
    master.onExit().join();
  }
}
