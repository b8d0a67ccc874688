package io.fleetcheck.agent.wire;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What came of reading one value that the kernel or the device exports. What cannot be read is
 * never empty, zero or fine: every caller has to say what absence and failure mean to it.
 */
public sealed interface Reading<T> {

  /** The value was read. */
  record Known<T>(T value) implements Reading<T> {}

  /** There is no such file: this kernel, driver or device does not export the value. */
  record Absent<T>(String path) implements Reading<T> {}

  /**
   * The file is there but reading it, or making sense of it, failed.
   *
   * @param errno the symbolic name of the error, such as {@code EACCES} or {@code EIO}; {@code
   *     EINVAL} where the text was read but is not of the form that the kernel documents
   */
  record Unreadable<T>(String path, String errno) implements Reading<T> {}

  static <T> Reading<T> known(T value) {
    return new Known<>(value);
  }

  static <T> Reading<T> absent(String path) {
    return new Absent<>(path);
  }

  static <T> Reading<T> unreadable(String path, String errno) {
    return new Unreadable<>(path, errno);
  }

  /** One way out for each of the three cases. */
  default <R> R fold(
      Function<? super T, ? extends R> known,
      Function<String, ? extends R> absent,
      BiFunction<String, String, ? extends R> unreadable) {
    if (this instanceof Known<T> k) {
      return known.apply(k.value());
    }
    if (this instanceof Absent<T> a) {
      return absent.apply(a.path());
    }
    Unreadable<T> u = (Unreadable<T>) this;
    return unreadable.apply(u.path(), u.errno());
  }

  /** The value where it is known; the caller decides knowingly to drop the reason otherwise. */
  default Optional<T> toOptional() {
    return fold(Optional::of, path -> Optional.empty(), (path, errno) -> Optional.empty());
  }

  default boolean isKnown() {
    return this instanceof Known;
  }

  /**
   * Makes sense of a known value.
   *
   * @param parse throws IllegalArgumentException where the text is not of the documented form; the
   *     result is then {@link Unreadable} with {@code EINVAL}
   */
  default <R> Reading<R> map(String path, Function<? super T, ? extends R> parse) {
    return fold(
        value -> {
          try {
            return known(parse.apply(value));
          } catch (IllegalArgumentException malformed) {
            return unreadable(path, "EINVAL");
          }
        },
        Reading::absent,
        Reading::unreadable);
  }
}
