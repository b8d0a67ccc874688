package io.fleetcheck.inventory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fleetcheck.inventory.document.Document;
import io.fleetcheck.inventory.document.InvalidDocument;
import io.fleetcheck.inventory.python.PythonJson;
import io.fleetcheck.inventory.python.Value;
import io.fleetcheck.inventory.python.Value.Int;
import io.fleetcheck.inventory.python.Value.Mapping;
import io.fleetcheck.inventory.python.Value.Sequence;
import io.fleetcheck.inventory.python.Value.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The real ansible-inventory, kept running; see {@code ansible_driver.py}. */
final class RealAnsible implements AutoCloseable {
  private static final Path PYTHON = Path.of("/usr/bin/python3");
  private static final Path ANSIBLE = Path.of("/usr/lib/python3/dist-packages/ansible");

  private final Process process;
  private final OutputStream requests;
  private final BufferedReader answers;

  /** What one run gave. */
  record Answer(int exit, String stdout, String stderr) {}

  private RealAnsible(Process process) {
    this.process = process;
    this.requests = process.getOutputStream();
    this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /**
   * Empty where Debian's ansible-core is not installed.
   *
   * @param home an empty directory, so that no configuration of the user matters
   */
  static Optional<RealAnsible> start(Path home) throws IOException {
    if (!Files.isExecutable(PYTHON) || !Files.isDirectory(ANSIBLE)) {
      return Optional.empty();
    }
    Path driver = home.resolve("ansible_driver.py");
    try (InputStream in = RealAnsible.class.getResourceAsStream("ansible_driver.py")) {
      Files.write(driver, Objects.requireNonNull(in).readAllBytes());
    }
    ProcessBuilder builder = new ProcessBuilder(PYTHON.toString(), driver.toString());
    builder.environment().clear();
    builder.environment().put("HOME", home.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("ANSIBLE_NOCOLOR", "1");
    builder.environment().put("ANSIBLE_LOCAL_TEMP", home.resolve("tmp").toString());
    builder.redirectError(home.resolve("driver.log").toFile());
    return Optional.of(new RealAnsible(builder.start()));
  }

  Answer run(Path directory, List<String> arguments) throws IOException {
    List<Value> words = arguments.stream().<Value>map(Text::new).toList();
    Value request = new Sequence(List.of(new Text(directory.toString()), new Sequence(words)));
    requests.write((json(request) + "\n").getBytes(UTF_8));
    requests.flush();
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the driver of Ansible has ended");
    }
    try {
      Mapping answer = (Mapping) Document.readJson(line, 10).root();
      return new Answer(
          ((Int) answer.get("rc").orElseThrow()).number().intValueExact(),
          answer.get("stdout").orElseThrow().asText().orElseThrow(),
          answer.get("stderr").orElseThrow().asText().orElseThrow());
    } catch (InvalidDocument invalid) {
      throw new IOException(line, invalid);
    }
  }

  private static String json(Value value) {
    try {
      return PythonJson.dump(value).text().replace("\n", " ");
    } catch (PythonJson.NotSerializable impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
