package io.fleetcheck.controller;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Imports go one way, as docs/architecture.md draws them. */
@AnalyzeClasses(packages = "io.fleetcheck", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String AGENT = "io.fleetcheck.agent";
  private static final String CONTROLLER = "io.fleetcheck.controller";
  private static final String INVENTORY = "io.fleetcheck.inventory..";
  private static final String PLAYBOOKS = "io.fleetcheck.playbooks..";
  private static final String WIRE = AGENT + ".wire..";

  @ArchTest static final ArchRule wireImportsNothingOfOurs = onlyOurs(WIRE, WIRE);

  @ArchTest static final ArchRule inventoryImportsNothingOfOurs = onlyOurs(INVENTORY, INVENTORY);

  @ArchTest
  static final ArchRule playbooksKnowInventoriesOnly = onlyOurs(PLAYBOOKS, PLAYBOOKS, INVENTORY);

  @ArchTest
  static final ArchRule sysfsKnowsTheWireOnly = onlyOurs(agent("sysfs"), agent("sysfs"), WIRE);

  @ArchTest
  static final ArchRule probeKnowsTheWireOnly = onlyOurs(agent("probe"), agent("probe"), WIRE);

  @ArchTest
  static final ArchRule nativesImplementTheProbesPort =
      onlyOurs(agent("natives"), agent("natives"), agent("probe"), agent("sysfs"), WIRE);

  @ArchTest
  static final ArchRule onlyNativesImportJnr =
      noClasses()
          .that()
          .resideOutsideOfPackages(agent("natives"), "com.kenai..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.kenai..");

  @ArchTest
  static final ArchRule theControllerKnowsOnlyTheWireOfTheAgent =
      noClasses()
          .that()
          .resideInAPackage(CONTROLLER + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AGENT, agent("sysfs"), agent("probe"), agent("natives"))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule verdictsKnowWireAndPlaybooks =
      onlyOurs(controller("verdict"), controller("verdict"), WIRE, PLAYBOOKS);

  @ArchTest
  static final ArchRule verdictsArePure =
      noClasses()
          .that()
          .resideInAPackage(controller("verdict"))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.io..", "java.nio.file..", "java.util.logging..", "org.slf4j..")
          .orShould()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime");

  /** A host's clock may be years off, and may be set while an agent works. */
  @ArchTest
  static final ArchRule agentsAskNoWallClock =
      noClasses()
          .that()
          .resideInAPackage(AGENT + "..")
          .should()
          .callMethodWhere(target(owner(resideInAPackage("java.time.."))).and(target(name("now"))))
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule runOwnsThePorts =
      onlyOurs(
          controller("run"), controller("run"), controller("verdict"), INVENTORY, PLAYBOOKS, WIRE);

  @ArchTest
  static final ArchRule storesKnowTheRun =
      onlyOurs(
          controller("store"),
          controller("store"),
          controller("run"),
          controller("verdict"),
          PLAYBOOKS,
          WIRE);

  @ArchTest
  static final ArchRule onlyStoresKnowDatabases =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              controller("store"), "org.sqlite..", "org.postgresql..", "java..", "javax..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "org.sqlite..", "org.postgresql..");

  @ArchTest
  static final ArchRule nobodyImportsTheCommandLine =
      classes()
          .that()
          .resideInAnyPackage(controller("cli"), controller("shell"))
          .should()
          .onlyBeAccessed()
          .byAnyPackage(controller("cli"), controller("shell"));

  private static String agent(String part) {
    return AGENT + "." + part + "..";
  }

  private static String controller(String part) {
    return CONTROLLER + "." + part + "..";
  }

  /** What lies in a package imports, of all that is ours, these packages only. */
  private static ArchRule onlyOurs(String from, String... allowed) {
    return noClasses()
        .that()
        .resideInAPackage(from)
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.fleetcheck..").and(not(resideInAnyPackage(allowed))))
        .allowEmptyShould(true);
  }
}
