package org.sss.server.task.side;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SideData;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.TaskSpec;
import org.sss.server.task.state.TaskState;

/** The side groups of a task. For the task's thread. */
public final class SideGroups {
    private final List<TupleGroup<?, ?>> groups;
    private final List<SideData<?, ?>> sides = new ArrayList<>();

    /** @param cacheBytes cache size of all groups together */
    public SideGroups(
            TaskSpec spec,
            List<TupleGroup<?, ?>> groups,
            SideSources sources,
            SideMaps maps,
            long cacheBytes,
            TaskState state) {
        this.groups = groups;
        for (int i = 0; i < groups.size(); i++) {
            sides.add(side(
                    groups.get(i),
                    spec.inputs().sideGroups().get(i),
                    spec,
                    sources,
                    maps,
                    cacheBytes / groups.size(),
                    state));
        }
    }

    private static <K, V> SideData<K, V> side(
            TupleGroup<K, V> group,
            TaskSpec.SideGroup info,
            TaskSpec spec,
            SideSources sources,
            SideMaps maps,
            long cacheBytes,
            TaskState state) {
        if (info.equals(TaskSpec.SideGroup.DROPPED)) {
            return new DroppedSideGroup<>(group.name());
        }
        return new TaskSide<>(
                group,
                info,
                new SideReads<>(group, info, sources.open(spec, info, group.name())),
                maps,
                cacheBytes,
                state);
    }

    /** The check of the codecs ensures that the group has these types. */
    @SuppressWarnings("unchecked")
    public <K, V> SideData<K, V> of(TupleGroup<K, V> wanted) {
        for (int i = 0; i < groups.size(); i++) {
            TupleGroup<?, ?> group = groups.get(i);
            if (group.name().equals(wanted.name())
                    && group.keys().name().equals(wanted.keys().name())
                    && group.values().name().equals(wanted.values().name())) {
                return (SideData<K, V>) sides.get(i);
            }
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "the job does not look into group '" + wanted.name() + "' ("
                        + wanted.keys().name() + ", " + wanted.values().name() + ") but into ["
                        + groups.stream().map(TupleGroup::name).collect(Collectors.joining(", "))
                        + "]; declare it with with(...)");
    }
}
