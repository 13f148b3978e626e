package org.sss.net.control;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * What a node reports that cannot connect to another node, though that may be alive: the error names both nodes and the address, and
 * the coordinator recognises it. Stateless.
 */
public final class DeadLink {
    private static final String CANNOT_REACH = " cannot reach node ";

    private DeadLink() {
    }

    /** The error of the node {@code from}, which could not connect to {@code to}. @param e of the connection, which names the address */
    public static SssException error(int from, NodeInfo to, SssException e) {
        return new SssException(e.code(), "node " + from + CANNOT_REACH + to.id() + ": " + e.getMessage(), e);
    }

    /** Whether another node has reported it: what it reports comes with its stack trace. */
    public static boolean isReportedBy(SssException e) {
        return e.code() == ErrorCode.NODE_UNREACHABLE && e.remoteTrace() != null && String.valueOf(e.getMessage()).contains(CANNOT_REACH);
    }
}
