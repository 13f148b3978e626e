package org.sss.server.task.side;

import org.sss.api.Codec;
import org.sss.api.SideTuples;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunMerge;
import org.sss.server.task.input.Input;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * Reads a part of a side group from its owners in each iteration, subgroup by subgroup and block by block. For the
 * task's thread.
 */
final class SideScan<K, V> implements SideTuples<K, V> {
    private final TupleGroup<K, V> group;
    private final SideReads<K, V> reads;
    private final int part;
    private final int parts;
    private final TaskState state;
    private final Visits visits;

    /** Number of tuples visited by all scans of a side group; a sign of life. Read by other threads. */
    static final class Visits {
        private long count;

        long count() {
            return count;
        }
    }

    SideScan(TupleGroup<K, V> group, SideReads<K, V> reads, int part, int parts, TaskState state, Visits visits) {
        this.group = group;
        this.reads = reads;
        this.part = part;
        this.parts = parts;
        this.state = state;
        this.visits = visits;
    }

    @Override
    public void forEach(Visitor<? super K, ? super V> visitor) throws Exception {
        state.checkThread("forEach");
        One one = new One(visitor);
        long tuples = 0;
        for (int subgroup = part; subgroup < reads.subgroupCount(); subgroup += parts) {
            long before = tuples;
            tuples += one.visit(subgroup);
            if (tuples == before) {
                checkEmpty(subgroup);
            }
        }
        if (parts == 1) {
            checkCount(tuples);
        }
    }

    private void checkEmpty(int subgroup) {
        try {
            reads.checkEmpty(subgroup);
        } catch (SssException e) {
            throw aside(e);
        }
    }

    private void checkCount(long tuples) {
        try {
            reads.checkCount(tuples);
        } catch (SssException e) {
            throw aside(e);
        }
    }

    /** A failure here is not specific to the current tuple; the next one would fail too. */
    private SssException aside(SssException e) {
        state.failedAside(e);
        return e;
    }

    /** One iteration, with codecs of its own, since iterations may be nested. */
    private final class One {
        private final Visitor<? super K, ? super V> visitor;
        private final Codec<K> keys = group.keys().forTask();
        private final Codec<V> values = group.values().forTask();
        /** Whether a visitor may have modified the key, so that the next one must not get the same object. */
        private boolean changeable;

        private boolean first = true;

        One(Visitor<? super K, ? super V> visitor) {
            this.visitor = visitor;
        }

        /** Returns the number of tuples. */
        long visit(int subgroup) throws Exception {
            long tuples = 0;
            try (RunMerge merge = open(subgroup)) {
                while (nextKey(merge)) {
                    K key = key(merge);
                    while (nextValue(merge)) {
                        state.checkCancelled();
                        visits.count++;
                        visitor.visit(key, value(merge));
                        key = changeable ? key(merge) : key;
                        tuples++;
                    }
                }
            }
            return tuples;
        }

        private RunMerge open(int subgroup) {
            try {
                return reads.merged(subgroup);
            } catch (SssException e) {
                throw aside(e);
            }
        }

        private boolean nextKey(RunMerge merge) {
            try {
                return merge.nextKey();
            } catch (SssException e) {
                throw aside(e);
            }
        }

        private boolean nextValue(RunMerge merge) {
            try {
                return merge.nextValue();
            } catch (SssException e) {
                throw aside(e);
            }
        }

        private K key(RunMerge merge) {
            K key = decoded(keys, "key", merge, merge.key(), 0, merge.keyLength());
            if (first) {
                first = false;
                changeable = Input.isChangeable(keys, key);
            }
            return key;
        }

        private V value(RunMerge merge) {
            return decoded(values, "value", merge, merge.valueArray(), merge.valueOffset(), merge.valueLength());
        }

        private <T> T decoded(Codec<T> codec, String what, RunMerge merge, byte[] bytes, int offset, int length) {
            try {
                return codec.decode(bytes, offset, length);
            } catch (OutOfMemoryError | InternalError e) {
                throw e;
            } catch (Throwable e) {
                throw aside(TaskErrors.decodingAside(
                        e,
                        what,
                        codec,
                        "side group '" + group.name() + "'" + TaskErrors.ofKey(merge.key(), 0, merge.keyLength())));
            }
        }
    }
}
