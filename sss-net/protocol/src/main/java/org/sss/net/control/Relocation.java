package org.sss.net.control;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sss.net.rpc.Nullable;

/**
 * An {@link Extent} that is not stored by the owner of its subgroup, as it is in messages.
 *
 * @param node  whose data server has it; null if it is in files
 * @param bytes of its blocks
 */
public record Relocation(
        long group, int subgroup, int firstSource, @Nullable Integer node, long bytes) {
    static Relocation of(long group, int subgroup, Extent extent) {
        return new Relocation(
                group,
                subgroup,
                extent.firstSource(),
                extent.kind() == Extent.Kind.FILE ? null : extent.node(),
                extent.bytes());
    }

    private Extent extent() {
        return node == null ? Extent.inFiles(firstSource, bytes) : Extent.onNode(firstSource, node, bytes);
    }

    /**
     * Returns the extents of one group by subgroup, for {@link Locations#with}. The relocations of each subgroup are in
     * the order of their sources.
     */
    public static Map<Integer, List<Extent>> extents(long group, Collection<Relocation> relocations) {
        Map<Integer, List<Extent>> extents = new TreeMap<>();
        relocations.stream()
                .filter(relocation -> relocation.group == group)
                .forEach(relocation -> extents.computeIfAbsent(relocation.subgroup, subgroup -> new ArrayList<>())
                        .add(relocation.extent()));
        return extents;
    }
}
