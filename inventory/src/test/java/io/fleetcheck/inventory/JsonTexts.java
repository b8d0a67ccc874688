package io.fleetcheck.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes inventories in JSON: as a file has them, and as a script prints them. */
final class JsonTexts {
  private static final List<String> GROUPS =
      List.of("web", "db", "prod", "all", "ungrouped", "x-y", "gr\\u00fcn", "h1", "a.b");
  private static final List<String> HOSTS =
      List.of(
          "h1", "h2", "web1", "n[1:3]", "h3:22", "::1", "h\\u00f6st", "localhost", "a b", "web");
  private static final List<String> NAMES =
      List.of("v", "w", "ansible_host", "ansible_port", "ansible_group_priority", "groups", "1");
  private static final List<String> VALUES =
      List.of(
          "1",
          "-1",
          "0",
          "-0",
          "1.0",
          "1e3",
          "1E-7",
          "123456789012345678901234567890",
          "true",
          "false",
          "null",
          "NaN",
          "-Infinity",
          "\"\"",
          "\"s\"",
          "\"1\"",
          "\"\\u00e9\\ud83d\\ude00\"",
          "\"\\ttab\\\"\\\\\\/\"",
          "\"{{ w }}\"",
          "[]",
          "[1, [null, {}]]",
          "{}",
          "{\"a\": {\"b\": [1]}}",
          "{\"a\": 1, \"a\": 2}",
          "{\"__ansible_unsafe\": \"x\"}",
          "{\"__ansible_vault\": \"$ANSIBLE_VAULT;1.1;AES256\\n3132\"}");

  private final Random random;

  JsonTexts(Random random) {
    this.random = random;
  }

  /** As in YAML: groups with mappings of hosts, children and variables. */
  String file() {
    List<String> groups = new ArrayList<>();
    for (int group = random.nextInt(3); group >= 0; group--) {
      groups.add(quoted(GROUPS) + ": " + group(0));
    }
    return object(groups);
  }

  private String group(int depth) {
    List<String> parts = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      List<String> hosts = new ArrayList<>();
      for (int host = random.nextInt(3); host >= 0; host--) {
        hosts.add(quoted(HOSTS) + ": " + (random.nextInt(3) == 0 ? "null" : variables()));
      }
      parts.add("\"hosts\": " + object(hosts));
    }
    if (random.nextInt(3) == 0) {
      parts.add("\"vars\": " + variables());
    }
    if (depth < 3 && random.nextInt(3) == 0) {
      parts.add("\"children\": {" + quoted(GROUPS) + ": " + group(depth + 1) + "}");
    }
    if (random.nextInt(15) == 0) {
      parts.add(
          pick(List.of("\"hosts\": []", "\"vars\": null", "\"x\": 1", "\"children\": \"web\"")));
    }
    return object(parts);
  }

  /** A shell script with lists of hosts and perhaps {@code _meta}. */
  String script() {
    List<String> groups = new ArrayList<>();
    for (int group = random.nextInt(4); group >= 0; group--) {
      groups.add(quoted(GROUPS) + ": " + printedGroup());
    }
    int meta = random.nextInt(5);
    if (meta == 0) {
      groups.add("\"_meta\": " + pick(List.of("{}", "{\"hostvars\": {}}", "[]", "null")));
    } else if (meta < 4) {
      List<String> hosts = new ArrayList<>();
      for (int host = random.nextInt(3); host >= 0; host--) {
        hosts.add(quoted(HOSTS) + ": " + variables());
      }
      groups.add(random.nextInt(groups.size()), "\"_meta\": {\"hostvars\": " + object(hosts) + "}");
    }
    String host =
        random.nextInt(8) == 0 ? pick(List.of("", "[]", "x: y", "nonsense{")) : variables();
    String end = random.nextInt(15) == 0 ? pick(List.of("exit 1", "echo said >&2", "echo }")) : ":";
    return "#!/bin/sh\nif [ \"$1\" = --list ]; then cat <<'END'\n"
        + object(groups)
        + "\nEND\n"
        + end
        + "\nelse cat <<'END'\n"
        + host
        + "\nEND\nfi\n";
  }

  private String printedGroup() {
    List<String> hosts = new ArrayList<>();
    for (int host = random.nextInt(4); host > 0; host--) {
      hosts.add(quoted(HOSTS));
    }
    String list = "[" + String.join(", ", hosts) + "]";
    return switch (random.nextInt(8)) {
      case 0, 1 -> list;
      case 2 -> variables();
      case 3 -> pick(List.of("{}", "null", "\"h1\"", "{\"hosts\": {}}", "{\"vars\": []}"));
      default -> {
        List<String> parts = new ArrayList<>();
        parts.add("\"hosts\": " + list);
        if (random.nextInt(2) == 0) {
          parts.add("\"vars\": " + variables());
        }
        if (random.nextInt(2) == 0) {
          parts.add("\"children\": [" + quoted(GROUPS) + "]");
        }
        yield object(parts);
      }
    };
  }

  private String variables() {
    List<String> variables = new ArrayList<>();
    for (int variable = random.nextInt(3); variable > 0; variable--) {
      variables.add(quoted(NAMES) + ": " + pick(VALUES));
    }
    return object(variables);
  }

  private static String object(List<String> members) {
    return "{" + String.join(", ", members) + "}";
  }

  private String quoted(List<String> from) {
    return "\"" + pick(from) + "\"";
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
