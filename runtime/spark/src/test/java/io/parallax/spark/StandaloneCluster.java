package io.parallax.spark;

import io.parallax.testkit.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Spark master and workers, each a process of its own, from the jars on the class path. The
 * master and the workers that live serve one test after the other; there is one cluster at a time.
 */
final class StandaloneCluster {
  private static final List<String> BROUGHT = List.of("parallax-", "postgresql-", "slf4j-nop");
  private static final String BRIEF = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";
  private static final List<Process> WORKERS = new ArrayList<>();
  private static Path folder;
  private static int port;
  private static int started;

  StandaloneCluster(int workers) throws IOException, InterruptedException {
    if (folder == null) {
      startMaster();
    }
    WORKERS.removeIf(worker -> !worker.isAlive());
    while (WORKERS.size() > workers) {
      end(WORKERS.remove(0));
    }
    while (WORKERS.size() < workers) {
      WORKERS.add(startWorker());
    }
  }

  String url() {
    return "spark://127.0.0.1:" + port;
  }

  /** As kill -9 does: the worker, and with it what it runs. */
  void kill(int worker) {
    end(WORKERS.get(worker));
  }

  private static void end(Process worker) {
    worker.descendants().forEach(ProcessHandle::destroyForcibly);
    worker.destroyForcibly();
    worker.onExit().join();
  }

  private static void startMaster() throws IOException, InterruptedException {
    folder = Files.createTempDirectory("spark-cluster");
    port = FreePort.find();
    linkJars(Files.createDirectories(folder.resolve("home/jars")));
    Process master = start("master", "org.apache.spark.deploy.master.Master", "--port", "" + port);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> endAll(master)));
    awaitMaster();
  }

  private static Process startWorker() throws IOException {
    int number = started++;
    return start(
        "worker-" + number,
        "org.apache.spark.deploy.worker.Worker",
        "--cores",
        "1",
        "--memory",
        "512m",
        "--work-dir",
        folder.resolve("work-" + number).toString(),
        "spark://127.0.0.1:" + port);
  }

  private static void endAll(Process master) {
    WORKERS.forEach(StandaloneCluster::end);
    master.destroyForcibly();
    master.onExit().join();
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

  private static Process start(String name, String type, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
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
    builder.environment().put("JAVA_TOOL_OPTIONS", BRIEF); // executors have them from workers
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_LOCAL_DIRS", folder.resolve("tmp").toString());
    return builder.start();
  }

  private static void awaitMaster() throws IOException, InterruptedException {
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

  private static Path log(String name) {
    return folder.resolve(name + ".log");
  }
}
