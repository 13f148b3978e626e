package org.sss.server.task.input;

import java.util.Arrays;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.api.TupleGroup;
import org.sss.net.control.GroupInfo;
import org.sss.server.task.state.TaskErrors;

/** Decodes what a task reads; a failure names the codec, the group and the key. Used by the task's thread. */
public final class Input<K, V> {
    private final TupleGroup<K, V> group;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final long groupId;
    private final TaskErrors errors;
    private final boolean givesViews;

    public Input(TupleGroup<K, V> group, long groupId, TaskErrors errors) {
        this.group = group;
        keys = RepeatedStrings.orOther(group.keys());
        values = RepeatedStrings.orOther(group.values());
        givesViews = Codecs.isEncoded(group.values());
        this.groupId = groupId;
        this.errors = errors;
    }

    private Input(Input<K, V> other) {
        group = other.group;
        keys = RepeatedStrings.orOther(group.keys());
        givesViews = other.givesViews;
        values = givesViews ? other.values.forTask() : RepeatedStrings.orOther(group.values());
        groupId = other.groupId;
        errors = other.errors;
    }

    /** The same with codecs of its own, so that what this one has decoded stays as it is. Views of values are ended by either. */
    Input<K, V> another() {
        return new Input<>(this);
    }

    /** No view of a key that was decoded is valid any more. */
    void endKeys() {
        Codecs.endViews(keys);
    }

    /** No view of a value that was decoded is valid any more. */
    void endValues() {
        Codecs.endViews(values);
    }

    /** Whether a decoded value shows the bytes that it was decoded from. */
    boolean givesViews() {
        return givesViews;
    }

    K key(byte[] bytes, int offset, int length) {
        try {
            return keys.decode(bytes, offset, length);
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            throw errors.decoding(e, "key", keys, described() + TaskErrors.ofKey(bytes, offset, length));
        }
    }

    private String described() {
        return GroupInfo.described(groupId, group.name());
    }

    /** Whether code of the user can change keys in place, so that the next call is not to be given the same object. */
    boolean isChangeable(K key) {
        return isChangeable(group.keys(), key);
    }

    public static <K> boolean isChangeable(Codec<K> codec, K key) {
        try {
            return codec.copy(key) != key;
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            // A codec that only decodes.
            return true;
        }
    }

    /** For messages of another thread than the task's, while the array may change. No code of the user is called: it may not return. */
    String keyText(byte[] bytes, int offset, int length) {
        return "key " + rendered(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private String rendered(byte[] key) {
        Object codec = group.keys();
        boolean known = codec == Codecs.STRING || codec == Codecs.INT || codec == Codecs.LONG || codec == Codecs.DOUBLE;
        return TaskErrors.render(known ? group.keys().decode(key, 0, key.length) : shown(Bytes.of(key)));
    }

    /** What messages show of a key: of an encoding, where the job passes on those, the text of what it encodes. */
    Object shown(Object key) {
        boolean encodes = key instanceof Bytes && Codecs.isEncoded(group.keys()) && Codecs.isBuiltIn(group.keys().name())
                && group.keys() != Codecs.BYTES && !group.keys().name().equals(Codecs.STRING.name());
        if (!encodes) {
            return key;
        }
        Bytes bytes = (Bytes) key;
        try {
            return TextForm.of(group.keys()).render(bytes.array(), bytes.offset(), bytes.length());
        } catch (SssException e) {
            // It is no encoding of that type.
            return key;
        }
    }

    /** The key's bytes are for the message. */
    V value(byte[] bytes, int offset, int length, byte[] key, int keyOffset, int keyLength) {
        try {
            return values.decode(bytes, offset, length);
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            throw errors.decoding(e, "value", values, described() + " (" + keyText(key, keyOffset, keyLength) + ")");
        }
    }
}
