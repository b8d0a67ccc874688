package io.fleetcheck.inventory;

import io.fleetcheck.inventory.ConnectionSettings.Become;
import io.fleetcheck.inventory.ConnectionSettings.Jump;
import io.fleetcheck.inventory.ConnectionSettings.Method;
import io.fleetcheck.inventory.ConnectionSettings.Ssh;
import io.fleetcheck.inventory.HostConnection.Unusable;
import io.fleetcheck.inventory.HostConnection.Usable;
import io.fleetcheck.inventory.HostValues.Unresolved;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Makes connection settings of a host's variables and of the command line, as Ansible's ssh
 * connection does: of several names for one setting the last that is set counts, and a variable
 * beats an option.
 */
public final class ConnectionSettingsReader {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Ours: Ansible knows no such variable, and passes it on. */
  private static final String SCRATCH = "fleetcheck_scratch";

  private final Inventory inventory;
  private final InventoryContext context;
  private final ConnectionOptions options;

  public ConnectionSettingsReader(
      Inventory inventory, InventoryContext context, ConnectionOptions options) {
    this.inventory = inventory;
    this.context = context;
    this.options = options;
  }

  /** What is wrong with one host's variables is that host's problem alone. */
  public HostConnection read(String host) {
    try {
      return new Reading(host, new HostValues(host, inventory.variables(host), inventory, context))
          .settings();
    } catch (Unresolved unresolved) {
      return new Unusable(host, unresolved.problem());
    } catch (InvalidSource invalid) {
      return new Unusable(host, invalid.problem());
    }
  }

  /** The reading of one host. */
  private final class Reading {
    private final String host;
    private final HostValues values;
    private final List<Problem> warnings = new ArrayList<>();
    private final SshOptions before;
    private final SshOptions after;

    Reading(String host, HostValues values) throws Unresolved {
      this.host = host;
      this.values = values;
      // ssh counts the first of two contradicting options, and Ansible's own stand between these.
      this.before = new SshOptions(values.words("ansible_ssh_args"));
      List<String> later = new ArrayList<>(values.words("ansible_ssh_common_args"));
      later.addAll(values.words("ansible_ssh_extra_args"));
      this.after = new SshOptions(later);
    }

    Usable settings() throws Unresolved {
      Method method = method();
      warnOfWhatIsNotHonoured(method == Method.SSH);
      SshOptions proxy = before.namesProxy() ? before : after;
      ConnectionSettings settings =
          new ConnectionSettings(
              host,
              method,
              address(),
              port(),
              user(),
              values
                  .last("ansible_password", "ansible_ssh_pass", "ansible_ssh_password")
                  .map(Secret::new)
                  .or(options::password),
              keyFiles(),
              jumps(proxy),
              proxy.proxyCommand(),
              paths(
                  before.knownHostsFiles().isEmpty()
                      ? after.knownHostsFiles()
                      : before.knownHostsFiles()),
              hostKeyChecking(),
              timeout(),
              become(),
              ssh(proxy));
      return new Usable(settings, scratch(), warnings);
    }

    private List<ScratchName> scratch() throws Unresolved {
      List<ScratchName> names = new ArrayList<>();
      for (String text : values.items(SCRATCH)) {
        try {
          names.add(ScratchName.of(text));
        } catch (ScratchName.Unsafe unsafe) {
          throw values.invalid(SCRATCH, String.valueOf(unsafe.getMessage()), text, "");
        }
      }
      return names;
    }

    private Method method() throws Unresolved {
      String connection = values.last("ansible_connection").or(options::connection).orElse("smart");
      return switch (connection.substring(connection.lastIndexOf('.') + 1)) {
        case "smart", "ssh", "paramiko", "paramiko_ssh", "libssh" -> Method.SSH;
        case "local" -> Method.LOCAL;
        default ->
            throw values.invalid(
                "ansible_connection", "unsupported connection", connection, "ssh or local");
      };
    }

    private String address() throws Unresolved {
      Optional<String> given = values.last("ansible_host", "ansible_ssh_host");
      if (given.isPresent() && given.get().isEmpty()) {
        throw values.invalid("ansible_host", "empty address", "", "a name or an address");
      }
      return before.address().or(() -> given).or(after::address).orElse(host);
    }

    private OptionalInt port() throws Unresolved {
      Optional<String> variable = values.last("ansible_port", "ansible_ssh_port");
      Optional<String> port = before.port().or(() -> variable).or(after::port);
      return port.isEmpty()
          ? OptionalInt.empty()
          : OptionalInt.of(values.integer("ansible_port", port.get(), 1, 65535));
    }

    private Optional<String> user() throws Unresolved {
      Optional<String> variable = values.last("ansible_user", "ansible_ssh_user").or(options::user);
      return before.user().or(() -> variable.filter(name -> !name.isEmpty())).or(after::user);
    }

    private List<Path> keyFiles() throws Unresolved {
      Optional<String> variable =
          values
              .last("ansible_private_key_file", "ansible_ssh_private_key_file")
              .filter(name -> !name.isEmpty());
      List<Path> keys = new ArrayList<>(paths(before.identities()));
      keys.addAll(paths(variable.stream().toList()));
      if (variable.isEmpty()) {
        options.keyFile().ifPresent(keys::add);
      }
      keys.addAll(paths(after.identities()));
      return keys;
    }

    private List<Jump> jumps(SshOptions proxy) throws Unresolved {
      for (Jump jump : proxy.jumps()) {
        if (jump.host().isEmpty()) {
          throw values.invalid(
              "ansible_ssh_common_args", "empty jump host", "", "-J [user@]host[:port]");
        }
      }
      return proxy.jumps();
    }

    private boolean hostKeyChecking() throws Unresolved {
      Optional<String> strict = strictHostKeyChecking();
      return strict.isEmpty() || !(strict.get().equals("no") || strict.get().equals("off"));
    }

    /** Empty where nothing is said of it. */
    private Optional<String> strictHostKeyChecking() throws Unresolved {
      boolean checking =
          values.truth("ansible_host_key_checking", "ansible_ssh_host_key_checking").orElse(true);
      return before
          .strictHostKeyChecking()
          .or(() -> checking ? after.strictHostKeyChecking() : Optional.of("no"));
    }

    /** What stands in the typed settings needs not be repeated, but where it has to beat a file. */
    private Ssh ssh(SshOptions proxy) throws Unresolved {
      List<String> said = new ArrayList<>(before.passedOn());
      said.addAll(after.passedOn());
      strictHostKeyChecking().ifPresent(value -> said.add("StrictHostKeyChecking=" + value));
      Optional<Duration> timeout = givenTimeout();
      timeout.ifPresent(value -> said.add("ConnectTimeout=" + value.toSeconds()));
      if (proxy.forbidsProxy()) {
        said.add("ProxyJump=none");
        said.add("ProxyCommand=none");
      }
      return new Ssh(said, configuration(), options.acceptNewHostKeys());
    }

    private Optional<Path> configuration() throws Unresolved {
      Optional<String> given = before.configuration().or(after::configuration);
      return given.equals(Optional.of("none"))
          ? Optional.of(Path.of("none"))
          : paths(given.stream().toList()).stream().findFirst();
    }

    private Duration timeout() throws Unresolved {
      return givenTimeout().orElse(TIMEOUT);
    }

    private Optional<Duration> givenTimeout() throws Unresolved {
      Optional<String> variable = values.last("ansible_timeout", "ansible_ssh_timeout");
      Optional<String> given = before.timeout().or(() -> variable);
      return given.isEmpty()
          ? options.timeout()
          : Optional.of(
              Duration.ofSeconds(values.integer("ansible_timeout", given.get(), 1, 86400)));
    }

    private Optional<Become> become() throws Unresolved {
      if (!values.truth("ansible_become").orElse(options.become())) {
        return Optional.empty();
      }
      String given = values.last("ansible_become_method").or(options::becomeMethod).orElse("sudo");
      String method = given.substring(given.lastIndexOf('.') + 1);
      if (!method.equals("sudo") && !method.equals("su")) {
        throw values.invalid(
            "ansible_become_method", "unsupported become method", given, "sudo or su");
      }
      String own = "ansible_" + method;
      return Optional.of(
          new Become(
              method,
              values
                  .last("ansible_become_user", own + "_user")
                  .filter(name -> !name.isEmpty())
                  .or(options::becomeUser)
                  .orElse("root"),
              values
                  .last("ansible_become_password", "ansible_become_pass", own + "_pass")
                  .map(Secret::new)
                  .or(options::becomePassword),
              becomeProgram(method)));
    }

    private List<String> becomeProgram(String method) throws Unresolved {
      String own = "ansible_" + method;
      List<String> program = new ArrayList<>(values.words("ansible_become_exe", own + "_exe"));
      if (program.isEmpty()) {
        program.add(method);
      }
      BecomeFlags flags =
          new BecomeFlags(method, values.words("ansible_become_flags", own + "_flags"));
      flags.notHonoured().forEach(flag -> warn("ansible_become_flags " + flag));
      program.addAll(flags.honoured());
      return program;
    }

    private void warnOfWhatIsNotHonoured(boolean ssh) {
      if (ssh) {
        Stream.of(before, after)
            .flatMap(arguments -> arguments.notHonoured().stream())
            .forEach(argument -> warn("ssh argument " + argument));
      }
      values.notHonoured(ssh).forEach(this::warn);
    }

    private void warn(String what) {
      warnings.add(
          Problem.warning(values.place(), what + ": it is not honoured", "host " + host, ""));
    }

    private List<Path> paths(List<String> names) throws Unresolved {
      List<Path> paths = new ArrayList<>();
      for (String name : names) {
        paths.add(
            context
                .resolve(name)
                .orElseThrow(
                    () ->
                        values.invalid(
                            "ansible_ssh_private_key_file",
                            "no file name in this locale",
                            name,
                            "a UTF-8 locale")));
      }
      return paths;
    }
  }
}
