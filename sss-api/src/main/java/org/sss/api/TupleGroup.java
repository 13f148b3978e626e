package org.sss.api;

import java.io.Serializable;
import java.util.Objects;

/**
 * The typed name of a tuple group: all that a job needs to read or write it. Making one touches no server.
 *
 * @param name        letters, digits and {@code . _ -}, at most 200; the first one a letter or digit
 * @param keys        codec of the keys
 * @param values      codec of the values
 * @param temporary   dropped when the workflow that writes it ends
 * @param replace     as an output: an existing group of that name is replaced, at the moment when the job succeeds
 * @param compression as an output: how its blocks are compressed; whoever reads it need not say
 */
public record TupleGroup<K, V>(String name, Codec<K> keys, Codec<V> values, boolean temporary, boolean replace,
        Compression compression) implements Serializable {
    public TupleGroup {
        checkName(name);
        Objects.requireNonNull(keys, "keys");
        checkKeys(name, keys.name());
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(compression, "compression");
    }

    private static void checkKeys(String group, String type) {
        if (type != null && type.startsWith("record(") && !BuiltInType.ofKeyOrValue(type).map(BuiltInType::isOrdered).orElse(true)) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "group '" + group + "' cannot have keys of type " + type
                    + ": decimals (BigDecimal), sets and maps have no order of their bytes; keep them in the value, and have a string or"
                    + " number in the key");
        }
    }

    /**
     * A group that stays until it is dropped, is an error when it exists already and is written, and has blocks as they are.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when {@code name} cannot name a group
     */
    public static <K, V> TupleGroup<K, V> of(String name, Codec<K> keys, Codec<V> values) {
        return new TupleGroup<>(name, keys, values, false, false, Compression.NONE);
    }

    /** The same group, dropped when the workflow that writes it ends. */
    public TupleGroup<K, V> asTemporary() {
        return new TupleGroup<>(name, keys, values, true, replace, compression);
    }

    /** The same group; as an output it may exist already and is then replaced when the job succeeds. */
    public TupleGroup<K, V> replacing() {
        return new TupleGroup<>(name, keys, values, temporary, true, compression);
    }

    /** The same group; as an output its blocks are compressed. To read it, neither this nor anything else need be said. */
    public TupleGroup<K, V> compressed(Compression how) {
        return new TupleGroup<>(name, keys, values, temporary, replace, how);
    }

    <W> TupleGroup<K, W> withValues(Codec<W> codec) {
        return new TupleGroup<>(name, keys, codec, temporary, replace, compression);
    }

    /** The same group, whose tuples are handed on as their encodings. */
    TupleGroup<Bytes, Bytes> encoded() {
        return new TupleGroup<>(name, Codecs.encoded(keys), Codecs.encoded(values), temporary, replace, compression);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when {@code name} cannot name a group */
    public static void checkName(String name) {
        Names.check("group", name);
    }
}
