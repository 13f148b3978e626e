package org.sss.api;

import java.io.Serializable;
import java.util.Objects;

/**
 * Name and types of a tuple group: all that a job needs to read or write it. Creating one does not contact a server.
 *
 * @param name        letters, digits and {@code . _ -}, at most 200; the first one a letter or digit
 * @param keys        codec of the keys
 * @param values      codec of the values
 * @param temporary   dropped when the workflow that writes it ends
 * @param replace     as an output: an existing group of that name is replaced when the job succeeds
 * @param compression as an output: compression of its blocks; readers need not specify it
 * @param memory      as an output: see {@link #inMemory()}
 * @param copies      as an output: see {@link #replicated}; 0 for as many as the cluster makes
 */
public record TupleGroup<K, V>(
        String name,
        Codec<K> keys,
        Codec<V> values,
        boolean temporary,
        boolean replace,
        Compression compression,
        boolean memory,
        int copies)
        implements Serializable {
    private static final String PARTIALS = ".partial";
    private static final int MAX_COPIES = 3;

    public TupleGroup {
        checkName(name);
        Objects.requireNonNull(keys, "keys");
        checkKeys(name, keys.name());
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(compression, "compression");
    }

    private static void checkKeys(String group, String type) {
        if (type != null
                && type.startsWith("record(")
                && !BuiltInType.ofKeyOrValue(type).map(BuiltInType::isOrdered).orElse(true)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group '" + group + "' cannot have keys of type " + type
                            + ": decimals (BigDecimal), sets and maps have no order of their bytes; store them in the "
                            + "value,"
                            + " and use a string or number as key");
        }
    }

    /**
     * Returns a group that exists until it is dropped, and whose blocks are not compressed. As an output, it must not
     * exist.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if {@code name} is not a valid group name
     */
    public static <K, V> TupleGroup<K, V> of(String name, Codec<K> keys, Codec<V> values) {
        return new TupleGroup<>(name, keys, values, false, false, Compression.NONE, false, 0);
    }

    /** Returns this group as a temporary group, which is dropped when the workflow that writes it ends. */
    public TupleGroup<K, V> asTemporary() {
        return new TupleGroup<>(name, keys, values, true, replace, compression, memory, copies);
    }

    /** Returns this group such that, as an output, an existing group of that name is replaced when the job succeeds. */
    public TupleGroup<K, V> replacing() {
        return new TupleGroup<>(name, keys, values, temporary, true, compression, memory, copies);
    }

    /** Returns this group with compression of its blocks as an output. Readers need not specify the compression. */
    public TupleGroup<K, V> compressed(Compression how) {
        return new TupleGroup<>(name, keys, values, temporary, replace, how, memory, copies);
    }

    /**
     * Returns this group such that, as an output, it stays in the memory of the nodes, whatever {@code storage.layout}
     * they have. What does not fit into three quarters of their {@code data.memory} is in files; no commit waits for
     * the disk. A node that ends loses all that it has of the group: the group is INCOMPLETE then, until it is dropped
     * or replaced. Readers need not specify it.
     */
    public TupleGroup<K, V> inMemory() {
        return new TupleGroup<>(name, keys, values, temporary, replace, compression, true, copies);
    }

    /**
     * Returns this group such that, as an output with a name, it has so many copies on different nodes, instead of as
     * many as the setting {@code replication} of the cluster: fewer for what is easily computed again. More than that
     * are an error when the group is written. Without an effect if the nodes are in this process, or {@link #inMemory}.
     *
     * @param number 1 to 3
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for another number
     */
    public TupleGroup<K, V> replicated(int number) {
        if (number < 1 || number > MAX_COPIES) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group '" + name + "' cannot have " + number + " copies; take 1 to " + MAX_COPIES);
        }
        return new TupleGroup<>(name, keys, values, temporary, replace, compression, memory, number);
    }

    /** Returns the group of the accumulators of an aggregate whose results are this group. */
    <A> TupleGroup<K, A> partials(Codec<A> accumulators) {
        return of(Names.with(name, PARTIALS), keys, accumulators).asTemporary();
    }

    /**
     * Returns the name in quotes, for messages; for the accumulators of {@link Workflow#mapAggregate} with an
     * explanation.
     */
    public String shownName() {
        return "'" + name + "'" + (temporary && name.endsWith(PARTIALS) ? " (accumulators of an aggregate)" : "");
    }

    <W> TupleGroup<K, W> withValues(Codec<W> codec) {
        return new TupleGroup<>(name, keys, codec, temporary, replace, compression, memory, copies);
    }

    /** Returns this group with codecs that do not decode. */
    TupleGroup<Bytes, Bytes> encoded() {
        return new TupleGroup<>(
                name, Codecs.encoded(keys), Codecs.encoded(values), temporary, replace, compression, memory, copies);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if {@code name} is not a valid group name */
    public static void checkName(String name) {
        Names.check("group", name);
    }
}
