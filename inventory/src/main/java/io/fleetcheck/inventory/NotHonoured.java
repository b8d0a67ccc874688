package io.fleetcheck.inventory;

import io.fleetcheck.inventory.python.Value.None;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ansible's variables of connections, shells and becoming that mean nothing to fleetcheck: those of
 * its plugins ssh, paramiko_ssh, local, sh, sudo and su that it does not honour otherwise.
 */
final class NotHonoured {
  /** However they are set, what fleetcheck does is the same, or it has nothing of the kind. */
  static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "ansible_control_path",
          "ansible_control_path_dir",
          "ansible_pipelining",
          "ansible_python_interpreter",
          "ansible_ssh_pipelining");

  /** Values of these that ask for what fleetcheck does anyway: any login shell will do, then sh. */
  private static final Map<String, Set<String>> DONE_ANYWAY =
      Map.of(
          "ansible_shell_executable", Set.of("/bin/sh", "sh"),
          "ansible_shell_type", Set.of("sh", "csh", "fish"));

  static final List<String> OF_ANY =
      List.of(
          "ansible_admin_users",
          "ansible_async_dir",
          "ansible_common_remote_group",
          "ansible_remote_tmp",
          "ansible_shell_allow_world_readable_temp",
          "ansible_shell_executable",
          "ansible_shell_type",
          "ansible_su_prompt_l10n",
          "ansible_system_tmpdirs");

  static final List<String> OF_SSH =
      List.of(
          "ansible_paramiko_host",
          "ansible_paramiko_host_key_checking",
          "ansible_paramiko_pass",
          "ansible_paramiko_password",
          "ansible_paramiko_use_rsa_sha2_algorithms",
          "ansible_paramiko_user",
          "ansible_scp_executable",
          "ansible_scp_extra_args",
          "ansible_scp_if_ssh",
          "ansible_sftp_batch_mode",
          "ansible_sftp_executable",
          "ansible_sftp_extra_args",
          "ansible_ssh_executable",
          "ansible_ssh_pkcs11_provider",
          "ansible_ssh_retries",
          "ansible_ssh_transfer_method",
          "ansible_ssh_use_tty",
          "ansible_sshpass_prompt");

  private NotHonoured() {}

  /** The names of those that a host has. */
  static List<String> among(Variables variables, boolean ssh) {
    List<String> names = new ArrayList<>(OF_ANY);
    names.addAll(ssh ? OF_SSH : List.of());
    names.removeIf(name -> variables.get(name).filter(it -> matters(name, it)).isEmpty());
    return names;
  }

  /** Templates are not filled in for it: what is wrong with them does no harm. */
  private static boolean matters(String name, Variables.Variable variable) {
    Set<String> anyway = DONE_ANYWAY.getOrDefault(name, Set.of());
    return variable.value().asText().map(text -> !anyway.contains(text)).orElse(true)
        && !(variable.value() instanceof None);
  }
}
