package org.sss.server.task;

import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunWriter;

/**
 * Encodes what a mapper or reducer emits and hands it to the output buffer. One subclass per kind of buffer, so that the
 * way of a tuple has no virtual call of ours. Used by the task's thread.
 */
abstract sealed class TaskEmitter<K, V> implements Emitter<K, V>
        permits LongCombineEmitter, ValueCombineEmitter, SortEmitter {
    /** So that a short key can be read as two words. */
    private static final int SLACK_BYTES = 16;

    final TaskState state;
    final Encoded<K> key;
    final Encoded<V> value;

    TaskEmitter(TaskState state, TupleGroup<K, V> group) {
        this.state = state;
        key = new Encoded<>(group.keys());
        value = new Encoded<>(group.values());
    }

    @Override
    public final void count(String counter, long amount) {
        state.count(counter, amount);
    }

    /** Writes what is still buffered. */
    abstract void flush();

    final void encodeKey(K k) {
        state.checkCancelled();
        key.set(k);
        RunWriter.checkSizes(key.length, 0);
    }

    final void encodeValue(V v) {
        value.set(v);
        RunWriter.checkSizes(0, value.length);
    }

    /** The encoding of one object, valid until the next {@link #set}. */
    static final class Encoded<T> {
        private final Codec<T> codec;
        private final boolean isBytes;
        private final ByteSink sink = new ByteSink(128);
        byte[] array;
        int offset;
        int length;

        Encoded(Codec<T> codec) {
            this.codec = codec.forTask();
            isBytes = codec.equals(Codecs.BYTES);
        }

        void set(T object) {
            if (isBytes) {
                // The bytes are copied when they are kept, not before.
                Bytes bytes = (Bytes) object;
                array = bytes.array();
                offset = bytes.offset();
                length = bytes.length();
            } else {
                sink.clear();
                codec.encode(object, sink);
                sink.ensure(SLACK_BYTES);
                array = sink.array();
                offset = 0;
                length = sink.size();
            }
        }
    }
}
