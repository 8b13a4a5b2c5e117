package io.parallax.dist;

import io.parallax.core.BadInput;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A system and processor that a release is made for. */
enum Platform {
  LINUX_X86_64(
      "amd64",
      true,
      "linux64/.*|com/sun/jna/linux-x86-64/.*|org/sqlite/native/Linux/x86_64/.*|.*_(linux|native_epoll)_(amd64|x86_64)(\\.so)?"),
  LINUX_ARM64(
      "arm64",
      false,
      "arm64/.*|com/sun/jna/linux-aarch64/.*|org/sqlite/native/Linux/aarch64/.*|.*_(linux|native_epoll)_(arm64|aarch_64)(\\.so)?"),
  MACOSX_ARM64(
      "",
      true,
      "mac/aarch64/.*|com/sun/jna/darwin-aarch64/.*|org/sqlite/native/Mac/aarch64/.*|.*_(macos_arm64|osx_aarch_64\\.jnilib)"),
  MACOSX_X86_64(
      "",
      true,
      "mac/intel/.*|com/sun/jna/darwin-x86-64/.*|org/sqlite/native/Mac/x86_64/.*|.*_osx_x86_64\\.jnilib"),
  WINDOWS_X86_64(
      "",
      true,
      "windows64/.*|com/sun/jna/win32-x86-64/.*|org/sqlite/native/Windows/x86_64/.*|.*_windows_(amd64|x86_64)(\\.dll)?");

  private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib|a|so_\\w+)");

  private final String debian;
  private final boolean torch;
  private final Pattern own;

  /**
   * @param debian the name of the processor in Debian's packages; empty: there are none
   * @param torch whether PyTorch is published for it
   * @param own native libraries for it in jars that bring those of many systems
   */
  Platform(String debian, boolean torch, String own) {
    this.debian = debian;
    this.torch = torch;
    this.own = Pattern.compile(own);
  }

  /** Returns its name, as native libraries have it in theirs. */
  String word() {
    int at = name().indexOf('_');
    return (name().substring(0, at) + "-" + name().substring(at + 1)).toLowerCase(Locale.ROOT);
  }

  boolean windows() {
    return this == WINDOWS_X86_64;
  }

  boolean torch() {
    return torch;
  }

  /** Returns the name of the processor in Debian's packages. */
  Optional<String> debian() {
    return debian.isEmpty() ? Optional.empty() : Optional.of(debian);
  }

  /** Returns whether an entry of a jar is a native library. */
  static boolean isNative(String entry) {
    return NATIVE.matcher(entry).matches();
  }

  /** Returns whether an entry of a jar is of use here: a native library for here, or none. */
  boolean uses(String entry) {
    return !isNative(entry) || own.matcher(entry).matches();
  }

  /** Returns whether a jar, by its name, has native libraries of one platform alone. */
  static boolean single(String jar) {
    return Arrays.stream(values()).anyMatch(one -> jar.endsWith("-" + one.word() + ".jar"));
  }

  static String words() {
    return Arrays.stream(values()).map(Platform::word).collect(Collectors.joining(", "));
  }

  /** Returns the platforms that a word means: one, or all of them. */
  static List<Platform> of(String word) {
    List<Platform> found =
        Arrays.stream(values())
            .filter(one -> word.equals("all") || one.word().equals(word))
            .toList();
    if (found.isEmpty()) {
      throw new BadInput(
          "--platform is '%s'; it must be one of %s, or all".formatted(word, words()));
    }
    return found;
  }

  /** Returns the platform of this machine. */
  static Platform here() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Platform of(String system, String processor) {
    String name = system.toLowerCase(Locale.ROOT);
    String os = name.startsWith("mac") ? "macosx" : name.startsWith("windows") ? "windows" : name;
    String on = processor.replace("amd64", "x86_64").replace("aarch64", "arm64");
    return Arrays.stream(values())
        .filter(one -> one.word().equals(os + "-" + on))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "there are no native libraries for %s on %s; name a platform: --platform %s"
                        .formatted(system, processor, words())));
  }
}
