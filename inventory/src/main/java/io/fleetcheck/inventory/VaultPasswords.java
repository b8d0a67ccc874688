package io.fleetcheck.inventory;

import io.fleetcheck.inventory.Vault.Password;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the vault passwords that a command line and the environment name: {@code --vault-id
 * [LABEL@]SOURCE}, {@code --vault-password-file}, {@code --ask-vault-pass}, {@code
 * ANSIBLE_VAULT_IDENTITY_LIST} and {@code ANSIBLE_VAULT_PASSWORD_FILE}.
 */
public final class VaultPasswords {
  private static final String DEFAULT = "default";
  private static final String FILE_VARIABLE = "ANSIBLE_VAULT_PASSWORD_FILE";
  private static final String LIST_VARIABLE = "ANSIBLE_VAULT_IDENTITY_LIST";

  private static final String LINE_BREAKS = "\r\n";
  private static final String BLANKS = " \t\r\n\013\f";

  private final InventoryContext context;
  private final Function<String, Optional<Secret>> prompt;
  private final List<Password> passwords = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param prompt asks for a password on the terminal; empty where there is none
   */
  public VaultPasswords(InventoryContext context, Function<String, Optional<Secret>> prompt) {
    this.context = context;
    this.prompt = prompt;
  }

  /** The passwords that were found, and what is wrong with the others. */
  public record Found(Vault vault, List<Problem> problems) {
    public Found {
      problems = List.copyOf(problems);
    }
  }

  public Found find(List<String> vaultIds, List<String> passwordFiles, boolean ask) {
    identities(LIST_VARIABLE).forEach(this::identity);
    vaultIds.forEach(this::identity);
    List<String> files = new ArrayList<>(passwordFiles);
    Optional.ofNullable(context.environment().get(FILE_VARIABLE)).ifPresent(files::add);
    files.stream()
        .filter(file -> !file.isEmpty())
        .forEach(file -> source(Optional.of(DEFAULT), file));
    if (ask) {
      source(Optional.of(DEFAULT), "prompt");
    }
    return new Found(new Vault(passwords), problems.stream().map(this::judged).toList());
  }

  /** As in Ansible: where one file gave a password, it does not matter that another did not. */
  private Problem judged(Problem problem) {
    return problem.severity() == Problem.Severity.FATAL
        ? problem
        : problem.as(passwords.isEmpty() ? Problem.Severity.FATAL : Problem.Severity.WARNING);
  }

  private List<String> identities(String variable) {
    String list = context.environment().getOrDefault(variable, "");
    return List.of(list.split(",", -1)).stream()
        .map(String::strip)
        .filter(identity -> !identity.isEmpty())
        .toList();
  }

  private void identity(String identity) {
    int at = identity.indexOf('@');
    source(
        at > 0 ? Optional.of(identity.substring(0, at)) : Optional.empty(),
        identity.substring(at + 1));
  }

  private void source(Optional<String> given, String source) {
    String label = given.orElse(DEFAULT);
    Place place = Place.of("vault password " + label + "@" + source);
    Optional<String> password;
    if (source.equals("prompt") || source.equals("prompt_ask_vault_pass")) {
      password = prompt.apply("Vault password (" + label + "): ").map(Secret::reveal);
      if (password.isEmpty()) {
        problems.add(Problem.fatal(place, "no terminal to ask on", "", "--vault-password-file"));
        return;
      }
    } else {
      Optional<Path> file = context.resolve(source);
      if (file.isEmpty()) {
        refuse(place, "no file name in this locale", "a UTF-8 locale");
        return;
      }
      password = fromFile(given, file.get(), place);
    }
    if (password.isPresent()) {
      if (password.get().isEmpty()) {
        refuse(place, "empty vault password", "a password");
      } else {
        passwords.add(new Password(label, new Secret(password.get())));
      }
    }
  }

  /**
   * An executable file prints the password, and line breaks around it do not count; of any other it
   * is the text, without blanks around.
   */
  private Optional<String> fromFile(Optional<String> label, Path file, Place place) {
    try {
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return Optional.of(strip(printed(label, file, place), LINE_BREAKS));
      }
      String text = SourceFile.text(file, place, context.with(new Vault(passwords)));
      return Optional.of(strip(text, BLANKS));
    } catch (InvalidSource invalid) {
      problems.add(invalid.problem());
      return Optional.empty();
    }
  }

  private static String strip(String text, String characters) {
    int start = 0;
    int end = text.length();
    while (start < end && characters.indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    while (start < end && characters.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(start, end);
  }

  private String printed(Optional<String> label, Path file, Place place) throws InvalidSource {
    String name = FileNames.of(file);
    int dot = name.lastIndexOf('.');
    boolean client = (dot > 0 ? name.substring(0, dot) : name).endsWith("-client");
    List<String> arguments =
        client ? label.map(it -> List.of("--vault-id", it)).orElse(List.of()) : List.of();
    try {
      ScriptRunner.Output output = new ScriptRunner(context).run(file, arguments);
      if (output.exit() != 0) {
        throw invalid(place, "failed with exit code " + output.exit(), "exit code 0");
      }
      return output.stdout();
    } catch (ScriptRunner.Unfinished unfinished) {
      throw invalid(place, String.valueOf(unfinished.getMessage()), unfinished.expected());
    }
  }

  private void refuse(Place place, String what, String expected) {
    problems.add(Problem.unread(place, what, "", expected));
  }

  private static InvalidSource invalid(Place place, String what, String expected) {
    return new InvalidSource(Problem.unread(place, what, "", expected));
  }
}
