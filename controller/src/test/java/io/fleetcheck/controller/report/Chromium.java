package io.fleetcheck.controller.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A real browser without a screen, driven over the DevTools protocol
 * (https://chromedevtools.github.io/devtools-protocol/), with one page.
 */
public final class Chromium implements AutoCloseable {
  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/google-chrome"));

  private static final String LISTENING = "DevTools listening on ";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<JsonNode> events = Collections.synchronizedList(new ArrayList<>());
  private final String session;

  private Chromium(Process process, URI browser) throws IOException {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(browser, new Messages()).join();
    String target =
        call("", "Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    session =
        call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asText();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  /**
   * Skips the test, aloud, where there is no Chromium.
   *
   * @param directory for its profile
   */
  public static Chromium start(Path directory) throws IOException {
    Optional<Path> program = PROGRAMS.stream().filter(Files::isExecutable).findFirst();
    if (program.isEmpty()) {
      System.err.println("SKIPPED: chromium is missing: install chromium");
    }
    assumeTrue(program.isPresent(), "SKIPPED: chromium is missing: install chromium");
    Process process =
        new ProcessBuilder(
                program.get().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + directory,
                "--remote-debugging-port=0",
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Chromium(process, address(process));
  }

  /** It says on standard error where it listens, and a lot else before and after. */
  private static URI address(Process process) throws IOException {
    CompletableFuture<URI> address = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              process
                  .errorReader()
                  .lines()
                  .filter(line -> line.startsWith(LISTENING))
                  .forEach(
                      line -> address.complete(URI.create(line.substring(LISTENING.length()))));
              address.completeExceptionally(new IOException("chromium ended"));
            });
    reader.setDaemon(true);
    reader.start();
    try {
      return address.get(2, TimeUnit.MINUTES);
    } catch (Exception e) {
      process.destroyForcibly();
      throw new IOException("chromium did not start", e);
    }
  }

  /** Opens a file in a window of that size and waits until its script has run. */
  void open(Path file, String fragment, int width, int height, String scheme) throws IOException {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    // A page of the same address but for its fragment would not be loaded again.
    call("Page.navigate", Map.of("url", "about:blank"));
    waitFor("location.href === 'about:blank'");
    events.clear();
    call("Page.navigate", Map.of("url", file.toUri() + fragment));
    waitFor("document.readyState === 'complete' && location.protocol === 'file:'");
  }

  /** The value of an expression, which may be a promise. */
  JsonNode evaluate(String expression) throws IOException {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  /** Asks again and again until the expression is true; no timer of a page without scripts runs. */
  void waitFor(String condition) throws IOException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (true) {
      try {
        if (evaluate("Boolean(" + condition + ")").asBoolean()) {
          return;
        }
        if (System.nanoTime() > end) {
          throw new IOException("not within a minute: " + condition);
        }
      } catch (IOException e) {
        // A page that is being left takes what was asked of it along.
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  /** A key as a person presses it, such as {@code Tab} or {@code Enter}. */
  void press(String key) throws IOException {
    int code = key.equals("Tab") ? 9 : key.equals("Enter") ? 13 : 32;
    String text = key.equals("Enter") ? "\r" : key.equals(" ") ? " " : "";
    call(
        "Input.dispatchKeyEvent",
        Map.of(
            "type",
            text.isEmpty() ? "rawKeyDown" : "keyDown",
            "key",
            key,
            "code",
            key.equals(" ") ? "Space" : key,
            "windowsVirtualKeyCode",
            code,
            "text",
            text));
    call(
        "Input.dispatchKeyEvent",
        Map.of("type", "keyUp", "key", key, "windowsVirtualKeyCode", code));
  }

  void type(String text) throws IOException {
    call("Input.insertText", Map.of("text", text));
  }

  /** A PNG of the whole page, in base64. */
  public String screenshot() throws IOException {
    return call("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
        .get("data")
        .asText();
  }

  /** Also for a screen that is not there: media {@code print}. */
  void media(String media) throws IOException {
    call("Emulation.setEmulatedMedia", Map.of("media", media));
  }

  /** What the page complained of since it was opened. */
  List<String> complaints() {
    return texts(
        event ->
            switch (event.get("method").asText()) {
              case "Runtime.exceptionThrown", "Log.entryAdded" -> event.get("params").toString();
              case "Runtime.consoleAPICalled" -> event.at("/params/args").toString();
              default -> "";
            });
  }

  /** What the page asked the network for since it was opened; its own file is the first. */
  List<String> requests() {
    return texts(
        event ->
            event.get("method").asText().equals("Network.requestWillBeSent")
                ? event.at("/params/request/url").asText()
                : "");
  }

  private List<String> texts(Function<JsonNode, String> text) {
    synchronized (events) {
      return events.stream().map(text).filter(one -> !one.isEmpty()).toList();
    }
  }

  JsonNode call(String method, Map<String, ?> parameters) throws IOException {
    return call(session, method, parameters);
  }

  private JsonNode call(String to, String method, Map<String, ?> parameters) throws IOException {
    int id = ids.incrementAndGet();
    ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", MAPPER.valueToTree(parameters));
    if (!to.isEmpty()) {
      message.put("sessionId", to);
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket.sendText(message.toString(), true).join();
    try {
      JsonNode result = answer.get(2, TimeUnit.MINUTES);
      if (result.has("error")) {
        throw new IOException(method + ": " + result.get("error"));
      }
      return result.path("result");
    } catch (Exception e) {
      throw e instanceof IOException io ? io : new IOException(method, e);
    }
  }

  /** Messages come in pieces. */
  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        receive(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }

    private void receive(String message) {
      try {
        JsonNode json = MAPPER.readTree(message);
        if (json.has("id")) {
          answers.remove(json.get("id").asInt()).complete(json);
        } else {
          events.add(json);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      call("", "Browser.close", Map.of());
      if (process.waitFor(20, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException gone) {
      // Then it is not to be asked.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
