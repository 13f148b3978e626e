package org.sss.client;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupPuts;
import org.sss.net.control.GroupInfo;
import org.sss.net.rpc.Json;

/**
 * Lets other processes write into a group that a {@link DistributedWrite} has opened. It is serialized and sent to
 * them. It has the identity of the group and the types of its tuples, no address and no credentials: each process
 * connects with its own. Immutable.
 */
public final class WriteTicket<K, V> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String clusterId;
    /** As JSON, which is a stable form. */
    private final String groupInfo;

    private final TupleGroup<K, V> group;
    private final int sources;

    WriteTicket(String clusterId, GroupInfo info, TupleGroup<K, V> group, int sources) {
        this.clusterId = clusterId;
        this.group = group;
        this.sources = sources;
        groupInfo = new String(Json.write(info), StandardCharsets.UTF_8);
    }

    /** Returns name and types of the group. */
    public TupleGroup<K, V> group() {
        return group;
    }

    /** Returns the number of sources, of each of which one attempt is committed. */
    public int sources() {
        return sources;
    }

    /**
     * Starts an attempt to write the tuples of one source. Attempts of one source may run at the same time, also with
     * the same number: each writer is an attempt of its own, and one of them is committed.
     *
     * @param client  of this process, connected to any node of the same cluster; used until the writer is closed
     * @param source  from 0 to {@code sources() - 1}; values of a key are in the order of the sources
     * @param attempt any number; error messages name it
     * @throws SssException INVALID_ARGUMENT if there is no such source, the client is connected to another cluster, or
     *     this JVM does not support the compression of the group
     */
    public AttemptWriter<K, V> writer(SssClient client, int source, long attempt) {
        if (source < 0 || source >= sources) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group '" + group.name() + "' is written from " + sources + " sources, counted from 0; there is no "
                            + "source " + source);
        }
        ClusterLink link = client.link();
        checkCluster(link.map().clusterId());
        String nonce = Long.toHexString(ThreadLocalRandom.current().nextLong());
        GroupInfo info = Json.read(groupInfo.getBytes(StandardCharsets.UTF_8), GroupInfo.class, "a ticket");
        return new AttemptWriter<>(
                info,
                new GroupPuts(link, info),
                WriterPlacement.of(link, group, Partitioners.hash()),
                group,
                new AttemptWriter.Name(source, attempt, nonce));
    }

    private void checkCluster(String other) {
        if (!clusterId.equals(other)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the ticket of group '" + group.name() + "' is of cluster " + clusterId
                            + ", and this client is connected to cluster " + other
                            + "; connect to a node of the cluster that the group is written to");
        }
    }

    /** Names the group. */
    @Override
    public String toString() {
        return "ticket of group '" + group.name() + "' with " + sources + (sources == 1 ? " source" : " sources");
    }
}
