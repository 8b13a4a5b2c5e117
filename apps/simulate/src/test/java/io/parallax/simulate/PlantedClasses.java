package io.parallax.simulate;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The program with a planted bug: its classes are loaded anew, and the patched one is compiled in
 * memory.
 */
final class PlantedClasses extends ClassLoader {
  /** Packages that stay, because nothing in them knows what is loaded anew. */
  private static final Set<String> SHARED =
      Set.of(
          "core",
          "math",
          "data",
          "tensor",
          "trees",
          "eval",
          "joint",
          "mmvfl",
          "fedmv",
          "regression",
          "fedmsgl",
          "fedavg",
          "fedmood",
          "apfed");

  private static final String RANDOM = "io.parallax.simulator.SimulatedRandom";
  private final Map<String, byte[]> compiled;

  private PlantedClasses(Map<String, byte[]> compiled) {
    super(PlantedClasses.class.getClassLoader());
    this.compiled = compiled;
  }

  /** Simulates studies until one breaks a promise; returns how many that took, and what it says. */
  static Optional<String> hunt(PlantedBug bug, long first, int most) {
    PlantedClasses classes = new PlantedClasses(compile(bug));
    try {
      Object found =
          Class.forName("io.parallax.simulate.Hunt", true, classes)
              .getDeclaredMethod("broken", long.class, int.class)
              .invoke(null, first, most);
      return Optional.ofNullable((String) found);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(bug.name(), e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      return anew(name) ? defined(name) : super.loadClass(name, resolve);
    }
  }

  private static boolean anew(String name) {
    String[] parts = name.split("\\.");
    return name.startsWith("io.parallax.")
        && !name.startsWith(RANDOM)
        && !SHARED.contains(parts[2]);
  }

  private Class<?> defined(String name) throws ClassNotFoundException {
    byte[] code = compiled.get(name);
    if (code == null) {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        code = in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return defineClass(name, code, 0, code.length);
  }

  private static Map<String, byte[]> compile(PlantedBug bug) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, ByteArrayOutputStream> out = new HashMap<>();
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///" + bug.type().replace('.', '/') + ".java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignore) {
            return bug.source();
          }
        };
    StringWriter said = new StringWriter();
    try (JavaFileManager files = memory(compiler, out)) {
      List<String> options = List.of("-cp", classPath(), "-nowarn", "-proc:none");
      if (!compiler.getTask(said, files, null, options, null, List.of(source)).call()) {
        throw new AssertionError(bug.name() + ".patch does not compile: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, byte[]> classes = new HashMap<>();
    out.forEach((name, code) -> classes.put(name, code.toByteArray()));
    return classes;
  }

  private static JavaFileManager memory(
      JavaCompiler compiler, Map<String, ByteArrayOutputStream> out) {
    return new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
      @Override
      public JavaFileObject getJavaFileForOutput(
          Location location, String name, JavaFileObject.Kind kind, javax.tools.FileObject beside) {
        return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
          @Override
          public OutputStream openOutputStream() {
            ByteArrayOutputStream code = new ByteArrayOutputStream();
            out.put(name, code);
            return code;
          }
        };
      }
    };
  }

  private static String classPath() {
    return System.getProperty(
        "surefire.test.class.path", System.getProperty("java.class.path") + File.pathSeparator);
  }
}
