package org.sss.server.task;

import org.sss.api.Codec;
import org.sss.api.TupleGroup;

/** Decodes what a task reads; a failure names the codec, the group and the key. Used by the task's thread. */
final class Input<K, V> {
    private final TupleGroup<K, V> group;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final long groupId;
    private final TaskErrors errors;

    Input(TupleGroup<K, V> group, long groupId, TaskErrors errors) {
        this.group = group;
        keys = group.keys().forTask();
        values = group.values().forTask();
        this.groupId = groupId;
        this.errors = errors;
    }

    /** The same with codecs of its own, so that what this one has decoded stays as it is. */
    Input<K, V> another() {
        return new Input<>(group, groupId, errors);
    }

    K key(byte[] bytes, int offset, int length) {
        try {
            return keys.decode(bytes, offset, length);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw errors.decoding(e, "key", keys, groupId, bytes, offset, length);
        }
    }

    /** The key's bytes are for the message. */
    V value(byte[] bytes, int offset, int length, byte[] key, int keyOffset, int keyLength) {
        try {
            return values.decode(bytes, offset, length);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw errors.decoding(e, "value", values, groupId, key, keyOffset, keyLength);
        }
    }
}
