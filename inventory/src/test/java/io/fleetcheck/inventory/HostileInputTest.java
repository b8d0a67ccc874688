package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a source holds: a problem that names the limit, in bounded time, and never more. */
@Timeout(120)
class HostileInputTest {
  private static final Duration FUZZING =
      Duration.ofSeconds(Integer.getInteger("fleetcheck.fuzz.seconds", 5));

  @TempDir Path directory;

  private InventoryContext context(Duration scriptTime) {
    Limits usual = Limits.defaults();
    Limits limits =
        new Limits(
            1 << 20,
            usual.lineCharacters(),
            usual.hosts(),
            usual.nesting(),
            usual.nodes(),
            scriptTime);
    return new InventoryContext(
        directory, directory, Map.of("PATH", "/bin:/usr/bin"), new Vault(List.of()), limits);
  }

  private String refusal(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    assertTrue(file.toFile().setExecutable(text.startsWith("#!")));
    LoadedInventory loaded =
        new InventoryLoader(context(Duration.ofSeconds(2))).load(List.of(name));
    assertFalse(loaded.isComplete(), "accepted");
    return loaded.problems().stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }

  private void refused(String name, String text, String limit) throws IOException {
    String refusal = refusal(name, text);
    assertTrue(refusal.contains(limit), refusal);
    assertTrue(refusal.length() < 4000, "long messages do not help");
  }

  @Test
  void refusesWhatIsTooMuch() throws IOException {
    refused("line.ini", "h x=" + "a".repeat(1_000_000), "at most 524288 characters");
    refused("range.ini", "h[1:1000000000]", "at most 200000 hosts");
    refused("ranges.ini", "h[1:1000][1:1000][1:1000]", "at most 200000 hosts");
    refused("empty.ini", "h[1:1000000000][2:1]", "at most 200000 hosts");
    refused("many.ini", "a[1:400000]\nb[1:400000]\n", "at most 200000 hosts");
    refused("range.yml", "all: {hosts: {'h[1:1000000000]': }}", "at most 200000 hosts");
    refused("deep.yml", "a: " + "[".repeat(10_000) + "]".repeat(10_000), "at most 200");
    refused("deep.json", "[".repeat(10_000) + "]".repeat(10_000), "at most 200");
    refused("large.yml", "# " + "x".repeat(1 << 20), "at most 1048576 bytes");
    refused("circle.ini", "[a:children]\nb\n[b:children]\na\n", "circle");
    refused("circle.yml", "a: {children: {b: {children: {a: }}}}", "circle");
    refused("self.ini", "[a:children]\na\n", "another group");
    refused("deep.ini", chain(3000), "at most 500 levels");
    refused("all.ini", "[a:children]\nall\n", "circle");
  }

  private static String chain(int groups) {
    return IntStream.range(0, groups)
            .mapToObj(group -> "[g%d:children]%ng%d%n".formatted(group, group + 1))
            .collect(Collectors.joining())
        + "[g%d]%n".formatted(groups);
  }

  /** Thirty groups below thirty: more paths than anybody can print. */
  @Test
  void refusesGraphsBeyondCounting() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int group = 0; group < 60; group++) {
      text.append("[g%d:children]%n".formatted(group));
      for (int child = group + 1; child <= Math.min(60, group + 20); child++) {
        text.append("g%d%n".formatted(child));
      }
    }
    Files.writeString(directory.resolve("paths.ini"), text.append("[g60]\nh\n"));
    InventoryContext context = context(Duration.ofSeconds(2));
    LoadedInventory loaded = new InventoryLoader(context).load(List.of("paths.ini"));
    assertTrue(loaded.isComplete(), () -> loaded.problems().toString());
    InventoryPrinter.Printed printed =
        new InventoryPrinter(loaded.inventory(), context.vault(), false).graph("all", false);
    assertEquals(250, printed.exit());
    assertTrue(printed.problems().toString().contains("1000000"));
  }

  /** A message goes to terminals, logs and reports. */
  @Test
  void showsNoPassword() throws IOException {
    for (String line :
        List.of(
            "h ansible_password=top secret", "h ansible_password='top secret", "[g] pass=secret")) {
      assertFalse(refusal("secret.ini", line + "\n").contains("secret,"), line);
      assertFalse(refusal("secret.ini", line + "\n").contains("secret'"), line);
    }
  }

  @Test
  void refusesAliasBombs() throws IOException {
    StringBuilder bomb = new StringBuilder("x0: &x0 {k: v}\n");
    for (int level = 1; level < 30; level++) {
      String below = "*x" + (level - 1);
      bomb.append("x%d: &x%d [%s, %s, %s]%n".formatted(level, level, below, below, below));
    }
    refused("bomb.yml", bomb.toString(), "at most 5000000");
  }

  /** Only what is nested counts, and only where a literal is: all else is text like any other. */
  @Test
  void refusesDeepLiterals() throws IOException {
    for (String bracket : List.of("[", "{", "(", "{1:", "[(", "-(", "(1,", "['x',")) {
      String deep = bracket.repeat(10_000);
      refused("vars.ini", "[g:vars]\na=" + deep + "\n[g]\nh\n", "at most 200 open brackets");
      refused("host.ini", "h \"a=" + deep + "\"\n", "at most 200 open brackets");
    }
    assertTrue(
        refusal("line.ini", "\nh a=" + "[".repeat(10_000)).startsWith("line.ini:2: brackets"));
    for (String text : List.of("[]".repeat(10_000), "x" + "[".repeat(10_000), "[".repeat(200))) {
      Files.writeString(directory.resolve("text.ini"), "h a=" + text);
      InventoryContext context = context(Duration.ofSeconds(2));
      LoadedInventory loaded = new InventoryLoader(context).load(List.of("text.ini"));
      assertEquals(List.of(), loaded.problems());
    }
  }

  @Test
  void endsScripts() throws IOException {
    refused("sleep", "#!/bin/sh\nsleep 1000 & sleep 1000\n", "within 2 s");
    refused("loop", "#!/bin/sh\nwhile :; do :; done\n", "within 2 s");
    refused("yes", "#!/bin/sh\nexec yes\n", "at most 1048576 bytes");
    refused("deaf", "#!/bin/sh\ntrap '' TERM INT HUP PIPE\nyes >&2\n", "at most 1048576 bytes");
    refused("fails", "#!/bin/sh\necho broken >&2; exit 3\n", "exit code 3, 'broken ");
  }

  @Test
  void neverThrows() throws IOException {
    List<String> seeds = new ArrayList<>();
    for (int seed = 0; seed < 200; seed++) {
      seeds.addAll(new InventoryTrees(seed).next().files().values());
    }
    Random random = new Random(System.nanoTime());
    long seed = random.nextLong();
    random.setSeed(seed);
    long end = System.nanoTime() + FUZZING.toNanos();
    int runs = 0;
    InventoryContext context = context(Duration.ofSeconds(2));
    while (System.nanoTime() < end || runs < 100) {
      byte[] mutated = mutate(seeds, random);
      String name = random.nextBoolean() ? "fuzz.yml" : "fuzz.ini";
      Files.write(directory.resolve(name), mutated);
      try {
        LoadedInventory loaded = new InventoryLoader(context).load(List.of(name));
        new InventoryPrinter(loaded.inventory(), context.vault(), false).list();
        new InventoryPrinter(loaded.inventory(), context.vault(), true).graph("all", true);
        ConnectionSettingsReader reader =
            new ConnectionSettingsReader(loaded.inventory(), context, ConnectionOptions.none());
        loaded.inventory().hosts().stream().limit(20).forEach(reader::read);
      } catch (RuntimeException | StackOverflowError thrown) {
        throw new AssertionError(
            "seed "
                + seed
                + ", run "
                + runs
                + ", "
                + name
                + ": "
                + new String(mutated, StandardCharsets.ISO_8859_1),
            thrown);
      }
      runs++;
    }
    System.err.println(runs + " mutated inventories, seed " + seed);
  }

  private static byte[] mutate(List<String> seeds, Random random) {
    StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
    for (int change = random.nextInt(8); change >= 0; change--) {
      int at = random.nextInt(text.length() + 1);
      int to = Math.min(text.length(), at + random.nextInt(12));
      switch (random.nextInt(6)) {
        case 0 -> text.delete(at, to);
        case 1 -> text.insert(at, text.substring(at, to));
        case 2 -> text.insert(at, (char) random.nextInt(0x180));
        case 3 -> text.insert(at, "[]{}:=#&*!|>'\"\\%@-?, \n\t~".charAt(random.nextInt(24)));
        case 4 -> {
          String other = seeds.get(random.nextInt(seeds.size()));
          int from = random.nextInt(other.length() + 1);
          text.insert(at, other, from, Math.min(other.length(), from + random.nextInt(40)));
        }
        default -> text.insert(at, text.substring(at, to).repeat(random.nextInt(50)));
      }
    }
    return text.toString()
        .getBytes(random.nextInt(4) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  /** 10,000 hosts in 200 groups, 5 variables each; the limit of time is for a busy machine. */
  @Test
  void readsManyHostsQuickly() throws IOException {
    String groups =
        IntStream.range(0, 200)
            .mapToObj(
                group ->
                    "[g%d]%n".formatted(group)
                        + IntStream.range(0, 50)
                            .mapToObj(
                                host ->
                                    "h%d-%d a=1 b=two c='x y' d=[1,2] e=True%n"
                                        .formatted(group, host))
                            .collect(Collectors.joining()))
            .collect(Collectors.joining());
    Files.writeString(directory.resolve("large.ini"), groups);
    InventoryContext context = InventoryContext.of(directory, directory, Map.of());
    long start = System.nanoTime();
    Inventory inventory = new InventoryLoader(context).load(List.of("large.ini")).inventory();
    InventoryPrinter.Printed printed =
        new InventoryPrinter(inventory, context.vault(), false).list();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertEquals(10_000, inventory.hosts().size());
    assertTrue(printed.text().length() > 1_000_000);
    assertTrue(took.compareTo(Duration.ofSeconds(20)) < 0, took::toString);
  }
}
