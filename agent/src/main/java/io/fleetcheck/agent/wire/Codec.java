package io.fleetcheck.agent.wire;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The records of this package as JSON and back. A record is an object of its components; under a
 * sealed parent it carries its simple name as {@code "type"}; an empty Optional is left out.
 *
 * <p>It knows records, sealed interfaces, enums, String, int, long, double, boolean, List, Map with
 * String keys, and Optional: that is all the wire is made of, and a new record needs no second
 * place to change. The records under a sealed parent are nested in it.
 *
 * <p>No lambda, stream or pattern: each costs class loading before the agent's first output.
 */
public final class Codec {
  private static final String TYPE = "type";
  private static final Map<Class<?>, RecordComponent[]> COMPONENTS = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Constructor<?>> CONSTRUCTORS = new ConcurrentHashMap<>();

  private Codec() {}

  /** A member or element and what it is in; as text only where it is needed, in an error. */
  private static final class Where {
    private final @Nullable Where outer;
    private final Object step;

    Where(@Nullable Where outer, Object step) {
      this.outer = outer;
      this.step = step;
    }

    @Override
    public String toString() {
      return outer == null ? step.toString() : outer + "." + step;
    }
  }

  /** One line of ASCII without a line break. */
  public static String encode(Record value) {
    StringBuilder out = new StringBuilder(256);
    write(value, out);
    return out.toString();
  }

  /**
   * @throws IllegalArgumentException where the text is not JSON of that type, saying what and where
   */
  public static <T> T decode(String text, Class<T> type) {
    return type.cast(read(Json.parse(text), type, Map.of(), new Where(null, type.getSimpleName())));
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof String s) {
      Json.quote(s, out);
    } else if (value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Enum<?> e) {
      out.append('"').append(e.name()).append('"');
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        out.append(separator);
        write(element, out);
        separator = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator);
        Json.quote((String) entry.getKey(), out);
        out.append(':');
        write(entry.getValue(), out);
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof Record record) {
      writeRecord(record, out);
    } else {
      throw new IllegalArgumentException("not a wire type: " + value.getClass());
    }
  }

  private static void writeRecord(Record record, StringBuilder out) {
    Class<?> type = record.getClass();
    String separator = "{";
    if (isTagged(type)) {
      out.append("{\"" + TYPE + "\":\"").append(type.getSimpleName()).append('"');
      separator = ",";
    }
    for (RecordComponent component : components(type)) {
      Object value = get(record, component);
      if (value instanceof Optional<?> optional) {
        if (optional.isEmpty()) {
          continue;
        }
        value = optional.get();
      }
      out.append(separator).append('"').append(component.getName()).append("\":");
      write(value, out);
      separator = ",";
    }
    out.append(separator.equals("{") ? "{}" : "}");
  }

  private static Object get(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("wire records are public and their accessors plain", e);
    }
  }

  /** Whether the record has a sealed parent; no wire record has an interface for another reason. */
  private static boolean isTagged(Class<?> type) {
    return type.getInterfaces().length > 0;
  }

  private static RecordComponent[] components(Class<?> type) {
    RecordComponent[] components = COMPONENTS.get(type);
    if (components == null) {
      components = type.getRecordComponents();
      COMPONENTS.put(type, components);
    }
    return components;
  }

  /**
   * @param bindings what the enclosing type's variables stand for
   * @param where the path from the outermost record, for the error text
   */
  private static Object read(
      Object json, Type type, Map<TypeVariable<?>, Type> bindings, Where where) {
    if (type instanceof TypeVariable<?> variable) {
      return read(json, bound(bindings, variable), bindings, where);
    }
    if (type instanceof ParameterizedType generic) {
      return readGeneric(json, generic, bindings, where);
    }
    Class<?> raw = (Class<?>) type;
    if (raw == String.class) {
      return as(String.class, json, where);
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return as(Boolean.class, json, where);
    }
    if (raw == long.class || raw == Long.class) {
      return as(Long.class, json, where);
    }
    if (raw == int.class || raw == Integer.class) {
      return narrow(as(Long.class, json, where), where);
    }
    if (raw == double.class || raw == Double.class) {
      return as(Number.class, json, where).doubleValue();
    }
    if (raw.isEnum()) {
      return constant(raw, as(String.class, json, where), where);
    }
    return readRecord(json, raw, bindings, where);
  }

  private static Object readGeneric(
      Object json, ParameterizedType type, Map<TypeVariable<?>, Type> bindings, Where where) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    if (raw == Optional.class) {
      return Optional.of(read(json, arguments[0], bindings, where));
    }
    if (raw == List.class) {
      List<Object> list = new ArrayList<>();
      for (Object element : as(List.class, json, where)) {
        list.add(read(element, arguments[0], bindings, new Where(where, list.size())));
      }
      return list;
    }
    if (raw == Map.class) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) as(Map.class, json, where)).entrySet()) {
        String key = (String) entry.getKey();
        map.put(key, read(entry.getValue(), arguments[1], bindings, new Where(where, key)));
      }
      return map;
    }
    // A generic record or sealed interface of ours, with one variable, such as Reading<T>.
    Type argument = arguments[0];
    if (argument instanceof TypeVariable<?> variable) {
      argument = bound(bindings, variable);
    }
    Map<TypeVariable<?>, Type> inner = new HashMap<>();
    inner.put(raw.getTypeParameters()[0], argument);
    return readRecord(json, raw, inner, where);
  }

  private static Object readRecord(
      Object json, Class<?> type, Map<TypeVariable<?>, Type> bindings, Where where) {
    Map<?, ?> members = as(Map.class, json, where);
    if (type.isInterface()) {
      return readRecord(
          json, subtype(type, String.valueOf(members.get(TYPE)), where), bindings, where);
    }
    if (!type.isRecord()) {
      throw new IllegalArgumentException("not a wire type: " + type);
    }
    // A permitted record repeats its parent's one variable under its own name.
    Map<TypeVariable<?>, Type> inner = bindings;
    if (bindings.size() == 1 && type.getTypeParameters().length == 1) {
      inner = Map.of(type.getTypeParameters()[0], bindings.values().iterator().next());
    }
    RecordComponent[] components = components(type);
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String name = components[i].getName();
      Object member = members.get(name);
      if (member != null) {
        values[i] = read(member, components[i].getGenericType(), inner, new Where(where, name));
      } else if (components[i].getType() == Optional.class) {
        values[i] = Optional.empty();
      } else {
        throw new IllegalArgumentException(new Where(where, name) + " is missing");
      }
    }
    return construct(type, components, values, where);
  }

  /** The record of that name inside the sealed parent; Class.getPermittedSubclasses costs 10 ms. */
  private static Class<?> subtype(Class<?> parent, String tag, Where where) {
    try {
      Class<?> found = Class.forName(parent.getName() + "$" + tag);
      if (parent.isAssignableFrom(found)) {
        return found;
      }
    } catch (ClassNotFoundException unknown) {
      // Said below.
    }
    throw new IllegalArgumentException(where + ": " + tag + " is not a " + parent.getSimpleName());
  }

  private static Object construct(
      Class<?> type, RecordComponent[] components, Object[] values, Where where) {
    try {
      Constructor<?> canonical = CONSTRUCTORS.get(type);
      if (canonical == null) {
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
          types[i] = components[i].getType();
        }
        canonical = type.getDeclaredConstructor(types);
        CONSTRUCTORS.put(type, canonical);
      }
      return canonical.newInstance(values);
    } catch (InvocationTargetException refused) {
      throw new IllegalArgumentException(where + ": " + refused.getCause(), refused);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a wire record has its canonical constructor", e);
    }
  }

  private static Type bound(Map<TypeVariable<?>, Type> bindings, TypeVariable<?> variable) {
    Type type = bindings.get(variable);
    if (type == null) {
      throw new IllegalArgumentException("an unbound type variable " + variable);
    }
    return type;
  }

  private static Object constant(Class<?> type, String name, Where where) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(where + ": " + name + " is not a " + type.getSimpleName());
  }

  private static int narrow(long value, Where where) {
    if (value != (int) value) {
      throw new IllegalArgumentException(where + ": " + value + " is no int");
    }
    return (int) value;
  }

  private static <T> T as(Class<T> type, Object json, Where where) {
    if (!type.isInstance(json)) {
      throw new IllegalArgumentException(
          where + ": expected " + type.getSimpleName() + ", found " + json);
    }
    return type.cast(json);
  }
}
