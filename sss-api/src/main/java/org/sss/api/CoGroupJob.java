package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A co-group: walks the keys of several groups side by side where they are stored, in order. Nothing is shuffled for it: the
 * groups are placed alike, so that a key is in the same subgroup of each.
 */
public final class CoGroupJob<K, K2, V2> extends JobOptions<K2, V2, CoGroupJob<K, K2, V2>> {
    private static final long serialVersionUID = 1L;

    private final ArrayList<TupleGroup<K, ?>> groups;
    private final CoGrouper<K, K2, V2> grouper;
    private boolean placedAlike;

    CoGroupJob(String name, List<? extends TupleGroup<K, ?>> groups, TupleGroup<K2, V2> output, CoGrouper<K, K2, V2> grouper) {
        super(name, output);
        this.groups = new ArrayList<>(groups);
        this.grouper = Objects.requireNonNull(grouper, "grouper");
        if (groups.isEmpty()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "coGroup needs at least one group");
        }
        if (groups.stream().map(TupleGroup::name).distinct().count() < groups.size()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "coGroup was given one group twice; its values can be walked twice");
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
     * Says that partitioners have placed each key in one subgroup, the same one of all the groups. Without this, all of them have to be
     * placed by the hash of the key, also the only one, since nobody else knows where a partitioner of the user puts a key.
     */
    public CoGroupJob<K, K2, V2> placedAlike() {
        placedAlike = true;
        return this;
    }

    /** Whether {@link #placedAlike()} was said. */
    public boolean isPlacedAlike() {
        return placedAlike;
    }

    @Override
    public List<TupleGroup<?, ?>> inputs() {
        return List.copyOf(groups);
    }

    /** The inputs with the type of their keys. */
    public List<TupleGroup<K, ?>> groups() {
        return List.copyOf(groups);
    }

    public CoGrouper<K, K2, V2> grouper() {
        return grouper;
    }
}
