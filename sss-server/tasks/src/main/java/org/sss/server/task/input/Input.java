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

/** Decodes the input of a task; errors name the codec, the group and the key. For the task's thread. */
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

    /**
     * Returns a decoder with separate codecs, so that objects decoded by this one are not modified. Either invalidates
     * views of values.
     */
    Input<K, V> another() {
        return new Input<>(this);
    }

    /** Invalidates all views of decoded keys. */
    void endKeys() {
        Codecs.endViews(keys);
    }

    /** Invalidates all views of decoded values. */
    void endValues() {
        Codecs.endViews(values);
    }

    /** Returns whether a decoded value is a view of the bytes that it was decoded from. */
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

    /** Returns whether user code can modify keys in place, so that the next call must not get the same object. */
    boolean isChangeable(K key) {
        return isChangeable(group.keys(), key);
    }

    public static <K> boolean isChangeable(Codec<K> codec, K key) {
        try {
            return codec.copy(key) != key;
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            // The codec can only decode.
            return true;
        }
    }

    /**
     * Describes a key in messages of other threads, while the array may change. Does not call user code, which might
     * not return.
     */
    String keyText(byte[] bytes, int offset, int length) {
        return "key " + rendered(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private String rendered(byte[] key) {
        Object codec = group.keys();
        boolean known = codec == Codecs.STRING || codec == Codecs.INT || codec == Codecs.LONG || codec == Codecs.DOUBLE;
        return TaskErrors.render(known ? group.keys().decode(key, 0, key.length) : shown(Bytes.of(key)));
    }

    /** Returns the object that messages show for a key; for an undecoded encoding, the decoded object. */
    Object shown(Object key) {
        boolean encodes = key instanceof Bytes
                && Codecs.isEncoded(group.keys())
                && Codecs.isBuiltIn(group.keys().name())
                && group.keys() != Codecs.BYTES
                && !group.keys().name().equals(Codecs.STRING.name());
        if (!encodes) {
            return key;
        }
        Bytes bytes = (Bytes) key;
        try {
            return TextForm.of(group.keys()).render(bytes.array(), bytes.offset(), bytes.length());
        } catch (SssException e) {
            // Not an encoding of that type.
            return key;
        }
    }

    /** Decodes a value; the key is used only in messages. */
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
