package io.fleetcheck.controller.capture;

import io.fleetcheck.agent.wire.Event;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes out of a captured tree what tells one device or machine from all others: serial numbers,
 * worldwide names, host name, machine and boot id, mounts from the network. Each is exchanged for
 * another of the same form, the same one wherever it occurs, so that two paths to one LUN are that
 * still, and the vendor of a name is. Models, firmware, limits, paths and sizes stay.
 */
public final class Blur {
  private static final String BY_ID = "dev/disk/by-id/";

  /** Names under by-id that are made of other names, not of the device's own. */
  private static final List<String> MADE_UP =
      List.of("dm-name-", "dm-uuid-LVM-", "dm-uuid-CRYPT-", "lvm-pv-uuid-", "md-name-", "md-uuid-");

  private final Pseudonyms pseudonyms;
  private final Names names;
  private final BlurredPages pages;
  private final BlurredText text;

  private Blur(byte[] key) {
    this.pseudonyms = new Pseudonyms(key);
    this.names = new Names(pseudonyms);
    this.pages = new BlurredPages(pseudonyms, names);
    this.text = new BlurredText(pseudonyms);
  }

  /** The same tree, in the same order, blurred with a key that nobody keeps. */
  public static List<Event.Captured> blur(List<Event.Captured> entries) {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return blur(entries, key);
  }

  static List<Event.Captured> blur(List<Event.Captured> entries, byte[] key) {
    return new Blur(key).all(entries);
  }

  private List<Event.Captured> all(List<Event.Captured> entries) {
    // First the files that are nothing but a name, so that the names are known in the others.
    Map<String, String> done = new HashMap<>();
    for (Event.Captured entry : entries) {
      if (entry.entry() == Event.Captured.Entry.FILE) {
        name(entry).ifPresent(content -> done.put(entry.path(), content));
      }
    }
    text.learn();
    List<Event.Captured> blurred = new ArrayList<>();
    Set<String> paths = new HashSet<>();
    for (Event.Captured entry : entries) {
      String content =
          entry.entry() == Event.Captured.Entry.FILE
              ? Optional.ofNullable(done.get(entry.path())).orElseGet(() -> prose(entry))
              : entry.content();
      Event.Captured result = new Event.Captured(path(entry.path()), entry.entry(), content);
      if (paths.add(result.path())) {
        blurred.add(result);
      }
    }
    return blurred;
  }

  /** The content of a file that is a name or has them at known places; empty for another. */
  private Optional<String> name(Event.Captured entry) {
    String path = entry.path();
    String content = entry.content();
    String last = path.substring(path.lastIndexOf('/') + 1);
    if (path.equals("proc/sys/kernel/hostname")) {
      return Optional.of(text.host(content));
    }
    if (path.equals("etc/machine-id") || path.equals("proc/sys/kernel/random/boot_id")) {
      return Optional.of(separated(content, names::plain));
    }
    if (!path.startsWith("sys/")) {
      return Optional.empty();
    }
    boolean ofMap = path.endsWith("/dm/uuid");
    return switch (last) {
      case "vpd_pg80" -> Optional.of(pages.serial(content));
      case "vpd_pg83" -> Optional.of(pages.identification(content));
      case "vpd_pg89" -> Optional.of(pages.ata(content));
      case "serial" -> Optional.of(pages.words(content));
      case "wwid" -> Optional.of(wwid(content));
      case "sas_address" -> Optional.of(afterPrefix(content, "0x", names::naa));
      case "eui", "nguid" -> Optional.of(separated(content, names::eui));
      case "cid" -> Optional.of(separated(content, names::plain));
      case "uuid" -> ofMap ? Optional.empty() : Optional.of(separated(content, names::plain));
      // Of NVMe over a network; a PCI address stays.
      case "address" ->
          content.contains("traddr") ? Optional.of(pages.words(content)) : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Other files, in which the names may occur anywhere. */
  private String prose(Event.Captured entry) {
    String path = entry.path();
    boolean mayHaveNames =
        path.endsWith("/dm/name")
            || path.endsWith("/dm/uuid")
            || path.endsWith("/loop/backing_file")
            || path.equals("proc/swaps")
            || path.startsWith("fleetcheck/");
    if (path.equals("proc/self/mountinfo") || path.equals("proc/mounts")) {
      return text.replace(localMounts(entry.content()));
    }
    return mayHaveNames ? text.replace(entry.content()) : entry.content();
  }

  private String path(String path) {
    if (!path.startsWith(BY_ID)) {
      return path.startsWith("dev/") ? text.replace(path) : path;
    }
    String name = path.substring(BY_ID.length());
    String blurred = text.replaceAll(name);
    boolean madeUp = MADE_UP.stream().anyMatch(name::startsWith);
    return BY_ID + (madeUp || !blurred.equals(name) ? blurred : withoutLastWord(name));
  }

  /** The serial number of a USB bridge, say, which no file of the tree tells. */
  private String withoutLastWord(String name) {
    int part = name.indexOf("-part");
    int end = part < 0 ? name.length() : part;
    // A logical unit, "-0:0".
    int unit = name.lastIndexOf(':', end - 1);
    end = unit < 0 ? end : Math.max(name.lastIndexOf('-', unit), 0);
    int start = Math.max(name.lastIndexOf('_', end - 1), name.lastIndexOf('-', end - 1)) + 1;
    return name.substring(0, start)
        + pseudonyms.ofText(name.substring(start, end))
        + name.substring(end);
  }

  /** As the kernel prints them: drivers/scsi/scsi_lib.c, drivers/nvme/host/core.c. */
  private String wwid(String content) {
    String name = content.strip();
    String kind = name.substring(0, name.indexOf('.') + 1);
    String rest = name.substring(kind.length());
    String blurred =
        switch (kind) {
          case "naa." -> names.naa(rest.toLowerCase(Locale.ROOT));
          case "eui." -> names.eui(rest.toLowerCase(Locale.ROOT));
          case "uuid." -> separated(rest, names::plain);
          case "t10." -> pages.vendor(rest);
          case "nvme." -> nvme(rest);
          default -> pages.words(rest);
        };
    return kind + blurred + "\n";
  }

  /** {@code <vendor>-<serial in hexadecimal>-<model in hexadecimal>-<namespace>}. */
  private String nvme(String name) {
    String[] parts = name.split("-", -1);
    if (parts.length != 4 || !Names.isHex(parts[1])) {
      return pages.words(name);
    }
    String serial = BlurredPages.hex(pages.words(BlurredPages.bytes(parts[1])));
    return parts[0] + "-" + serial + "-" + parts[2] + "-" + parts[3];
  }

  /** The lines whose file system comes from a block device: proc(5). */
  private static String localMounts(String table) {
    StringBuilder kept = new StringBuilder(table.length());
    for (String line : table.split("\n", -1)) {
      // Of mountinfo the source is the second word after the dash, of the older table the first.
      int dash = line.indexOf(" - ");
      int source = dash < 0 ? 0 : line.indexOf(' ', dash + 3) + 1;
      if (line.startsWith("/dev/", source)) {
        kept.append(line).append('\n');
      }
    }
    return kept.toString();
  }

  private interface Exchange {
    String of(String digits);
  }

  private static String afterPrefix(String content, String prefix, Exchange exchange) {
    String name = content.strip();
    return name.startsWith(prefix)
        ? prefix + exchange.of(name.substring(prefix.length())) + "\n"
        : content;
  }

  /** Digits with dashes or blanks between, which keep their places. */
  private static String separated(String content, Exchange exchange) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < content.length(); i++) {
      if (Character.digit(content.charAt(i), 16) >= 0) {
        digits.append(Character.toLowerCase(content.charAt(i)));
      }
    }
    String exchanged = exchange.of(digits.toString());
    StringBuilder blurred = new StringBuilder(content.length());
    int next = 0;
    for (int i = 0; i < content.length(); i++) {
      boolean digit = Character.digit(content.charAt(i), 16) >= 0;
      blurred.append(digit ? exchanged.charAt(next++) : content.charAt(i));
    }
    return blurred.toString();
  }
}
