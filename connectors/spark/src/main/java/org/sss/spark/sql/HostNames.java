package org.sss.spark.sql;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sss.api.SssException;
import org.sss.client.Cluster;
import org.sss.client.Group;
import org.sss.client.GroupLayout;
import org.sss.client.SssClient;

/** The hosts that have the subgroups of a group, by the names that Spark compares with those of its executors. */
final class HostNames {
    private static final String[] ANY = {};

    private final Map<Integer, String[]> bySubgroup = new HashMap<>();

    private HostNames() {}

    /** Asks all nodes; places are unknown if one of them does not answer, since the group may be read all the same. */
    static HostNames of(SssClient client, Group group) {
        HostNames names = new HostNames();
        try {
            GroupLayout layout = client.stat(group.name());
            if (layout.group().id() == group.id()) {
                List<Cluster.Node> nodes = client.cluster().nodes();
                layout.subgroups()
                        .forEach(placed -> named(nodes.get(placed.node()).host())
                                .ifPresent(host ->
                                        names.bySubgroup.put(placed.stat().subgroup(), new String[] {host})));
            }
        } catch (SssException e) {
            names.bySubgroup.clear();
        }
        return names;
    }

    String[] of(int subgroup) {
        return bySubgroup.getOrDefault(subgroup, ANY);
    }

    /** Returns the name of a host; nothing for this machine's own address, which each machine has. */
    static Optional<String> named(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            if (address.isLoopbackAddress()) {
                return Optional.empty();
            }
            boolean isNumber = address.getHostAddress().equals(host);
            return Optional.of(isNumber ? address.getCanonicalHostName() : host);
        } catch (UnknownHostException e) {
            return Optional.of(host); // the driver need not know the hosts of executors
        }
    }
}
