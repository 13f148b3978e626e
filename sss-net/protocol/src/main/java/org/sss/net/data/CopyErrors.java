package org.sss.net.data;

import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;

/** The errors of a read of one subgroup, holder by holder. One thread at a time. */
final class CopyErrors {
    /** Errors of a node or its files, not of the request: another node may answer. */
    private static final Set<ErrorCode> OF_NODES = EnumSet.of(
            ErrorCode.NODE_UNREACHABLE,
            ErrorCode.TIMEOUT,
            ErrorCode.OVERLOADED,
            ErrorCode.CLOSED,
            ErrorCode.HEAP_FULL,
            ErrorCode.NOT_FOUND,
            ErrorCode.STORAGE,
            ErrorCode.CORRUPT);

    private final GroupHolders holders;
    private final int subgroup;
    private final Map<NodeInfo, SssException> errors = new LinkedHashMap<>();

    CopyErrors(GroupHolders holders, int subgroup) {
        this.holders = holders;
        this.subgroup = subgroup;
    }

    static boolean isOfNode(SssException e) {
        return OF_NODES.contains(e.code());
    }

    /**
     * Returns the next holder to ask.
     *
     * @throws SssException if none is left: that of the first one with the messages of the others; or {@code e} if it
     *     is not an error of the node
     */
    NodeInfo next(NodeInfo failed, SssException e) {
        if (!isOfNode(e)) {
            throw e;
        }
        holders.failures().failed(failed, e);
        errors.putIfAbsent(failed, e);
        for (NodeInfo node : holders.inOrder(subgroup)) {
            if (!errors.containsKey(node)) {
                return node;
            }
        }
        throw ofAll();
    }

    private SssException ofAll() {
        Iterator<SssException> all = errors.values().iterator();
        SssException first = all.next();
        if (!all.hasNext()) {
            return first;
        }
        StringBuilder text = new StringBuilder(first.getMessage()).append(". No other copy can be read either: ");
        String separator = "";
        while (all.hasNext()) {
            text.append(separator).append(all.next().getMessage());
            separator = "; ";
        }
        return new SssException(first.code(), text.toString(), first, first.remoteTrace());
    }

    /** The next holder has answered. */
    void report() {
        errors.forEach((node, e) -> holders.failures().report(node, holders.group(), e));
    }
}
