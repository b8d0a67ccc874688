package io.fleetcheck.agent.wire;

import java.util.HashMap;
import java.util.Map;

/**
 * Keeps one of each value. The thousands of LUNs of a storage array are alike but for their names:
 * held once, what is alike takes no room.
 */
public final class Pool {
  /** Where nearly everything differs, remembering it would cost more than it saves. */
  private static final int MOST = 20_000;

  private final Map<Object, Object> values = new HashMap<>();

  /** The first value that equals this one; immutable ones only. */
  @SuppressWarnings("unchecked")
  public <T> T same(T value) {
    Object first = values.get(value);
    if (first == null && values.size() < MOST) {
      values.put(value, value);
    }
    // What is equal to a wire type is of that type.
    return first == null ? value : (T) first;
  }
}
