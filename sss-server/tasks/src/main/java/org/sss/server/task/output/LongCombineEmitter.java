package org.sss.server.task.output;

import java.util.Arrays;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.LongCodec;
import org.sss.api.LongCombiner;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.server.task.state.TaskErrors;

/** Emits into a {@link LongCombineTable}: only the key is encoded. For the task's thread. */
final class LongCombineEmitter<K> extends TaskEmitter<K, Long> {
    private final LongCombineTable table;
    private final Placement<K, Long> placement;
    private final EmitBatch batch;
    private final boolean mayBatch;
    private final boolean isString;
    /** Null if not applicable. */
    private final StringBatch strings;

    LongCombineEmitter(
            TaskOutputs outputs, TupleGroup<K, Long> group, Placement<K, Long> placement, LongCombineTable table) {
        super(outputs, group);
        this.placement = placement;
        this.table = table;
        table.onOverflow(this::overflow);
        batch = new EmitBatch(table, placement);
        mayBatch = placement.isByKeyBytes();
        isString = group.keys() == (Object) Codecs.STRING;
        strings = isString && mayBatch && StringBytes.areVisible() ? new StringBatch(table, placement, state) : null;
    }

    @Override
    public void emit(K k, Long v) {
        try {
            // First, since lookups below change fields of the table.
            checkThread();
            long number = v;
            if (strings == null || !strings.add((String) k, number)) {
                put(k, number);
            }
        } catch (NullPointerException | SssException e) {
            throw unlessNull(e, k, v);
        }
    }

    /**
     * The launcher prevents inlining of this method into the user's function, where it would leave too few registers to
     * the enclosing loop. Otherwise, inlining would be unpredictable.
     */
    private void put(K k, long number) {
        if (isString && !table.missesCache()) {
            String text = (String) k;
            int ref = table.find(text);
            if (ref != CombineTable.NONE) {
                table.combine(ref, number);
                state.emitted(text.length() + LongCodec.SIZE_BYTES);
                return;
            }
        }
        if (keysAreNumbers && k != null) {
            int ref = table.recentEntry(number(k));
            if (ref != CombineTable.NONE) {
                table.combine(ref, number);
                state.emitted(numberBytes() + LongCodec.SIZE_BYTES);
                return;
            }
        }
        setKey(k);
        byte[] bytes = key.array(k);
        int offset = key.offset(k);
        int length = key.length(k);
        if (mayBatch && table.missesCache()) {
            if (key.isSettled()) {
                batch.addSettled(bytes, offset, length, number);
            } else {
                batch.add(bytes, offset, length, number);
            }
            state.emitted(length + LongCodec.SIZE_BYTES);
            return;
        }
        int ref = table.find(bytes, offset, length);
        if (ref != CombineTable.NONE) {
            table.combine(ref, number);
            if (keysAreNumbers) {
                table.record(number(k), ref);
            }
        } else {
            table.insert(placement.subgroup(k, number, bytes, offset, length), bytes, offset, length, number);
        }
        state.emitted(length + LongCodec.SIZE_BYTES);
    }

    /** The overflow may be of a tuple in an earlier batch, so the task fails even if the exception is caught. */
    private SssException overflow(byte[] bytes, int offset, int length, long sum, long number) {
        Object shown;
        try {
            shown = group.keys().decode(bytes, offset, length);
        } catch (RuntimeException e) {
            shown = Bytes.of(Arrays.copyOfRange(bytes, offset, offset + length));
        }
        return state.fail(new SssException(
                ErrorCode.USER_CODE,
                "the sum of key " + TaskErrors.render(shown) + " of group " + group.shownName() + " overflows: "
                        + LongCombiner.Operation.overflow(sum, number)));
    }

    @Override
    void flush() {
        if (strings != null) {
            strings.drain();
        }
        batch.drain();
        table.flush();
        table.release();
    }

    @Override
    long combined() {
        return table.folds();
    }

    @Override
    boolean storesAsEmitted() {
        return table.folds() == 0;
    }
}
