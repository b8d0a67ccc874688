package io.fleetcheck.agent.probe;

import io.fleetcheck.agent.wire.BlockNode;
import io.fleetcheck.agent.wire.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the bytes of an md RAID 0 array lie: drivers/md/raid0.c. Chunks go round the members; where
 * these are of unequal size, the first zone ends with the smallest, the next one goes round those
 * that have room left, and so on. In zones after the first there are two ways of going round, which
 * the array's layout tells since Linux 5.4.
 */
final class Raid0 {
  private static final String ORIGINAL = "1";
  private static final String ALTERNATE = "2";

  /** More are not told apart: no probe's range has so many. */
  private static final int MAX_CHUNKS = 4096;

  private final long chunk;
  private final boolean original;
  private final List<Member> members;

  /**
   * @param offset where its data begins, in bytes
   * @param size of its data, a whole number of chunks
   */
  private record Member(String node, long offset, long size) {}

  /** A part of a range, on one member; in bytes. */
  record Part(String member, long offset, long length) {}

  private Raid0(long chunk, boolean original, List<Member> members) {
    this.chunk = chunk;
    this.original = original;
    this.members = members;
  }

  /** Empty where not all that decides is known, or what is known does not add up. */
  static Optional<List<Part>> parts(BlockNode array, long offset, long length) {
    try {
      return array.md().flatMap(md -> of(array, md)).flatMap(raid0 -> raid0.parts(offset, length));
    } catch (NumberFormatException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<Raid0> of(BlockNode array, BlockNode.Md md) {
    long chunk = number(md.chunkBytes());
    if (!md.level().equals(Reading.known("raid0")) || chunk <= 0) {
      return Optional.empty();
    }
    int count = md.members().size();
    List<Member> members = new ArrayList<>();
    long sum = 0;
    boolean equal = true;
    for (int slot = 0; slot < count; slot++) {
      String text = String.valueOf(slot);
      for (BlockNode.Member member : md.members()) {
        if (member.slot().equals(Reading.known(text)) && array.below().contains(member.node())) {
          long size = number(member.size()) * 1024 / chunk * chunk;
          members.add(new Member(member.node(), number(member.offset()) * 512, size));
          sum += size;
          equal &= size == members.get(0).size();
        }
      }
    }
    String layout = md.layout().toOptional().orElse("");
    boolean known = equal || layout.equals(ORIGINAL) || layout.equals(ALTERNATE);
    boolean whole =
        count > 0
            && members.size() == count
            && array.below().size() == count
            && array.sizeBytes().equals(Reading.known(sum));
    return known && whole
        ? Optional.of(new Raid0(chunk, layout.equals(ORIGINAL), members))
        : Optional.empty();
  }

  private static long number(Reading<String> text) {
    return Long.parseLong(text.toOptional().orElse(""));
  }

  private Optional<List<Part>> parts(long offset, long length) {
    List<Part> parts = new ArrayList<>();
    long end = offset + length;
    for (long at = offset; at < end; ) {
      Optional<Part> part = part(at, Math.min(end, (at / chunk + 1) * chunk) - at);
      if (part.isEmpty() || parts.size() == MAX_CHUNKS) {
        return Optional.empty();
      }
      parts.add(part.get());
      at += part.get().length();
    }
    return Optional.of(parts);
  }

  /** Of a range within one chunk; empty past the end. */
  private Optional<Part> part(long at, long length) {
    long zone = 0;
    long onMember = 0;
    while (true) {
      long from = onMember;
      List<Member> round = members.stream().filter(member -> member.size() > from).toList();
      if (round.isEmpty()) {
        return Optional.empty();
      }
      long until = round.stream().mapToLong(Member::size).min().getAsLong();
      long zoneEnd = zone + (until - from) * round.size();
      if (at < zoneEnd) {
        long number = (original ? at : at - zone) / chunk;
        Member member = round.get((int) (number % round.size()));
        long start = from + (at - zone) / chunk / round.size() * chunk + at % chunk;
        return Optional.of(new Part(member.node(), member.offset() + start, length));
      }
      zone = zoneEnd;
      onMember = until;
    }
  }
}
