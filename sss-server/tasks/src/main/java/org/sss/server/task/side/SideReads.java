package org.sss.server.task.side;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunMerge;
import org.sss.net.control.TaskSpec.SideGroup;
import org.sss.server.task.input.EncodedTuples;
import org.sss.server.task.state.TaskErrors;

/** Decodes a side group. Thread-safe. */
final class SideReads<K, V> {
    private final TupleGroup<K, V> group;
    /** Decodes to objects that may be retained. */
    private final Codec<K> keys;

    private final Codec<V> values;
    private final SideGroup info;
    private final SideSource source;
    private final SideSource.Lookup<V> lookup;

    /** Called for each tuple, key by key. */
    interface TupleSink<V> {
        void accept(byte[] key, int keyLength, List<V> values);
    }

    SideReads(TupleGroup<K, V> group, SideGroup info, SideSource source) {
        this.group = group;
        keys = Codecs.keeping(group.keys());
        values = Codecs.keeping(group.values());
        this.info = info;
        this.source = source;
        lookup = source.lookup(this::decodedValue);
    }

    /** Decodes a value of a key that user code has requested. */
    private V decodedValue(byte[] bytes, int offset, int length) {
        try {
            return values.decode(bytes, offset, length);
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            throw TaskErrors.decodingAside(e, "value", values, described());
        }
    }

    private String described() {
        return "side group '" + group.name() + "'";
    }

    /** @param valueBytes receives the encoded size of the values of each key */
    List<List<V>> read(List<byte[]> keys, long[] valueBytes) {
        return lookup.read(keys, valueBytes);
    }

    /** Returns the whole group, as objects that may be retained. */
    Map<K, List<V>> readAll() {
        Map<K, List<V>> all = new HashMap<>();
        readAll((key, length, ofKey) -> all.computeIfAbsent(
                        decoded(keys, "key", key, 0, length, key, length), k -> new ArrayList<>(1))
                .addAll(ofKey));
        return all;
    }

    /** Decodes; the error for tasks that wait for the whole group has the exception of the codec and the key. */
    private <T> T decoded(
            Codec<T> codec, String what, byte[] bytes, int offset, int length, byte[] key, int keyLength) {
        try {
            return codec.decode(bytes, offset, length);
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            throw TaskErrors.decodingAside(e, what, codec, described() + TaskErrors.ofKey(key, 0, keyLength));
        }
    }

    /** Like {@link #readAll()}, without decoding. */
    EncodedTuples readEncoded() {
        EncodedTuples all = new EncodedTuples();
        eachSubgroup(merge -> {
            long tuples = 0;
            while (merge.nextKey()) {
                for (boolean newKey = true; merge.nextValue(); newKey = false) {
                    all.add(
                            newKey,
                            merge.key(),
                            merge.keyLength(),
                            merge.valueArray(),
                            merge.valueOffset(),
                            merge.valueLength());
                    tuples++;
                }
            }
            return tuples;
        });
        return all.complete();
    }

    void readAll(TupleSink<V> sink) {
        eachSubgroup(merge -> {
            long tuples = 0;
            while (merge.nextKey()) {
                List<V> ofKey = new ArrayList<>(1);
                while (merge.nextValue()) {
                    ofKey.add(decoded(
                            values,
                            "value",
                            merge.valueArray(),
                            merge.valueOffset(),
                            merge.valueLength(),
                            merge.key(),
                            merge.keyLength()));
                }
                tuples += ofKey.size();
                sink.accept(merge.key(), merge.keyLength(), ofKey);
            }
            return tuples;
        });
    }

    /**
     * @param reader returns the number of tuples that it has read
     * @throws SssException {@link ErrorCode#CORRUPT} if tuples are missing
     */
    private void eachSubgroup(ToLongFunction<RunMerge> reader) {
        long tuples = 0;
        for (int subgroup = 0; subgroup < subgroupCount(); subgroup++) {
            try (RunMerge merge = merged(subgroup)) {
                tuples += reader.applyAsLong(merge);
            }
        }
        checkCount(tuples);
    }

    void checkEmpty(int subgroup) {
        source.checkEmpty(subgroup);
    }

    int subgroupCount() {
        return source.subgroupCount();
    }

    /** Returns the tuples of a subgroup in the order of their keys; the caller closes it. */
    RunMerge merged(int subgroup) {
        return source.merged(subgroup);
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} if the whole group has another number of tuples */
    void checkCount(long tuples) {
        checkCount(group.name(), info, tuples);
    }

    static void checkCount(String name, SideGroup info, long tuples) {
        if (tuples != info.tuples()) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "side group '" + name + "' (number " + info.id()
                            + ") was committed with " + info.tuples() + " tuples, and " + tuples
                            + " are there: some of its files are gone."
                            + " Check whether data.dir of each node is unchanged, or drop the group and write it "
                            + "again");
        }
    }
}
