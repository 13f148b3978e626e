package org.sss.server.task.side;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.sss.api.Codec;
import org.sss.api.SideTuples;
import org.sss.api.TupleGroup;
import org.sss.server.task.input.EncodedTuples;
import org.sss.server.task.input.Input;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/** Decodes the tuples of a side group for one task. For the task's thread. */
final class SideWalk<K, V> implements SideTuples<K, V> {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final TupleGroup<K, V> group;
    private final EncodedTuples tuples;
    private final TaskState state;
    private final Codec<K> keys;
    private final Codec<V> values;
    private boolean walking;
    /** Number of tuples visited in all walks; read by other threads. */
    private long visited;

    SideWalk(TupleGroup<K, V> group, EncodedTuples tuples, TaskState state) {
        this.group = group;
        this.tuples = tuples;
        this.state = state;
        keys = group.keys().forTask();
        values = group.values().forTask();
        state.addSign(() -> visited);
    }

    /** A nested walk has its own codecs, so that objects decoded by the outer one are not modified. */
    @Override
    public void forEach(Visitor<? super K, ? super V> visitor) throws Exception {
        state.checkThread("forEach");
        if (walking) {
            walk(visitor, group.keys().forTask(), group.values().forTask());
            return;
        }
        walking = true;
        try {
            walk(visitor, keys, values);
        } finally {
            walking = false;
        }
    }

    /** A walk may take long, and a visitor may emit nothing, so cancellation is checked here too. */
    private void walk(Visitor<? super K, ? super V> visitor, Codec<K> keyCodec, Codec<V> valueCodec) throws Exception {
        K key = null;
        // A visitor may modify such a key, and must not get one that another visitor has modified.
        boolean changeable = false;
        byte[] keyArray = null;
        int keyAt = 0;
        int keyBytes = 0;
        for (byte[] array : tuples.arrays()) {
            for (int at = 0; at < array.length; ) {
                state.checkCancelled();
                visited++;
                int keyLength = (int) INT.get(array, at);
                int valueLength = (int) INT.get(array, at + 4);
                at += EncodedTuples.HEAD_BYTES;
                if (keyLength != EncodedTuples.SAME_KEY) {
                    keyArray = array;
                    keyAt = at;
                    keyBytes = keyLength;
                    at += keyLength;
                }
                if (keyLength != EncodedTuples.SAME_KEY || changeable) {
                    boolean first = key == null;
                    key = decoded(keyCodec, "key", keyArray, keyAt, keyBytes, keyArray, keyAt, keyBytes);
                    changeable = first ? Input.isChangeable(keyCodec, key) : changeable;
                }
                V value = decoded(valueCodec, "value", array, at, valueLength, keyArray, keyAt, keyBytes);
                at += valueLength;
                visitor.visit(key, value);
            }
        }
    }

    private <T> T decoded(
            Codec<T> codec, String what, byte[] bytes, int offset, int length, byte[] key, int keyAt, int keyBytes) {
        try {
            return codec.decode(bytes, offset, length);
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            throw TaskErrors.decodingAside(
                    e, what, codec, "side group '" + group.name() + "'" + TaskErrors.ofKey(key, keyAt, keyBytes));
        }
    }
}
