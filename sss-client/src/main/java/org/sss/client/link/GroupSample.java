package org.sss.client.link;

import java.time.Duration;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Sampled;
import org.sss.net.control.GroupInfo;
import org.sss.net.data.RangeBounds;

/** Samples the keys of a group on all nodes at once. Stateless. */
public final class GroupSample {
    /** As that of the coordinator, which samples for jobs. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private GroupSample() {}

    /**
     * Returns the bounds of ranges that have equal shares of the group: the first key of each subgroup but the first.
     * All subgroups have equally many copies, so that copies do not change the shares.
     *
     * @throws SssException if a node does not answer, and no other one has copies
     */
    public static List<byte[]> bounds(ClusterLink link, GroupInfo group) {
        int subgroups = link.map().subgroupCount();
        NodeAnswers<Sampled> samples = new NodeAnswers<>(
                link,
                group,
                DataVerbs.SAMPLE,
                RangeBounds.request(group, subgroups),
                Sampled.class,
                TIMEOUT,
                "sampling the keys");
        return RangeBounds.choose(
                samples.all().values().stream()
                        .flatMap(answer -> answer.keys().stream())
                        .toList(),
                subgroups);
    }
}
