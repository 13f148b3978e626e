package org.sss.cli.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.sss.cli.terminal.UsageException;

/**
 * A node on a host that {@code ssh} reaches. Immutable.
 *
 * @param destination of ssh: HOST or USER@HOST; HOST is also the address of the node
 * @param directory   on that host, absolute
 */
record RemoteNode(int number, String destination, String directory) {
    /** Not an option of ssh, and nothing that a shell expands. */
    private static final Pattern DESTINATION =
            Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*");

    /**
     * @param hosts     separated by commas
     * @param directory with the directories of the nodes, on each host
     */
    static List<RemoteNode> of(String hosts, String directory) {
        List<RemoteNode> nodes = new ArrayList<>();
        Set<String> addresses = new HashSet<>();
        for (String host : hosts.split(",", -1)) {
            String destination = host.strip();
            if (!DESTINATION.matcher(destination).matches()) {
                throw new UsageException(
                        "--hosts takes names or IPv4 addresses, or USER@HOST, separated by commas, not '" + destination
                                + "'");
            }
            RemoteNode node = new RemoteNode(nodes.size(), destination, directory + "/node-" + nodes.size());
            if (!addresses.add(node.address())) {
                throw new UsageException("--hosts names " + node.address() + " twice; a host has one node");
            }
            nodes.add(node);
        }
        return List.copyOf(nodes);
    }

    String address() {
        return destination.substring(destination.indexOf('@') + 1);
    }

    @Override
    public String toString() {
        return "node " + number + " on " + destination;
    }
}
