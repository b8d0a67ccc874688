package io.fleetcheck.controller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.contrastsecurity.sarif.Result;
import com.contrastsecurity.sarif.SarifSchema210;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetcheck.controller.run.AuditResult;
import io.fleetcheck.controller.run.HostResult;
import io.fleetcheck.controller.verdict.Verdict;
import io.fleetcheck.playbooks.Waiver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formats for programs other than ours: their text, and what their real readers make of it. */
class ReportGoldensTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "csv,   sample-run.csv",
    "junit, sample-run.junit.xml",
    "sarif, sample-run.sarif",
    "prom,  sample-run.prom",
    "md,    sample-run.md"
  })
  void isThisText(String format, String golden) throws IOException {
    try (InputStream in = ReportGoldensTest.class.getResourceAsStream(golden)) {
      assertTrue(in != null, golden + " is a resource of this test");
      assertEquals(
          new String(in.readAllBytes(), StandardCharsets.UTF_8), text(report(format), waived()));
    }
  }

  /** But for style, scripts and the pages of codes, which are files of their own. */
  @Test
  void theHtmlReportIsThisText() throws IOException {
    String page =
        text(new HtmlReport(Past.NONE), waived())
            .replaceAll("(?s)<style>.*?</style>", "<style>...</style>")
            .replaceAll("(?s)<script>.*?</script>", "<script>...</script>")
            .replaceAll("(?s)<pre tabindex=\"0\">.*?</pre>", "<pre>...</pre>")
            .replaceAll("sha256-[^']*", "sha256-...");
    try (InputStream in = ReportGoldensTest.class.getResourceAsStream("sample-run.html")) {
      assertTrue(in != null, "sample-run.html is a resource of this test");
      assertEquals(new String(in.readAllBytes(), StandardCharsets.UTF_8), page);
    }
  }

  @Test
  void theMailToKernelDevelopersIsThisText() throws IOException {
    StringWriter mail = new StringWriter();
    BugReport.write(SampleRun.result(), "db1:sda", false, mail);
    try (InputStream in = ReportGoldensTest.class.getResourceAsStream("sample-mail.txt")) {
      assertTrue(in != null, "sample-mail.txt is a resource of this test");
      assertEquals(new String(in.readAllBytes(), StandardCharsets.UTF_8), mail.toString());
    }
  }

  @Test
  void surefireReadsTheJunitReport() throws Exception {
    String xml = text(new JunitReport(), waived());
    TestSuiteXmlParser parser = new TestSuiteXmlParser(new NullConsoleLogger());
    List<ReportTestSuite> suites =
        parser.parse(
            new InputStreamReader(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)),
                StandardCharsets.UTF_8));
    assertEquals(
        List.of("db1", "db2", "db3", "db4"),
        suites.stream().map(ReportTestSuite::getFullClassName).toList());
    ReportTestSuite db1 = suites.get(0);
    assertEquals(5, db1.getNumberOfTests());
    // The slow disk is waived, so it is skipped; the unknown one is an error.
    assertEquals(0, db1.getNumberOfFailures());
    assertEquals(1, db1.getNumberOfErrors());
    assertEquals(1, db1.getNumberOfSkipped());
    assertEquals(1, suites.get(2).getNumberOfErrors());
    String unwaived = text(new JunitReport(), SampleRun.result());
    assertTrue(unwaived.contains("<failure type=\"slow_write_same\""), unwaived);
  }

  @Test
  void aSarifReaderReadsTheSarifReport() throws IOException {
    SarifSchema210 sarif =
        new ObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true)
            .readValue(text(new SarifReport(), waived()), SarifSchema210.class);
    List<Result> results = sarif.getRuns().get(0).getResults();
    assertEquals(
        List.of("slow_write_same", "file_system_type"),
        results.stream().map(Result::getRuleId).toList());
    assertEquals(Result.Level.ERROR, results.get(0).getLevel());
    assertEquals(1, results.get(0).getSuppressions().size());
    assertEquals(Result.Kind.REVIEW, results.get(1).getKind());
    assertEquals(
        2, sarif.getRuns().get(0).getInvocations().get(0).getToolExecutionNotifications().size());
  }

  @Test
  void promtoolFindsNothingToSayOfThePrometheusReport() throws Exception {
    boolean installed = Files.isExecutable(Path.of("/usr/bin/promtool"));
    if (!installed) {
      System.err.println("SKIPPED: promtool is missing: install prometheus");
    }
    assumeTrue(installed, "SKIPPED: promtool is missing: install prometheus");
    Path metrics =
        Files.writeString(directory.resolve("fleet.prom"), text(new PrometheusReport(), waived()));
    Process promtool =
        new ProcessBuilder("/usr/bin/promtool", "check", "metrics")
            .redirectInput(metrics.toFile())
            .redirectErrorStream(true)
            .start();
    assertEquals("", new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    assertEquals(0, promtool.waitFor());
  }

  private static Report report(String format) {
    return switch (format) {
      case "csv" -> new CsvReport();
      case "junit" -> new JunitReport();
      case "sarif" -> new SarifReport();
      case "prom" -> new PrometheusReport();
      default -> new MarkdownReport();
    };
  }

  /** The sample, with a waiver for its slow disk. */
  static AuditResult waived() {
    AuditResult sample = SampleRun.result();
    HostResult host = sample.hosts().get(0);
    List<Verdict> verdicts = new ArrayList<>(host.verdicts());
    Verdict slow = verdicts.get(0);
    Waiver waiver =
        new Waiver(
            new Waiver.Subject.Disk(slow.disk().text()),
            "to be replaced | soon",
            "ada",
            "=bob",
            Instant.parse("2027-01-01T00:00:00Z"));
    verdicts.set(
        0,
        new Verdict(
            slow.disk(),
            slow.level(),
            slow.code(),
            slow.also(),
            slow.sentence(),
            slow.zerooutNanos(),
            slow.writeNanos(),
            slow.ratio(),
            slow.mounts(),
            slow.evidence(),
            Optional.of(waiver)));
    List<HostResult> hosts = new ArrayList<>(sample.hosts());
    hosts.set(
        0,
        new HostResult(
            host.name(),
            host.outcome(),
            host.events(),
            verdicts,
            host.timings(),
            host.started(),
            host.finished()));
    return new AuditResult(
        sample.id(),
        sample.started(),
        sample.finished(),
        sample.controller(),
        sample.options(),
        hosts,
        sample.aborted());
  }

  private static String text(Report report, AuditResult result) throws IOException {
    StringWriter out = new StringWriter();
    report.write(result, out);
    return out.toString();
  }
}
