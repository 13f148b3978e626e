package org.sss.spark.sql;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** What Spark can ask for and groups do not have. Stateless. */
final class Refusals {
    private Refusals() {}

    static SssException streaming(String group) {
        return refused(
                "group '" + group + "' cannot be a source or sink of a stream, since a group is written once, as "
                        + "a whole; read or write it in a batch");
    }

    static SssException append(String group) {
        return refused("nothing can be appended to group '" + group + "', since a group is written once, as a whole; "
                + "use INSERT OVERWRITE or mode \"overwrite\" to replace it, or write another group");
    }

    static SssException empty(String group) {
        return refused("table '" + group + "' cannot be created without tuples, as nothing can be appended to a group "
                + "later; use CREATE TABLE ... AS SELECT");
    }

    static SssException alteration(String group) {
        return refused("the columns and properties of group '" + group + "' cannot be changed; write another group");
    }

    static SssException partitioning(String group) {
        return refused("group '" + group + "' is placed by the hash of its key, and has no other partitions; leave out "
                + "PARTITIONED BY");
    }

    static SssException columns(String group, String found) {
        return refused("group '" + group + "' is written from the columns key and value, and not from " + found
                + "; name them, as in SELECT id AS key, struct(a, b) AS value");
    }

    private static SssException refused(String message) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, message);
    }
}
