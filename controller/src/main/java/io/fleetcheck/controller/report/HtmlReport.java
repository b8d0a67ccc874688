package io.fleetcheck.controller.report;

import static java.util.Objects.requireNonNull;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.run.Told;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One file for a browser, which loads nothing else. Counts, hosts that are missing and causes are
 * plain HTML; the list of disks, the plots and each disk's samples are drawn by scripts of ours
 * from JSON that the file holds. Its Content-Security-Policy names our style and our script by
 * their hashes and forbids everything else, so that text of a host would be inert even where it
 * were not escaped.
 */
public final class HtmlReport implements Report {
  private static final List<String> SCRIPTS =
      List.of("dom", "format", "run", "state", "axis", "scatter", "strips", "disk", "list", "main");

  private final Past past;

  public HtmlReport(Past past) {
    this.past = requireNonNull(past);
  }

  @Override
  public String name() {
    return "html";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    List<DiskRow> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (HostResult host : result.hosts()) {
      Told told = host.told();
      rows.addAll(DiskRow.of(host, told));
      notes.addAll(Summary.notes(host.name(), told));
    }
    HtmlSummary summary = new HtmlSummary(result, rows, notes);
    String style = resource("report.css");
    String script = script();
    Map<String, String> texts =
        Map.of(
            "policy", policy(style, script),
            "title", new Html().add("fleetcheck, run %s", result.id()).toString(),
            "style", style,
            "summary", summary.summary(),
            "causes", summary.causes(),
            "codes", summary.codes(),
            "about", summary.about(),
            "script", script);
    // Every second part is a name.
    String[] parts = resource("report.html").split("\\{\\{|}}", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i % 2 == 0) {
        out.write(parts[i]);
      } else if (parts[i].equals("data")) {
        data(result, rows, out);
      } else {
        out.write(requireNonNull(texts.get(parts[i]), parts[i]));
      }
    }
  }

  /** Of each host its own element: what is never looked at is never parsed. */
  private void data(AuditResult result, List<DiskRow> rows, Writer out) throws IOException {
    out.write("<script type=\"application/json\" id=\"run\">");
    HtmlRun.write(result, rows, past, out);
    out.write("</script>\n");
    for (int i = 0; i < result.hosts().size(); i++) {
      HostResult host = result.hosts().get(i);
      if (!host.verdicts().isEmpty()) {
        out.write("<script type=\"application/json\" id=\"host-" + i + "\">");
        try (ScriptJson json = new ScriptJson(out)) {
          json.array(
              () -> {
                for (DiskView disk : DiskView.of(host, host.told())) {
                  new HtmlDisk(json, past).write(result, disk);
                }
              });
        }
        out.write("</script>\n");
      }
    }
  }

  private static String script() {
    String modules =
        SCRIPTS.stream().map(name -> resource(name + ".js")).collect(Collectors.joining("\n"));
    return "(() => {\n\"use strict\";\n" + modules + "})();\n";
  }

  private static String policy(String style, String script) {
    return "default-src 'none'; img-src data:; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
        .formatted(hash(style), hash(script));
  }

  private static String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream("html/" + name)) {
      return new String(requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("our own jar", e);
    }
  }
}
