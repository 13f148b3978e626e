package org.sss.client;

import org.sss.api.TupleGroup;
import org.sss.net.control.GroupFormat;

/** The format of a group for messages. Stateless. */
final class ClientFormat {
    private ClientFormat() {}

    /** @param hashed see {@link GroupFormat} */
    static GroupFormat of(TupleGroup<?, ?> group, boolean hashed) {
        return new GroupFormat(group.keys().name(), group.values().name(), hashed, group.compression(), group.memory());
    }
}
