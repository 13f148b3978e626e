package org.sss.server.shuffle.relocation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.net.control.HeldPart;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.PartedSource;
import org.sss.net.data.RemoteSource;
import org.sss.net.data.SubgroupSource;
import org.sss.server.shuffle.method.ShufflePlaces;

/** The input of a task of which other nodes, or files, have parts. Stateless. */
public final class HeldInput {
    /** A data server that sends nothing for so long is stuck; it sends signs of life while it merges. */
    private static final Duration BLOCK_TIMEOUT = Duration.ofSeconds(30);

    private HeldInput() {
    }

    /** @param own what this node stores */
    public static SubgroupSource of(TaskSpec spec, SubgroupSource own, ShufflePlaces places) {
        if (spec.inputs().held() == null) {
            return own;
        }
        Map<Long, List<SubgroupSource>> others = new HashMap<>();
        for (HeldPart part : spec.inputs().held()) {
            others.computeIfAbsent(part.group(), group -> new ArrayList<>()).add(source(spec, part, places));
        }
        return new PartedSource(own, others);
    }

    private static SubgroupSource source(TaskSpec spec, HeldPart part, ShufflePlaces places) {
        if (part.node() == null) {
            return places.files().source(spec.cluster(), spec.key(part.group()));
        }
        return new RemoteSource(places.connections(), spec.cluster(), BLOCK_TIMEOUT, spec.key(part.group()), spec.cluster().node(part.node()));
    }
}
