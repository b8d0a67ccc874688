package io.fleetcheck.inventory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Makes inventories that are odd, but mostly valid: of pieces that meet in ways nobody thought of.
 */
final class InventoryTrees {
  private static final List<String> GROUPS =
      List.of("web", "db", "prod", "x-y", "grün", "1st", "a.b", "ungrouped", "all", "h1");
  private static final List<String> HOSTS =
      List.of(
          "h1",
          "h2",
          "web1",
          "a.example.com",
          "10.0.0.1",
          "2001:db8::5",
          "[2001:db8::5]:22",
          "h[1:3]",
          "n[01:03].ex",
          "n[a:c]",
          "n[1:5:2]-[x:y]",
          "h3:2222",
          "[h4]:99",
          "h:x",
          "höst",
          "localhost",
          "web",
          "n[3:1]",
          "n[:2]",
          "n[0:1]",
          "h_-",
          "-h",
          "h1.",
          "n[1:2][a:b]",
          "999.1.1.1",
          "'q h'",
          "\"d\"",
          "b\\ s",
          "n[08:10]",
          "n[5:1:-1]",
          "::1",
          "fe80::1%eth0",
          "h5:0",
          "h6:022",
          "n[ab:cd]",
          "UP",
          "1",
          "0x1F",
          "h|p",
          "n[1:2]:7");
  private static final List<String> BAD_HOSTS =
      List.of(
          "n[1:", "n[1]", "n[:]", "n[1:2:0]", "n[01:3]", "h:", "---", "n[x:1]", "n[1:2|3]", "'");
  private static final List<String> NAMES =
      List.of(
          "v",
          "w",
          "ansible_host",
          "ansible_port",
          "a-b",
          "ansible_group_priority",
          "inventory_file",
          "groups",
          "x y",
          "é",
          "",
          "V");
  private static final List<String> VALUES =
      List.of(
          "1",
          "01",
          "0",
          "00",
          "-5",
          "+5",
          "--5",
          "1_0",
          "1__0",
          "0x1f",
          "0o17",
          "0b11",
          "1.0",
          "1e3",
          "1E400",
          ".5",
          "5.",
          "1.5e-7",
          "123456789.125",
          "1e16",
          "True",
          "False",
          "None",
          "true",
          "yes",
          "no",
          "null",
          "'s'",
          "\"d\"",
          "'a' 'b'",
          "'it\\'s'",
          "\"a\\tb\"",
          "'\\x41'",
          "'\\u00e9'",
          "'\\101'",
          "'\\q'",
          "r'\\n'",
          "u'x'",
          "b'x'",
          "f'x'",
          "[]",
          "[1, 2]",
          "[1,]",
          "['a', [None]]",
          "()",
          "(1,)",
          "(1)",
          "1,2",
          "{}",
          "{'a': 1}",
          "{1: 'x'}",
          "{'a': {'b': []}}",
          "{[]: 1}",
          "a b",
          "a=b",
          "x#y",
          "x # y",
          "1 # y",
          "#",
          "",
          "é",
          "{{ w }}",
          "\\",
          "'",
          "\"",
          "a'b",
          "1+1",
          "-1.0",
          "...",
          "1j",
          "{1}",
          "set()",
          "abc.def",
          "1 2",
          "!vault x",
          "[1, foo]",
          "~",
          "\t1",
          "1\t",
          "'''x'''",
          "(1, [2, {'a': (3,)}])",
          "-0.0",
          "1e-5",
          "0.1",
          "5e-324",
          "12345678901234567890123",
          "True # c",
          "[1, # c",
          "'\ud83d\ude00'",
          "\u00a01",
          "a\u00a0");
  private static final List<String> ODD_LINES =
      List.of(
          "# comment",
          "; comment",
          "",
          "  ",
          "[",
          "]",
          "[]",
          "[a b]",
          "[web] # c",
          "[web] ; c",
          "[web:hosts]",
          "[web:foo]",
          "[web:vars]x",
          "  [db]  ",
          "[db#x]",
          "\ufeffh9",
          "h8\u0085h9",
          "h8\u000bv=1",
          "h8 \u000c",
          "h8\u00a0v=1",
          "h8\u2028h9",
          "plugin: x",
          "all:",
          "=",
          "= =",
          "[x:y:z]",
          "[h1:2]",
          "[1:2].x",
          "h8 v",
          "a b=c",
          "h7 v=1 v=2",
          "h7 #x",
          "h7#x v=1",
          "h7 v='a b' # c",
          "h7 v=a\\ b",
          "h7 \"v=a b\"",
          "h7 v='a' 'b'",
          "h7 v=\"a\\\"b\"");
  private static final List<String> SCALARS =
      List.of(
          "1",
          "01",
          "1.0",
          "1e3",
          "1.0e+3",
          "yes",
          "No",
          "null",
          "~",
          "",
          "'s'",
          "\"d\\n\"",
          "a b",
          "0x1f",
          "1_000",
          "12:30",
          "2020-01-02",
          "2020-01-02 03:04:05",
          "!unsafe x",
          "!!str 5",
          "[]",
          "[1, a, 'b']",
          "{}",
          "{a: 1, b: [c]}",
          "{1: a}",
          "a#b",
          "a #b",
          "é",
          "- x",
          "a: b",
          "@x",
          "\"{{ v }}\"",
          "{{ v }}",
          ".inf",
          ".nan",
          "-.5",
          "1.5",
          "0.1",
          "=",
          "<<",
          "*x",
          "&x y",
          "!foo x",
          "!vault |\n      " + VaultTest.SECRET.strip().replace("\n", "\n      "),
          "|\n      t\n      u",
          ">-\n      t\n      u",
          "true",
          "TRUE",
          "y",
          "n",
          "0o7",
          "089",
          "+1",
          "1:2:3",
          "!!int '5'",
          "!!float 5",
          "!!set {a}",
          "!!binary aGk=",
          "[2020-01-02, 2020-01-02 03:04:05 -5]",
          "{2020-01-02: a}",
          "{<<: {a: 1}, b: 2}",
          "\"\\x41\\u00e9\"",
          "{? a : b}",
          "[a: 1]",
          "x:y",
          "http://x/y",
          "%x",
          "`",
          "\ud83d\ude00");

  static final String PASSWORD_FILE = "password";

  private final Random random;
  private final JsonTexts json;
  private final PatternTexts patterns;

  InventoryTrees(long seed) {
    this.random = new Random(seed);
    this.json = new JsonTexts(random);
    this.patterns = new PatternTexts(random);
  }

  InventoryTree next() {
    Map<String, String> files = new LinkedHashMap<>();
    List<String> sources = new ArrayList<>();
    int count = 1 + (random.nextInt(3) == 0 ? random.nextInt(3) : 0);
    for (int source = 0; source < count; source++) {
      sources.add(source(files, source));
    }
    if (random.nextInt(2) == 0) {
      for (int file = random.nextInt(4); file >= 0; file--) {
        variableFile(files);
      }
    }
    List<String> action = action();
    if (action.contains(PASSWORD_FILE)) {
      files.put(PASSWORD_FILE, "correct horse\n");
    }
    if (action.contains("@retry")) {
      files.put("retry", patterns.next() + "\n" + patterns.next() + "\n");
    }
    return new InventoryTree(files, sources, action);
  }

  private List<String> action() {
    return switch (random.nextInt(14)) {
      case 10 -> List.of("--hosts", patterns.next());
      case 11 -> List.of("--hosts", patterns.next(), "--limit", patterns.next());
      case 12 -> List.of("--hosts", patterns.next(), "--limit", "@retry");
      case 13 -> List.of("--graph", "--vars", "--vault-password-file", PASSWORD_FILE);
      case 0, 1 -> List.of("--list", "--export");
      case 2 -> random.nextBoolean() ? List.of("--graph") : List.of("--graph", pick(GROUPS));
      case 3, 4 -> List.of("--graph", "--vars");
      case 5 ->
          List.of(
              "--host",
              pick(List.of("h1", "web1", "localhost", "n01.ex", "nope", "web*", "~h", "db[0]")));
      default -> List.of("--list");
    };
  }

  private String source(Map<String, String> files, int number) {
    String prefix = "s" + number + "/";
    int kind = random.nextInt(13);
    if (kind > 10) {
      boolean script = kind == 12;
      String file =
          prefix
              + pick(
                  script
                      ? List.of("hosts.sh", "hosts", "hosts.yml")
                      : List.of("hosts.json", "hosts.yml", "hosts"));
      files.put(file, script ? json.script() : json.file());
      return file;
    }
    if (kind == 0) {
      return pick(List.of("a,b", "h1,", "n[1:2],x:22,", "h1, [2001:db8::1]:5,,é", "::1,localhost"));
    }
    if (kind == 1) {
      for (String name :
          List.of(
              "b.yml", "a", "c.bak", "10.yaml", "sub/d", "e.cfg", ".f", "g.json", "k.sh",
              "m.retry")) {
        if (random.nextInt(2) == 0) {
          files.put(
              prefix + name,
              name.endsWith(".json")
                  ? json.file()
                  : name.endsWith(".sh") ? json.script() : name.contains(".y") ? yaml() : ini());
        }
      }
      files.putIfAbsent(prefix + "z", ini());
      return "s" + number;
    }
    boolean yaml = kind < 5;
    String file =
        prefix
            + pick(
                yaml
                    ? List.of("hosts.yml", "hosts.yaml", "hosts", "hosts.json")
                    : List.of("hosts.ini", "hosts", "hosts.prod", "h.yml"));
    files.put(file, yaml ? yaml() : ini());
    return file;
  }

  private String ini() {
    StringBuilder text = new StringBuilder();
    boolean wild = random.nextInt(4) == 0;
    for (int section = random.nextInt(6); section >= 0; section--) {
      String group = pick(GROUPS);
      int kind = random.nextInt(6);
      if (kind < 4) {
        text.append(random.nextInt(4) == 0 ? "" : "[" + group + "]\n");
        lines(text, wild, () -> hostLine(wild));
      } else if (kind == 4) {
        text.append('[').append(group).append(":children]\n");
        lines(text, wild, () -> pick(GROUPS));
      } else {
        text.append('[').append(group).append(":vars]\n");
        lines(text, wild, () -> pick(NAMES) + pick(List.of("=", " = ")) + pick(VALUES));
      }
    }
    // Most of what is named is declared, or little would be left to compare.
    for (String group : GROUPS) {
      if (random.nextInt(5) > 0) {
        text.append('[').append(group).append("]\n");
      }
    }
    return text.toString();
  }

  private void lines(
      StringBuilder text, boolean wild, java.util.function.Supplier<String> content) {
    for (int line = random.nextInt(4); line >= 0; line--) {
      boolean odd = random.nextInt(wild ? 6 : 30) == 0;
      text.append(odd ? pick(ODD_LINES) : content.get());
      text.append(random.nextInt(40) == 0 ? "\r\n" : "\n");
    }
  }

  private String hostLine(boolean wild) {
    StringBuilder line = new StringBuilder();
    line.append(wild && random.nextInt(12) == 0 ? pick(BAD_HOSTS) : pick(HOSTS));
    for (int variable = random.nextInt(3); variable > 0; variable--) {
      String value = pick(VALUES);
      if (!wild && !value.matches("[A-Za-z0-9_.+-]*")) {
        value = value.contains("\"") ? "v" : "\"" + value.replace("\\", "\\\\") + "\"";
      }
      line.append(pick(List.of(" ", "  ", "\t"))).append(pick(NAMES).replace(" ", ""));
      line.append('=').append(value);
    }
    return line.toString();
  }

  private String yaml() {
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "---\n" : "");
    for (int group = random.nextInt(3); group >= 0; group--) {
      yamlGroup(text, "", pick(GROUPS), 0);
    }
    return text.toString();
  }

  private void yamlGroup(StringBuilder text, String indent, String name, int depth) {
    text.append(indent).append(random.nextInt(8) == 0 ? "'" + name + "'" : name).append(":\n");
    String inner = indent + "  ";
    if (random.nextInt(3) > 0) {
      text.append(inner).append("hosts:\n");
      for (int host = random.nextInt(3); host >= 0; host--) {
        String key = pick(HOSTS).replace("\"", "").replace("'", "");
        boolean plain = key.matches("[A-Za-z_][A-Za-z0-9_.-]*");
        text.append(inner).append("  ").append(plain ? key : "'" + key + "'").append(":\n");
        yamlVariables(text, inner + "    ", random.nextInt(3));
      }
    }
    if (random.nextInt(3) == 0) {
      text.append(inner).append("vars:\n");
      yamlVariables(text, inner + "  ", 1 + random.nextInt(3));
    }
    if (depth < 3 && random.nextInt(3) == 0) {
      text.append(inner).append("children:\n");
      for (int child = random.nextInt(2); child >= 0; child--) {
        yamlGroup(text, inner + "  ", pick(GROUPS), depth + 1);
      }
    }
    if (random.nextInt(12) == 0) {
      text.append(inner)
          .append(pick(List.of("hosts: h1", "vars: x", "children: web", "other: 1", "hosts: [a]")))
          .append('\n');
    }
  }

  private void yamlVariables(StringBuilder text, String indent, int count) {
    for (int variable = 0; variable < count; variable++) {
      String name = pick(NAMES);
      text.append(indent).append(name.isEmpty() ? pick(List.of("1", "''", "k")) : name);
      // Half of the odd scalars are no YAML at all, and then nothing is left to compare.
      String value = pick(SCALARS);
      boolean risky = "@`%*=<{".indexOf(value.isEmpty() ? 'x' : value.charAt(0)) >= 0;
      value = risky && random.nextInt(3) > 0 ? "'" + value + "'" : value;
      text.append(": ").append(value.replace("\n      ", "\n" + indent + "  ")).append('\n');
    }
  }

  private void variableFile(Map<String, String> files) {
    String place = pick(List.of("", "s0/", "s0/", "s1/"));
    boolean group = random.nextBoolean();
    String name =
        group ? pick(GROUPS) : pick(List.of("h1", "h2", "web1", "n01.ex", "höst", "localhost"));
    String path =
        place
            + (group ? "group_vars/" : "host_vars/")
            + name
            + pick(List.of("", ".yml", ".yaml", ".json", "/a.yml", "/b", "/c.txt", "/sub/d.yml"));
    if (files.keySet().stream()
        .noneMatch(it -> it.startsWith(path + "/") || path.startsWith(it + "/"))) {
      StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "# c\n---\n" : "");
      yamlVariables(text, "", random.nextInt(4));
      // A whole file that is vaulted.
      files.put(path, random.nextInt(10) == 0 ? VaultTest.FILE : text.toString());
    }
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
