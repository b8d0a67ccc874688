package io.fleetcheck.agent.natives;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Puts jffi's shared object where it can be mapped, before jffi looks for one: a distribution's
 * older one on {@code java.library.path}, or a {@code java.io.tmpdir} that anybody writes to, must
 * not win.
 *
 * <p>First choice is a directory of our own beside the jar, which the next run finds again; where
 * that is read-only or mounted noexec, a fresh private one below {@code java.io.tmpdir}, {@code
 * /run} or {@code /var/tmp}, gone again once the library is mapped.
 *
 * @param jar the agent's own; empty where it runs from a directory of classes
 */
public record NativeLibrary(Optional<Path> jar) {
  private static final String NAME = "libjffi-1.2.so";
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  /** Of two mapped copies, one would be asked for the errno that the other one has kept. */
  private static boolean mapped;

  /** The jar that the JVM was started with by {@code -jar}. */
  public static NativeLibrary beside(String classPath) {
    boolean single = classPath.endsWith(".jar") && classPath.indexOf(':') < 0;
    return new NativeLibrary(single ? Optional.of(Path.of(classPath)) : Optional.empty());
  }

  /** Maps it, unless that has been done in this process. */
  void load() throws NativeCodeException {
    synchronized (NativeLibrary.class) {
      if (!mapped) {
        mapSomewhere();
        mapped = true;
      }
    }
  }

  private void mapSomewhere() throws NativeCodeException {
    byte[] content = content();
    StringBuilder tried = new StringBuilder();
    if (jar.isPresent() && tryBesideJar(jar.get(), content, tried)) {
      return;
    }
    for (String parent : new String[] {System.getProperty("java.io.tmpdir"), "/run", "/var/tmp"}) {
      if (tryTemporary(Path.of(parent), content, tried)) {
        return;
      }
    }
    throw new NativeCodeException(
        "no directory to map jffi's library from (each is read-only or mounted noexec):"
            + tried
            + "; give one by -Djava.io.tmpdir");
  }

  private static byte[] content() throws NativeCodeException {
    String resource =
        "/jni/" + Architecture.of(System.getProperty("os.arch")).name() + "-Linux/" + NAME;
    try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new NativeCodeException("the agent lacks " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new NativeCodeException("the agent's " + resource + " cannot be read: " + e, e);
    }
  }

  private static boolean tryBesideJar(Path jar, byte[] content, StringBuilder tried) {
    Path directory = jar.toAbsolutePath().resolveSibling("native");
    try {
      if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(PRIVATE));
      }
      PosixFileAttributes found =
          Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      Object ourselves = Files.getAttribute(Path.of("/proc/self"), "owner:owner");
      if (!found.isDirectory()
          || !found.owner().equals(ourselves)
          || !found.permissions().equals(PRIVATE)) {
        tried.append(' ').append(directory).append(" (not our own, mode 0700)");
        return false;
      }
      Path library = directory.resolve(NAME);
      if (!Files.exists(library) || !Arrays.equals(Files.readAllBytes(library), content)) {
        Path fresh = Files.createTempFile(directory, NAME, null);
        Files.write(fresh, content);
        Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE);
      }
      return map(directory, tried);
    } catch (IOException e) {
      tried.append(' ').append(e);
      return false;
    }
  }

  private static boolean tryTemporary(Path parent, byte[] content, StringBuilder tried) {
    try {
      Path directory =
          Files.createTempDirectory(
              parent, "fleetcheck", PosixFilePermissions.asFileAttribute(PRIVATE));
      Path library = directory.resolve(NAME);
      try {
        Files.write(library, content);
        return map(directory, tried);
      } finally {
        Files.deleteIfExists(library);
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      tried.append(' ').append(e);
      return false;
    }
  }

  /** Loads it for this class loader, where jffi then finds it loaded. */
  private static boolean map(Path directory, StringBuilder tried) {
    System.setProperty("jffi.boot.library.path", directory.toString());
    // jffi's own accessors of memory: sun.misc.Unsafe is not used, of which JDK 24 warns.
    System.setProperty("jffi.unsafe.disabled", "true");
    try {
      System.load(directory.resolve(NAME).toString());
      Class.forName("com.kenai.jffi.Foreign");
      com.kenai.jffi.Library.getDefault();
      return true;
    } catch (LinkageError | ClassNotFoundException e) {
      tried.append(' ').append(directory).append(" (").append(e.getMessage()).append(')');
      return false;
    }
  }
}
