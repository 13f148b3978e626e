package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A co-group: iterates over the keys of several groups together, in order, on the nodes that store them. It needs no
 * shuffle: the groups are partitioned alike, so that a key is in the same subgroup of each.
 */
public final class CoGroupJob<K, K2, V2> extends JobOptions<K2, V2, CoGroupJob<K, K2, V2>> {
    private static final long serialVersionUID = 1L;

    private final ArrayList<TupleGroup<K, ?>> groups;
    private final CoGrouper<K, K2, V2> grouper;
    private boolean placedAlike;

    CoGroupJob(
            String name,
            List<? extends TupleGroup<K, ?>> groups,
            TupleGroup<K2, V2> output,
            CoGrouper<K, K2, V2> grouper) {
        super(name, output);
        this.groups = new ArrayList<>(groups);
        this.grouper = Objects.requireNonNull(grouper, "grouper");
        if (groups.isEmpty()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "coGroup needs at least one group");
        }
        if (groups.stream().map(TupleGroup::name).distinct().count() < groups.size()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "coGroup has one group twice; its values can be iterated over twice");
        }
        JoinTypes.checkKeys(name, groups);
    }

    private CoGroupJob(CoGroupJob<K, K2, V2> like, Combiner<K2, V2> combiner) {
        super(like, like.output(), null, combiner);
        groups = like.groups;
        grouper = like.grouper;
        placedAlike = like.placedAlike;
    }

    @Override
    CoGroupJob<K, K2, V2> copyCombinedBy(Combiner<K2, V2> newCombiner) {
        return new CoGroupJob<>(this, newCombiner);
    }

    @Override
    CoGroupJob<K, K2, V2> self() {
        return this;
    }

    /**
     * Declares that custom partitioners place each key in one subgroup, the same one in all groups. Without this, all
     * groups must be partitioned by the hash of the key, even a single one, because the server does not know where a
     * user's partitioner places a key.
     */
    public CoGroupJob<K, K2, V2> placedAlike() {
        placedAlike = true;
        return this;
    }

    /** Returns whether {@link #placedAlike()} was called. */
    public boolean isPlacedAlike() {
        return placedAlike;
    }

    @Override
    public List<TupleGroup<?, ?>> inputs() {
        return List.copyOf(groups);
    }

    /** Returns the inputs with the type of their keys. */
    public List<TupleGroup<K, ?>> groups() {
        return List.copyOf(groups);
    }

    public CoGrouper<K, K2, V2> grouper() {
        return grouper;
    }
}
