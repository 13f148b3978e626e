package org.sss.server.task.output;

import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.IntCodec;
import org.sss.api.LongCodec;
import org.sss.api.ThreadBound;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunWriter;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * Encodes the output of a mapper or reducer and passes it to the output buffer. One subclass per kind of buffer, so
 * that emitting a tuple needs no virtual call. For the task's thread.
 */
public abstract sealed class TaskEmitter<K, V> implements Emitter<K, V>, ThreadBound
        permits LongCombineEmitter, ValueCombineEmitter, SortEmitter {
    /** So that a short key can be read as two words. */
    private static final int SLACK_BYTES = 16;

    public final TaskState state;
    final TupleGroup<K, V> group;
    private final TaskOutputs outputs;
    final Encoded<K> key;
    final Encoded<V> value;
    /** True if the key is an int or long, which a table can look up without encoding it. */
    final boolean keysAreNumbers;

    private final boolean keysAreInts;

    TaskEmitter(TaskOutputs outputs, TupleGroup<K, V> group) {
        this.outputs = outputs;
        this.group = group;
        state = outputs.state();
        key = new Encoded<>(group.keys());
        value = new Encoded<>(group.values());
        keysAreInts = group.keys() == (Object) Codecs.INT;
        keysAreNumbers = keysAreInts || group.keys() == (Object) Codecs.LONG;
    }

    @Override
    public final void checkThread() {
        state.checkCall("emit");
    }

    @Override
    public final <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
        state.checkThread("to");
        return outputs.to(group);
    }

    @Override
    public final void count(String counter, long amount) {
        state.count(counter, amount);
    }

    /**
     * Returns the error for an exception of {@code emit}: that of a null, if there is one. Such checks cost nothing
     * while all is well.
     */
    final RuntimeException unlessNull(RuntimeException e, K k, V v) {
        return TaskErrors.ofNull(e, group.shownName(), k == null, v == null);
    }

    /** Writes all buffered tuples. */
    abstract void flush();

    /** Returns the number of tuples that were combined into others; after {@link #flush}. */
    abstract long combined();

    /** Returns whether every tuple is stored with the bytes with which it was emitted; after {@link #flush}. */
    abstract boolean storesAsEmitted();

    final long number(K k) {
        return keysAreInts ? (Integer) k : (Long) k;
    }

    /** Returns the size of an encoded key that is a number. */
    final int numberBytes() {
        return keysAreInts ? IntCodec.SIZE_BYTES : LongCodec.SIZE_BYTES;
    }

    final void encodeKey(K k) {
        checkThread();
        setKey(k);
    }

    /** Like {@link #encodeKey}, if the thread was checked before. */
    final void setKey(K k) {
        key.set(k);
        RunWriter.checkSizes(key.length(k), 0);
    }

    final void encodeValue(V v) {
        value.set(v);
        RunWriter.checkSizes(0, value.length(v));
    }

    /**
     * Encodes one object at a time. The encoding of {@link Bytes} is its own array, since it is copied only when it is
     * buffered; that of an ASCII string is {@linkplain StringBytes its backing array}. No reference to an array is
     * stored per tuple: the barrier of the collector would cost as much as the encoding.
     */
    static final class Encoded<T> {
        private final Codec<T> codec;
        private final boolean isBytes;
        private final boolean isString;
        /** True if the object is a string whose backing bytes are its encoding. */
        private boolean isAscii;

        private final ByteSink sink = new ByteSink(128);

        Encoded(Codec<T> codec) {
            this.codec = codec.forTask();
            isBytes = Codecs.isEncoded(codec);
            isString = codec == (Object) Codecs.STRING && StringBytes.areVisible();
        }

        /** Called with the same object before the methods below. */
        void set(T object) {
            isAscii = isString && StringBytes.ofAscii((String) object) != null;
            if (!isBytes && !isAscii) {
                sink.clear();
                codec.encode(object, sink);
                sink.ensure(SLACK_BYTES);
            }
        }

        /** Returns whether the encoding existed before the object was emitted. */
        boolean isSettled() {
            return isBytes || isAscii;
        }

        byte[] array(T object) {
            if (isAscii) {
                return StringBytes.of((String) object);
            }
            return isBytes ? ((Bytes) object).array() : sink.array();
        }

        int offset(T object) {
            return isBytes ? ((Bytes) object).offset() : 0;
        }

        int length(T object) {
            if (isAscii) {
                return ((String) object).length();
            }
            return isBytes ? ((Bytes) object).length() : sink.size();
        }
    }
}
