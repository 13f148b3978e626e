package org.sss.client.link;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.DataVerbs.Sampled;
import org.sss.net.control.GroupInfo;
import org.sss.net.data.RangeBounds;
import org.sss.net.rpc.Rpc;

/** Samples the keys of a group on all nodes at once. Stateless. */
public final class GroupSample {
    /** As that of the coordinator, which samples for jobs. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private GroupSample() {}

    /**
     * Returns the bounds of ranges that have equal shares of the group: the first key of each subgroup but the first.
     *
     * @throws SssException if a node does not answer
     */
    public static List<byte[]> bounds(ClusterLink link, GroupInfo group) {
        int subgroups = link.map().subgroupCount();
        Sample request = RangeBounds.request(group, subgroups);
        List<CompletableFuture<Sampled>> answers = link.map().nodes().stream()
                .map(node ->
                        Rpc.callAsync(link.connection(node.data()), DataVerbs.SAMPLE, request, Sampled.class, TIMEOUT))
                .toList();
        try {
            return RangeBounds.choose(
                    answers.stream()
                            .flatMap(answer -> answer.join().keys().stream())
                            .toList(),
                    subgroups);
        } catch (CompletionException e) {
            throw SssException.of(e.getCause(), "sampling the keys of group '" + group.name() + "'");
        }
    }
}
