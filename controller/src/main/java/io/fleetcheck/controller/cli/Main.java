package io.fleetcheck.controller.cli;

import static java.util.Map.entry;

import io.fleetcheck.controller.run.StoreException;
import io.fleetcheck.controller.ssh.Rehearsal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import net.schmizz.sshj.common.Buffer;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The outermost: words in, exit code out. */
public final class Main {
  /** In the order in which help lists them. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          AuditCommand.class,
          HistoryCommand.class,
          ShowCommand.class,
          DiffCommand.class,
          JudgeCommand.class,
          BugreportCommand.class,
          ExportCommand.class,
          DatabaseCommand.class,
          DoctorCommand.class,
          CaptureCommand.class,
          ExplainCommand.class,
          InventoryCommand.class,
          ConfigCommand.class,
          CompletionCommand.class,
          CommandLine.HelpCommand.class);

  /** Those that tell of the others. */
  private static final Set<Class<?>> OF_ALL =
      Set.of(CompletionCommand.class, CommandLine.HelpCommand.class);

  private final Surroundings surroundings;
  private final Parts parts;

  Main(Surroundings surroundings, Parts parts) {
    this.surroundings = surroundings;
    this.parts = parts;
  }

  public static void main(String[] arguments) {
    if (Boolean.getBoolean("fleetcheck.rehearsal")) {
      rehearse();
    }
    // Leaves also where a stuck connection holds a thread.
    System.exit(new Main(Surroundings.ofProcess(), Parts.real()).run(arguments));
  }

  /** Asked for by the launcher, where it makes its class-data archive. */
  private static void rehearse() {
    try {
      Rehearsal.run();
    } catch (GeneralSecurityException | Buffer.BufferException e) {
      // Then the archive lacks those classes, and whoever connects is told what Java cannot do.
    }
  }

  /**
   * Runs one command to its end. Never throws: a fault of our own is one line and exit code 5.
   *
   * @return an {@link ExitCode}
   */
  int run(String... arguments) {
    int code;
    try {
      code = commandLine(commands(arguments)).execute(arguments);
    } catch (RuntimeException | Error fault) {
      code = internalError(fault, arguments);
    }
    surroundings.err().flush();
    if (surroundings.out().checkError() && code != ExitCode.USAGE) {
      surroundings.err().println("fleetcheck: standard output could not be written to the end");
      surroundings.err().flush();
      code = ExitCode.INTERNAL;
    }
    return code;
  }

  /** Only the one that is named: to look at the options of all costs a cold JVM 0.1 s. */
  private static List<Class<?>> commands(String... arguments) {
    if (arguments.length > 0 && !arguments[0].startsWith("-")) {
      for (Class<?> command : COMMANDS) {
        if (name(command).equals(arguments[0]) && !OF_ALL.contains(command)) {
          return List.of(command);
        }
      }
    }
    return COMMANDS;
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(CommandLine.Command.class).name();
  }

  /** With all commands. */
  CommandLine commandLine() {
    return commandLine(COMMANDS);
  }

  private CommandLine commandLine(List<Class<?>> commands) {
    CommandLine line = new CommandLine(new FleetcheckCommand(), factory());
    // First, as what is set on the outermost goes to those that it has by then.
    commands.forEach(line::addSubcommand);
    line.setOut(surroundings.out());
    line.setErr(surroundings.err());
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(surroundings.allowsColour() ? Ansi.ON : Ansi.OFF));
    // @FILE is left to --limit.
    line.setExpandAtFiles(false);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // As in Ansible the last of two counts; options in groups are so in any case.
    line.setOverwrittenOptionsAllowed(true);
    line.setDefaultValueProvider(new ConfiguredDefaults(surroundings::config));
    line.setUsageHelpWidth(surroundings.width() == 0 ? 100 : Math.min(surroundings.width(), 110));
    line.setParameterExceptionHandler((e, words) -> UsageErrors.print(surroundings.err(), e));
    line.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command, parsed));
    return line;
  }

  /** Commands get what they need by their constructor. */
  private CommandLine.IFactory factory() {
    Map<Class<?>, Supplier<?>> commands =
        Map.ofEntries(
            entry(AuditCommand.class, () -> new AuditCommand(surroundings, parts)),
            entry(BugreportCommand.class, () -> new BugreportCommand(surroundings)),
            entry(
                ExportCommand.AnsibleInventory.class,
                () -> new ExportCommand.AnsibleInventory(surroundings)),
            entry(CompletionCommand.class, () -> new CompletionCommand(surroundings)),
            entry(CaptureCommand.class, () -> new CaptureCommand(surroundings, parts)),
            entry(ConfigCommand.Show.class, () -> new ConfigCommand.Show(surroundings)),
            entry(JudgeCommand.class, () -> new JudgeCommand(surroundings, parts)),
            entry(DatabaseCommand.Backup.class, () -> new DatabaseCommand.Backup(surroundings)),
            entry(DatabaseCommand.Check.class, () -> new DatabaseCommand.Check(surroundings)),
            entry(DatabaseCommand.Prune.class, () -> new DatabaseCommand.Prune(surroundings)),
            entry(DiffCommand.class, () -> new DiffCommand(surroundings)),
            entry(DoctorCommand.class, () -> new DoctorCommand(surroundings, parts)),
            entry(ExplainCommand.class, () -> new ExplainCommand(surroundings)),
            entry(HistoryCommand.class, () -> new HistoryCommand(surroundings)),
            entry(InventoryCommand.class, () -> new InventoryCommand(surroundings)),
            entry(ShowCommand.class, () -> new ShowCommand(surroundings)));
    CommandLine.IFactory plain = CommandLine.defaultFactory();
    return new CommandLine.IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        Supplier<?> command = commands.get(type);
        return command == null ? plain.create(type) : type.cast(command.get());
      }
    };
  }

  private int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    if (e instanceof UsageException usage) {
      return UsageErrors.print(
          surroundings.err(), command.getCommandSpec().qualifiedName(), usage.lines());
    }
    if (e instanceof StoreException store) {
      surroundings.err().println("fleetcheck: " + store.line());
      return ExitCode.USAGE;
    }
    return internalError(e, parsed.originalArgs().toArray(String[]::new));
  }

  /** A user can do nothing with a stack trace, and we cannot do without: it goes to a file. */
  private int internalError(Throwable fault, String... arguments) {
    boolean verbose = Arrays.stream(arguments).anyMatch(word -> word.matches("-v+|--verbose"));
    String where =
        Arrays.stream(fault.getStackTrace()).limit(1).map(at -> " at " + at).findFirst().orElse("");
    surroundings
        .err()
        .printf(
            "fleetcheck: internal error: %s%s; %s%n",
            String.valueOf(fault).lines().findFirst().orElse(""),
            where,
            verbose ? log(fault) : "run it again with -v for a log to report it with");
    return ExitCode.INTERNAL;
  }

  private static String log(Throwable fault) {
    try {
      Path file = Files.createTempFile("fleetcheck-error-", ".log");
      try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
        fault.printStackTrace(out);
      }
      return "its log is in " + file;
    } catch (IOException e) {
      return "its log could not be written: " + e;
    }
  }
}
