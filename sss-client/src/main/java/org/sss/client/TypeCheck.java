package org.sss.client;

import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.GroupInfo;

/** Compares declared with stored types of groups. Stateless. */
final class TypeCheck {
    private TypeCheck() {}

    static void same(GroupInfo stored, TupleGroup<?, ?> declared) {
        check(stored.name(), "keys", stored.keyType(), declared.keys());
        check(stored.name(), "values", stored.valueType(), declared.values());
    }

    /** Lines can only be imported as strings or bytes. */
    static void lines(TupleGroup<?, ?> group) {
        String type = group.values().name();
        if (!group.keys().name().equals("long") || !type.equals("string") && !type.equals("bytes")) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "lines of text cannot be imported to group '" + group.name()
                            + "' with keys of type '" + group.keys().name() + "' and values of type '" + type
                            + "'; use Codecs.LONG with Codecs.STRING or Codecs.BYTES, or importTsv");
        }
    }

    private static void check(String group, String what, String stored, Codec<?> declared) {
        if (!Codecs.canRead(declared.name(), stored)) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "group '" + group + "' has " + what + " of type '" + stored + "', not '" + declared.name()
                            + "'; declare the group with the codec that wrote it, or with Codecs.BYTES");
        }
    }
}
