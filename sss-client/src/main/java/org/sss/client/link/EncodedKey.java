package org.sss.client.link;

import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Encodes keys of a group. Stateless. */
public final class EncodedKey {
    private EncodedKey() {}

    /** @throws SssException INVALID_ARGUMENT for null, unless the codec takes it */
    public static <K> byte[] of(Codec<K> codec, K key, String group) {
        ByteSink sink = new ByteSink(64);
        try {
            codec.encode(key, sink);
        } catch (RuntimeException | Error e) {
            if (key == null) {
                throw isNull(group, "a null key", e);
            }
            throw e;
        }
        return sink.toByteArray();
    }

    /** @param what description of the null value, such as "a null key" */
    public static SssException isNull(String group, String what, Throwable cause) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "group '" + group + "' was given " + what + "; keys, values and fields of records must not be null",
                cause);
    }
}
