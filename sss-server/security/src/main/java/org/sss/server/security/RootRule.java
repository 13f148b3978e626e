package org.sss.server.security;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.ProcessUser;

/**
 * A node that other machines reach does not run as root outside of a container, as jobs would run as root, too.
 * Immutable.
 *
 * @param uid         effective user id of the process, or -1 if unknown
 * @param loopback    whether only programs of this machine reach the cluster
 * @param allowed     setting {@code run.as.root}
 * @param inContainer whether the process runs in a container
 */
public record RootRule(long uid, boolean loopback, boolean allowed, boolean inContainer) {
    /** The rule for this process. */
    public static RootRule ofThisProcess(boolean loopback, boolean allowed) {
        ProcessUser user = ProcessUser.current();
        return new RootRule(user.uid(), loopback, allowed, user.inContainer());
    }

    public boolean permits() {
        return uid != 0 || loopback || allowed || inContainer;
    }

    /** @throws SssException INVALID_ARGUMENT if the rule does not permit the node to run */
    public void check(int node) {
        if (!permits()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "node " + node
                            + " runs as root (uid 0), and other machines"
                            + " reach it: the code of jobs would run as root; run the node as a user of its own "
                            + "(User=sss in"
                            + " conf/sss-node.service) or in a container, or set run.as.root = allowed");
        }
    }
}
