package org.sss.server.shuffle.relocation;

import java.time.Duration;
import org.sss.net.control.Extent;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.MergedRangesSource;
import org.sss.net.data.RemoteSource;
import org.sss.net.data.SubgroupSource;
import org.sss.server.shuffle.method.ShuffleContext;

/** The input of a task, of which other nodes, or files, may have extents. Stateless. */
public final class RelocatedInput {
    /** A data server that sends nothing for so long is stuck; it sends signs of life while it merges. */
    private static final Duration BLOCK_TIMEOUT = Duration.ofSeconds(30);

    private RelocatedInput() {}

    /** @param own what this node stores */
    public static SubgroupSource of(TaskSpec spec, SubgroupSource own, ShuffleContext context) {
        return spec.inputs().held() == null
                ? own
                : new MergedRangesSource(
                        context.node(), own, spec::locations, (group, extent) -> source(spec, group, extent, context));
    }

    private static SubgroupSource source(TaskSpec spec, long group, Extent extent, ShuffleContext context) {
        return switch (extent.kind()) {
            case FILE -> context.files().source(spec.cluster(), spec.key(group));
            case NODE ->
                new RemoteSource(
                        context.connections(),
                        BLOCK_TIMEOUT,
                        spec.key(group),
                        spec.cluster().node(extent.node()));
        };
    }
}
