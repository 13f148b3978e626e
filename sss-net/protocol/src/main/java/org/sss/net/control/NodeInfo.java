package org.sss.net.control;

import org.sss.net.transport.NodeAddress;

/**
 * A node and its two listeners.
 *
 * @param id     its number, from 0
 * @param server the SSS Server: jobs, groups, tasks
 * @param data   the data server: blocks
 */
public record NodeInfo(int id, NodeAddress server, NodeAddress data) {
    @Override
    public String toString() {
        return "node " + id + " (" + server + ")";
    }
}
