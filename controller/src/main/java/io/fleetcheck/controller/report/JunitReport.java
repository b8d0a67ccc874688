package io.fleetcheck.controller.report;

import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.verdict.Level;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.playbooks.Waiver;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit's XML, as build servers read it: a host is a test suite, and a disk a test.
 *
 * <p>A finding is a failure. What nobody knows, a disk that is unknown or a host that did not
 * answer, is an error: a green build must mean that all is well. A waived finding is skipped, with
 * the waiver as its message.
 */
public final class JunitReport implements Report {

  @Override
  public String name() {
    return "junit";
  }

  @Override
  public void write(AuditResult result, Writer out) throws IOException {
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      line(xml, "");
      xml.writeStartElement("testsuites");
      xml.writeAttribute("name", "fleetcheck " + result.id());
      for (HostResult host : result.hosts()) {
        suite(xml, host);
      }
      line(xml, "");
      xml.writeEndElement();
      line(xml, "");
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void suite(XMLStreamWriter xml, HostResult host) throws XMLStreamException {
    List<DiskRow> disks = DiskRow.of(host);
    boolean settled = host.outcome().isSettled();
    List<Verdict> verdicts = disks.stream().map(DiskRow::verdict).toList();
    line(xml, "  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", Text.printable(host.name()));
    xml.writeAttribute("tests", String.valueOf(disks.size() + 1));
    xml.writeAttribute("failures", count(verdicts, Kind.FAILURE));
    xml.writeAttribute(
        "errors",
        String.valueOf(
            verdicts.stream().filter(v -> kind(v) == Kind.ERROR).count() + (settled ? 0 : 1)));
    xml.writeAttribute("skipped", count(verdicts, Kind.SKIPPED));
    xml.writeAttribute("time", seconds(Duration.between(host.started(), host.finished())));
    xml.writeAttribute("timestamp", host.started().toString().replaceFirst("(\\.\\d+)?Z$", ""));
    host(xml, host);
    for (DiskRow disk : disks) {
      disk(xml, disk);
    }
    line(xml, "  ");
    xml.writeEndElement();
  }

  /** So that a host without disks is there, too. */
  private static void host(XMLStreamWriter xml, HostResult host) throws XMLStreamException {
    testcase(xml, host.name(), "answers");
    if (!host.outcome().isSettled()) {
      String stage = host.outcome().at().map(at -> " at " + at.text()).orElse("");
      note(xml, "error", host.outcome().text() + stage, host.outcome().detail(), List.of());
    }
    line(xml, "    ");
    xml.writeEndElement();
  }

  private static void disk(XMLStreamWriter xml, DiskRow row) throws XMLStreamException {
    Verdict verdict = row.verdict();
    testcase(xml, row.host(), row.disk().name() + " " + row.disk().id().text());
    switch (kind(verdict)) {
      case PASSED -> {}
      case SKIPPED -> {
        Waiver waiver = verdict.waiver().orElseThrow();
        line(xml, "      ");
        xml.writeEmptyElement("skipped");
        xml.writeAttribute(
            "message",
            Text.printable(
                "waived until %s by %s: %s; it is %s %s"
                    .formatted(
                        waiver.expires(),
                        waiver.approver(),
                        waiver.reason(),
                        verdict.level().text(),
                        verdict.code())));
      }
      case FAILURE -> note(xml, "failure", verdict.code(), verdict.sentence(), evidence(row));
      case ERROR -> note(xml, "error", verdict.code(), verdict.sentence(), evidence(row));
    }
    line(xml, "    ");
    xml.writeEndElement();
  }

  /** What a test came to. */
  private enum Kind {
    PASSED,
    FAILURE,
    ERROR,
    SKIPPED
  }

  private static Kind kind(Verdict verdict) {
    if (verdict.waiver().isPresent() && verdict.level() != Level.OK) {
      return Kind.SKIPPED;
    }
    return switch (verdict.level()) {
      case OK -> Kind.PASSED;
      case UNKNOWN -> Kind.ERROR;
      case AT_RISK, BROKEN -> Kind.FAILURE;
    };
  }

  private static String count(List<Verdict> verdicts, Kind kind) {
    return String.valueOf(verdicts.stream().filter(v -> kind(v) == kind).count());
  }

  private static List<String> evidence(DiskRow row) {
    List<String> lines = new ArrayList<>();
    lines.add(row.verdict().level().text());
    row.verdict()
        .mounts()
        .forEach(
            mount ->
                lines.add(
                    mount.path() + " (" + mount.fileSystem() + "): " + mount.impact().text()));
    lines.addAll(row.verdict().evidence());
    return lines;
  }

  private static void testcase(XMLStreamWriter xml, String host, String name)
      throws XMLStreamException {
    line(xml, "    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", Text.printable(host));
    xml.writeAttribute("name", Text.printable(name));
    // Which part of the host's time a disk took is not known.
    xml.writeAttribute("time", "0");
  }

  private static void note(
      XMLStreamWriter xml, String element, String type, String message, List<String> lines)
      throws XMLStreamException {
    line(xml, "      ");
    xml.writeStartElement(element);
    xml.writeAttribute("type", type);
    xml.writeAttribute("message", Text.printable(message));
    for (String line : lines) {
      line(xml, Text.printable(line));
    }
    if (!lines.isEmpty()) {
      line(xml, "      ");
    }
    xml.writeEndElement();
  }

  private static void line(XMLStreamWriter xml, String start) throws XMLStreamException {
    xml.writeCharacters("\n" + start);
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1e3);
  }
}
