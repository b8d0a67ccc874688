package io.fleetcheck.inventory;

import io.fleetcheck.inventory.python.PythonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Ansible's own configuration, {@code ansible.cfg} and variables of the environment: fleetcheck
 * does not honour it, and says so of each setting that bears on inventories and connections.
 */
public final class AnsibleConfiguration {
  private static final Path MACHINE = Path.of("/etc/ansible/ansible.cfg");

  /** Everything in these sections counts, but for {@link #WITHOUT_EFFECT}. */
  private static final Set<String> SECTIONS =
      Set.of(
          "connection",
          "inventory",
          "paramiko_connection",
          "privilege_escalation",
          "ssh_connection",
          "su_become_plugin",
          "sudo_become_plugin");

  private static final Set<String> DEFAULTS =
      Set.of(
          "ask_pass",
          "ask_vault_pass",
          "become_password_file",
          "connection_password_file",
          "duplicate_dict_key",
          "error_on_undefined_vars",
          "executable",
          "force_valid_group_names",
          "hash_behaviour",
          "host_key_checking",
          "inventory",
          "inventory_ignore_extensions",
          "inventory_ignore_patterns",
          "jinja2_extensions",
          "jinja2_native",
          "playbook_vars_root",
          "precedence",
          "private_key_file",
          "remote_port",
          "remote_tmp",
          "remote_user",
          "timeout",
          "transport",
          "vars_plugins_enabled",
          "vault_id_match",
          "vault_identity",
          "vault_identity_list",
          "vault_password_file",
          "yaml_valid_extensions");

  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "agnostic_become_prompt",
          "cache",
          "control_path",
          "control_path_dir",
          "export",
          "inventory_unparsed_warning",
          "pipelining");

  private static final Pattern VARIABLE =
      Pattern.compile(
          "ANSIBLE_(?:(?:SSH|PARAMIKO|BECOME|SUDO|SU|SCP|SFTP)_.+|SSHPASS_PROMPT|PKCS11_PROVIDER"
              + "|INVENTORY(?:_.+)?|BECOME|ASK_(?:VAULT_)?PASS|DUPLICATE_YAML_DICT_KEY"
              + "|CONNECTION_PASSWORD_FILE|ERROR_ON_UNDEFINED_VARS|EXECUTABLE|HASH_BEHAVIOUR"
              + "|HOST_KEY_CHECKING|HOST_PATTERN_MISMATCH|JINJA2_(?:EXTENSIONS|NATIVE)"
              + "|PLAYBOOK_(?:DIR|VARS_ROOT)|PRECEDENCE|PRIVATE_KEY_FILE"
              + "|REMOTE_(?:PORT|TEMP|TMP|USER)|TIMEOUT|TRANSFORM_INVALID_GROUP_CHARS|TRANSPORT"
              + "|VARS_ENABLED|VAULT_ID_MATCH|VAULT_IDENTITY|YAML_FILENAME_EXT)");

  private static final Pattern VARIABLE_WITHOUT_EFFECT =
      Pattern.compile(
          "ANSIBLE_(?:SSH_(?:CONTROL_PATH|CONTROL_PATH_DIR|PIPELINING)|INVENTORY_(?:CACHE.*|EXPORT"
              + "|UNPARSED_WARNING))");

  private AnsibleConfiguration() {}

  /** A warning for the file and one for the environment, where they set what is not honoured. */
  public static List<Problem> warnings(InventoryContext context) {
    List<Problem> warnings = new ArrayList<>();
    file(context)
        .ifPresent(file -> warn(file.toString(), settings(file, context)).ifPresent(warnings::add));
    TreeSet<String> variables = new TreeSet<>();
    context.environment().keySet().stream()
        .filter(name -> VARIABLE.matcher(name).matches())
        .filter(name -> !VARIABLE_WITHOUT_EFFECT.matcher(name).matches())
        .forEach(variables::add);
    warn("environment", variables).ifPresent(warnings::add);
    return warnings;
  }

  private static Optional<Problem> warn(String source, Set<String> settings) {
    return settings.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Problem.warning(
                Place.of(source),
                "not honoured: " + String.join(", ", settings),
                "",
                "variables in the inventory, or options"));
  }

  /** The first there is; one in a directory that everybody may write to does not count. */
  private static Optional<Path> file(InventoryContext context) {
    Optional<Path> named =
        Optional.ofNullable(context.environment().get("ANSIBLE_CONFIG"))
            .flatMap(context::resolve)
            .map(file -> Files.isDirectory(file) ? file.resolve("ansible.cfg") : file);
    Optional<Path> here =
        isWritableByAll(context.directory())
            ? Optional.empty()
            : Optional.of(context.directory().resolve("ansible.cfg"));
    return Stream.of(
            named, here, Optional.of(context.home().resolve(".ansible.cfg")), Optional.of(MACHINE))
        .flatMap(Optional::stream)
        .filter(Files::isReadable)
        .findFirst();
  }

  private static boolean isWritableByAll(Path directory) {
    try {
      return Files.getPosixFilePermissions(directory).contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }

  private static Set<String> settings(Path file, InventoryContext context) {
    TreeSet<String> settings = new TreeSet<>();
    String text;
    try {
      text =
          SurrogateEscape.decode(
              SourceFile.bytes(file, Place.of(file.toString()), context.limits()));
    } catch (InvalidSource unreadable) {
      return Set.of("anything: it cannot be read");
    }
    String section = "";
    for (String line : PythonText.splitLines(text)) {
      if (line.startsWith("[") && line.indexOf(']') > 0) {
        section = line.substring(1, line.indexOf(']'));
      } else if (!line.isEmpty() && "#; \t".indexOf(line.charAt(0)) < 0) {
        String key = line.split("[=:]", 2)[0].strip().toLowerCase(Locale.ROOT);
        boolean counts =
            section.equals("defaults")
                ? DEFAULTS.contains(key)
                : SECTIONS.contains(section) && !WITHOUT_EFFECT.contains(key);
        if (counts && !key.isEmpty()) {
          settings.add("[" + section + "] " + key);
        }
      }
    }
    return settings;
  }
}
