package org.sss.net.control;

import org.sss.net.rpc.PropertyOrder;
import org.sss.net.rpc.Unwrapped;

/**
 * What a data server stores about a group, besides its tuples, so that the group can be recovered when the journal does
 * not know it.
 *
 * @param name      the group's name when it was committed; it may have been renamed since
 * @param temporary the group is deleted with its workflow, or when the coordinator that started it ends, and never gets
 *     a name
 */
@PropertyOrder({
    "name",
    "keyType",
    "valueType",
    "hashed",
    "compression",
    "createdMillis",
    "createdBy",
    "temporary",
    "inMemory"
})
public record GroupDescription(
        String name,
        @Unwrapped GroupFormat format,
        @Unwrapped GroupOrigin origin,
        boolean temporary) {
    public static GroupDescription of(GroupInfo group, boolean temporary) {
        return new GroupDescription(group.name(), group.format(), group.origin(), temporary);
    }
}
