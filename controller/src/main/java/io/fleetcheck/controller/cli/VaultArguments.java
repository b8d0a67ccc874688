package io.fleetcheck.controller.cli;

import io.fleetcheck.inventory.AnsibleConfiguration;
import io.fleetcheck.inventory.InventoryContext;
import io.fleetcheck.inventory.Problem;
import io.fleetcheck.inventory.VaultPasswords;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Passwords of Ansible's vault. Named as Ansible names them. */
final class VaultArguments {
  @Option(
      names = "--vault-id",
      paramLabel = "[LABEL@]SOURCE",
      description = "A vault password: SOURCE is a file, a program that prints it, or prompt.")
  private List<String> identities = new ArrayList<>();

  @Option(
      names = {"--vault-password-file", "--vault-pass-file"},
      paramLabel = "FILE",
      description = "A file with a vault password, or a program that prints it.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = {"-J", "--ask-vault-pass", "--ask-vault-password"},
      description = "Ask once, on the terminal, for a vault password.")
  private boolean ask;

  /**
   * The surroundings of an inventory with the passwords that are named here, or else in the
   * environment; says what else of Ansible's configuration has no effect.
   *
   * @throws UsageException where not one of them can be had
   */
  InventoryContext open(Surroundings surroundings) throws UsageException {
    InventoryContext context = surroundings.inventories();
    VaultPasswords.Found found =
        new VaultPasswords(
                context, label -> surroundings.prompt().map(prompt -> prompt.apply(label)))
            .find(identities, files, ask);
    if (found.problems().stream()
        .anyMatch(problem -> problem.severity() != Problem.Severity.WARNING)) {
      throw new UsageException(found.problems().stream().map(Problem::toString).toList());
    }
    Stream.concat(AnsibleConfiguration.warnings(context).stream(), found.problems().stream())
        .forEach(problem -> surroundings.err().println("fleetcheck: warning: " + problem));
    return context.with(found.vault());
  }
}
