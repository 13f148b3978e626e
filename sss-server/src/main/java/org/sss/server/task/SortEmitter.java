package org.sss.server.task;

import org.sss.api.TupleGroup;

/** Emits into a {@link SortBuffer}. Used by the task's thread. */
final class SortEmitter<K, V> extends TaskEmitter<K, V> {
    private final SortBuffer buffer;
    private final Placement<K, V> placement;

    SortEmitter(TaskOutputs outputs, TupleGroup<K, V> group, Placement<K, V> placement, SortBuffer buffer) {
        super(outputs, group);
        this.placement = placement;
        this.buffer = buffer;
    }

    @Override
    public void emit(K k, V v) {
        encodeKey(k);
        encodeValue(v);
        byte[] bytes = key.array(k);
        int offset = key.offset(k);
        int length = key.length(k);
        int valueLength = value.length(v);
        int subgroup = placement.subgroup(k, v, bytes, offset, length);
        buffer.add(subgroup, bytes, offset, length, value.array(v), value.offset(v), valueLength);
        state.emitted(length + valueLength);
    }

    @Override
    void flush() {
        buffer.flush();
    }
}
