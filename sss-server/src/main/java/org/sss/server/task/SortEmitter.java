package org.sss.server.task;

import org.sss.api.TupleGroup;

/** Emits into a {@link SortBuffer}. Used by the task's thread. */
final class SortEmitter<K, V> extends TaskEmitter<K, V> {
    private final SortBuffer buffer;
    private final Placement<K, V> placement;

    SortEmitter(TaskState state, TupleGroup<K, V> group, Placement<K, V> placement, SortBuffer buffer) {
        super(state, group);
        this.placement = placement;
        this.buffer = buffer;
    }

    @Override
    public void emit(K k, V v) {
        encodeKey(k);
        encodeValue(v);
        int subgroup = placement.subgroup(k, v, key);
        buffer.add(subgroup, key.array, key.offset, key.length, value.array, value.offset, value.length);
        state.emitted(key.length + value.length);
    }

    @Override
    void flush() {
        buffer.flush();
    }
}
