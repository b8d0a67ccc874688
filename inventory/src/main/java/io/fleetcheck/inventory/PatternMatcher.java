package io.fleetcheck.inventory;

import io.fleetcheck.inventory.InventoryData.GroupNode;
import io.fleetcheck.inventory.python.Glob;
import io.fleetcheck.inventory.python.PythonRegex;
import io.fleetcheck.inventory.python.PythonText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Ansible's host patterns: names, globs and ~expressions of groups and hosts, subscripts, & and !.
 */
final class PatternMatcher {
  private static final Pattern SUBSCRIPT =
      Pattern.compile("(.+)\\[(?:(-?[0-9]+)|([0-9]+)([:-])([0-9]*))]", Pattern.DOTALL);
  private static final Pattern PIECE = Pattern.compile("(?:[^\\s:\\[\\]]|\\[[^\\]]*])++");

  private final InventoryData data;
  private final InventoryContext context;
  private final List<Problem> problems = new ArrayList<>();
  private String option = "pattern";

  PatternMatcher(InventoryData data, InventoryContext context) {
    this.data = data;
    this.context = context;
  }

  /** A pattern that Ansible stops at. */
  private static final class Invalid extends Exception {
    private final transient Problem problem;

    Invalid(Problem problem) {
      super(problem.toString(), null, false, false);
      this.problem = problem;
    }
  }

  Selection select(String pattern, Optional<String> limit) {
    try {
      Set<String> hosts = evaluate(split(pattern));
      option = "limit";
      List<String> limits = limit.isPresent() ? limitPatterns(limit.get()) : List.of();
      if (!limits.isEmpty()) {
        hosts.retainAll(evaluate(limits));
      }
      if (hosts.isEmpty() && InventoryData.LOCALHOSTS.contains(pattern)) {
        // Ansible never loses this machine, whatever the limit.
        hosts.add(pattern);
      }
      return new Selection(List.copyOf(hosts), problems);
    } catch (Invalid invalid) {
      problems.add(invalid.problem);
      return new Selection(List.of(), problems);
    }
  }

  /** At commas; else whole where it looks like an address; else at colons and blanks. */
  private static List<String> split(String pattern) {
    Stream<String> parts;
    if (pattern.indexOf(',') >= 0) {
      parts = Stream.of(pattern.split(",", -1));
    } else if (HostAddress.parse(pattern, true).isPresent()) {
      parts = Stream.of(pattern);
    } else {
      parts = PIECE.matcher(pattern).results().map(result -> result.group());
    }
    return parts.map(PythonText::strip).filter(part -> !part.isEmpty()).toList();
  }

  private List<String> limitPatterns(String limit) throws Invalid {
    List<String> patterns = new ArrayList<>();
    for (String part : split(limit)) {
      if (part.startsWith("@")) {
        patterns.addAll(limitFile(part.substring(1)));
      } else {
        patterns.add(part);
      }
    }
    return patterns;
  }

  /** One pattern a line, not split any further. */
  private List<String> limitFile(String name) throws Invalid {
    Place place = Place.of(name);
    try {
      Path file = context.directory().resolve(name);
      String text = SurrogateEscape.decode(SourceFile.bytes(file, place, context.limits()));
      if (SurrogateEscape.hasEscapes(text)) {
        throw new Invalid(
            Problem.fatal(place, "limit file with bytes that are not UTF-8", "", "UTF-8"));
      }
      return Stream.of(text.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1))
          .map(PythonText::strip)
          .toList();
    } catch (InvalidSource unread) {
      throw new Invalid(unread.problem().as(Problem.Severity.FATAL));
    } catch (InvalidPathException failed) {
      throw new Invalid(Problem.fatal(place, "cannot read the limit file", "", "a readable file"));
    }
  }

  /** Plain patterns first, then the ones that keep, then those that take away. */
  private Set<String> evaluate(List<String> patterns) throws Invalid {
    List<String> kept = patterns.stream().filter(it -> it.startsWith("&")).toList();
    List<String> removed = patterns.stream().filter(it -> it.startsWith("!")).toList();
    List<String> plain =
        patterns.stream()
            .filter(it -> !it.isEmpty() && !it.startsWith("&") && !it.startsWith("!"))
            .toList();
    Set<String> hosts = new LinkedHashSet<>();
    for (String pattern : plain.isEmpty() ? List.of(InventoryData.ALL) : plain) {
      hosts.addAll(hostOr(pattern, pattern));
    }
    for (String pattern : kept) {
      hosts.retainAll(Set.copyOf(hostOr(pattern, pattern.substring(1))));
    }
    for (String pattern : removed) {
      hosts.removeAll(Set.copyOf(hostOr(pattern, pattern.substring(1))));
    }
    return hosts;
  }

  private List<String> hostOr(String whole, String pattern) throws Invalid {
    return data.hosts().containsKey(whole) ? List.of(whole) : match(pattern);
  }

  private List<String> match(String pattern) throws Invalid {
    Matcher subscript = SUBSCRIPT.matcher(pattern);
    if (pattern.isEmpty() || pattern.startsWith("~") || !subscript.matches()) {
      return List.copyOf(enumerate(pattern));
    }
    List<String> hosts = List.copyOf(enumerate(subscript.group(1)));
    if (hosts.isEmpty()) {
      return hosts;
    }
    try {
      if (subscript.group(2) != null) {
        return single(hosts, Integer.parseInt(subscript.group(2)));
      }
      if (subscript.group(4).equals("-")) {
        warn("subscript [x-y]", pattern, "[x:y], which includes both ends");
      }
      int start = Integer.parseInt(subscript.group(3));
      String end = subscript.group(5);
      return end.isEmpty()
          ? hosts.subList(Math.min(start, hosts.size()), hosts.size())
          : slice(hosts, start, Integer.parseInt(end));
    } catch (NumberFormatException | IndexOutOfBoundsException outside) {
      throw invalid("no host has that subscript", pattern, "at most [" + (hosts.size() - 1) + "]");
    }
  }

  private static List<String> single(List<String> hosts, int index) {
    return List.of(hosts.get(index < 0 ? hosts.size() + index : index));
  }

  /** An end of 0 counts as none in Ansible, so that [3:0] is [3]. */
  private static List<String> slice(List<String> hosts, int start, int end) {
    if (end == 0) {
      return single(hosts, start);
    }
    int from = Math.min(start, hosts.size());
    return hosts.subList(from, Math.max(from, Math.min(end, hosts.size() - 1) + 1));
  }

  private Set<String> enumerate(String pattern) throws Invalid {
    Predicate<String> matches = predicate(pattern);
    Set<String> hosts = new LinkedHashSet<>();
    boolean groupMatched = false;
    for (GroupNode group : data.groups().values()) {
      if (matches.test(group.name)) {
        groupMatched = true;
        group.allHosts().forEach(host -> hosts.add(host.name));
      }
    }
    boolean glob =
        pattern.startsWith("~") || pattern.chars().anyMatch(it -> ".?*[".indexOf(it) >= 0);
    if (!groupMatched || glob) {
      data.hosts().keySet().stream().filter(matches).forEach(hosts::add);
    }
    if (hosts.isEmpty() && InventoryData.LOCALHOSTS.contains(pattern)) {
      hosts.add(data.localhost().map(host -> host.name).orElse(pattern));
    }
    if (hosts.isEmpty() && !groupMatched && !pattern.equals(InventoryData.ALL)) {
      warn("matches no host", pattern, "a host, a group, or a pattern of either");
    }
    return hosts;
  }

  private Predicate<String> predicate(String pattern) throws Invalid {
    if (pattern.isEmpty()) {
      throw invalid("invalid pattern", pattern, "something after & or !");
    }
    if (!pattern.startsWith("~")) {
      return new Glob(pattern)::matches;
    }
    try {
      Pattern expression = PythonRegex.compile(pattern.substring(1));
      return name -> expression.matcher(name).lookingAt();
    } catch (PatternSyntaxException malformed) {
      throw invalid("invalid regular expression", pattern, "a regular expression after ~");
    }
  }

  private void warn(String what, String pattern, String expected) {
    problems.add(Problem.warning(Place.of(option), what, Excerpt.of(pattern), expected));
  }

  private Invalid invalid(String what, String pattern, String expected) {
    return new Invalid(Problem.fatal(Place.of(option), what, Excerpt.of(pattern), expected));
  }
}
