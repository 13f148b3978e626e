package org.sss.server.task.output;

import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.server.code.Thrown;
import org.sss.server.task.state.TaskErrors;

/** Emits into a {@link ValueCombineTable}, calling the user's combiner. For the task's thread. */
final class ValueCombineEmitter<K, V> extends TaskEmitter<K, V> {
    private final ValueCombineTable table;
    private final Placement<K, V> placement;
    private final Combiner<K, V> combiner;
    private final Codec<V> codec;
    /** Separate codecs, since each may decode into an object that it reuses. */
    private final Codec<V> leftCodec;

    private final Codec<V> rightCodec;
    private final Encoded<V> combined;
    /** True if the values are immutable, so that the combiner may get the emitted object itself. */
    private final boolean immutable;
    /** Number of tuples that were combined into others. */
    private long folds;

    ValueCombineEmitter(
            TaskOutputs outputs,
            TupleGroup<K, V> group,
            Placement<K, V> placement,
            Combiner<K, V> combiner,
            ValueCombineTable table) {
        super(outputs, group);
        this.placement = placement;
        this.combiner = combiner;
        this.table = table;
        codec = group.values();
        leftCodec = codec.forTask();
        rightCodec = codec.forTask();
        combined = new Encoded<>(codec);
        immutable = codec == Codecs.STRING || codec == Codecs.INT || codec == Codecs.LONG || codec == Codecs.DOUBLE;
    }

    @Override
    public void emit(K k, V v) {
        try {
            encodeKey(k);
            encodeValue(v);
            int ref = table.find(key.array(k), key.offset(k), key.length(k));
            if (ref == CombineTable.NONE) {
                insert(k, v);
            } else if (!combine(ref, k, v)) {
                table.flush();
                insert(k, v);
            }
            state.emitted(key.length(k) + value.length(v));
        } catch (NullPointerException | SssException e) {
            throw unlessNull(e, k, v);
        }
    }

    private void insert(K k, V v) {
        V first;
        try {
            first = combiner.first(k, v);
            if (first != v) {
                combined.set(notNull(first));
            }
        } catch (Exception | StackOverflowError | LinkageError e) {
            throw failed(k, e);
        }
        insert(k, v, first, first == v ? value : combined);
    }

    /** @param buffered what is buffered of the value */
    private void insert(K k, V v, V buffered, Encoded<V> encoded) {
        byte[] bytes = key.array(k);
        int offset = key.offset(k);
        int length = key.length(k);
        table.insert(
                placement.subgroup(k, v, bytes, offset, length),
                bytes,
                offset,
                length,
                encoded.array(buffered),
                encoded.offset(buffered),
                encoded.length(buffered));
    }

    /** Combines a value. Returns false, with nothing changed, if there is no room for the result. */
    private boolean combine(int ref, K k, V v) {
        V folded;
        try {
            V right = immutable ? v : rightCodec.decode(value.array(v), value.offset(v), value.length(v));
            V left = left(ref);
            if (left == right && !immutable) {
                // A constant, or a codec that breaks its contract: it decodes into one object for both.
                right = codec.copy(rightCodec.decode(value.array(v), value.offset(v), value.length(v)));
                left = left(ref);
            }
            folded = combiner.combine(k, left, right);
            combined.set(notNull(folded));
        } catch (Exception | StackOverflowError | LinkageError e) {
            throw failed(k, e);
        }
        boolean replaced = table.replace(ref, combined.array(folded), combined.offset(folded), combined.length(folded));
        folds += replaced ? 1 : 0;
        return replaced;
    }

    private V notNull(V result) {
        if (result == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "it returned null; keys, values and fields of records must not be null");
        }
        return result;
    }

    private V left(int ref) {
        return leftCodec.decode(table.valueArray(), table.valueOffset(ref), table.valueLength(ref));
    }

    private SssException failed(K k, Throwable e) {
        return new SssException(
                e instanceof SssException s ? s.code() : ErrorCode.USER_CODE,
                "the combiner of group " + group.shownName() + " failed at key " + TaskErrors.render(k) + ": "
                        + TaskErrors.describe(e),
                null,
                Thrown.trace(e));
    }

    @Override
    void flush() {
        table.flush();
        table.release();
    }

    @Override
    long combined() {
        return folds;
    }

    @Override
    boolean storesAsEmitted() {
        // Combiner.first may have changed values even if none were combined.
        return false;
    }
}
