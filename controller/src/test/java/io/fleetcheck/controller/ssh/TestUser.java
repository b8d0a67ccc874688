package io.fleetcheck.controller.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A user of this machine for one test, made by root and removed again. */
final class TestUser implements AutoCloseable {
  private final String name;
  private final List<Path> files = new ArrayList<>();

  private TestUser(String name) {
    this.name = name;
  }

  static TestUser create(String shell) throws IOException {
    Skip.unlessRoot("make users");
    Skip.unlessInstalled("/usr/sbin/useradd", "passwd");
    Skip.unlessInstalled(shell, "the package of that shell");
    String name = "fc" + ThreadLocalRandom.current().nextInt(100_000, 1_000_000);
    // No password will do, but the account is not a locked one, which sshd refuses.
    Shell.must("useradd", "--create-home", "--shell", shell, "--password", "*", name);
    return new TestUser(name);
  }

  String name() {
    return name;
  }

  Path home() {
    return Path.of("/home", name);
  }

  TestUser withPassword(String password) throws IOException {
    Shell.Result result = Shell.runWithInput(name + ":" + password + "\n", "chpasswd");
    if (result.status() != 0) {
      throw new IOException(result.text());
    }
    return this;
  }

  /** A drop-in for sudo, checked before it counts: a broken one would break sudo for all. */
  TestUser withSudoers(String... lines) throws IOException {
    Skip.unlessInstalled("/usr/bin/sudo", "sudo");
    Skip.unless(Files.isDirectory(Path.of("/etc/sudoers.d")), "there is no /etc/sudoers.d");
    Path checked = Files.createTempFile("sudoers", "");
    files.add(checked);
    Files.write(checked, List.of(lines).stream().map(line -> line.replace("USER", name)).toList());
    Shell.must("visudo", "-c", "-f", checked.toString());
    Path dropIn = Path.of("/etc/sudoers.d", name);
    files.add(dropIn);
    Shell.must("install", "-m", "440", checked.toString(), dropIn.toString());
    return this;
  }

  /** A file below the home directory, the user's own. */
  TestUser withFile(String path, String content) throws IOException {
    Path file = home().resolve(path);
    Shell.must("install", "-D", "-o", name, "-g", name, "/dev/null", file.toString());
    Shell.must("chown", "-R", name + ":", home().toString());
    Files.writeString(file, content);
    Shell.must("chown", name + ":", file.toString());
    return this;
  }

  @Override
  public void close() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    for (String directory : List.of("/var/tmp", "/tmp", "/dev/shm")) {
      Shell.must(
          "find", directory, "-maxdepth", "1", "-user", name, "-exec", "rm", "-rf", "{}", "+");
    }
    // Also while the last process of the connection is still ending.
    Shell.must("userdel", "--remove", "--force", name);
  }
}
