package org.sss.benchmarks.synthetic;

import java.util.Arrays;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.net.control.GroupInfo;

/** Parameters that describe a job which hands each tuple of a group on and reduces by key. Stateless. */
public final class FitSample {
    private static final int SAMPLED = 100_000;
    private static final int REDUCED_BYTES = 8;

    private FitSample() {
    }

    /**
     * From the numbers of a group, and from its first tuples in the order of their keys.
     *
     * @throws SssException NOT_FOUND; INVALID_ARGUMENT for an empty group
     */
    public static SyntheticConf of(SssClient client, String group, int nodes) {
        GroupInfo info = client.group(group);
        long tuples = 0;
        long keys = 0;
        long valueBytes = 0;
        byte[] before = null;
        try (RawTuples scan = client.raw(group, null, null, null)) {
            while (tuples < SAMPLED && scan.next()) {
                int from = scan.keyOffset();
                byte[] key = Arrays.copyOfRange(scan.keyArray(), from, from + scan.keyLength());
                keys += Arrays.equals(key, before) ? 0 : 1;
                before = key;
                valueBytes += scan.valueLength();
                tuples++;
            }
        }
        if (tuples == 0) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT,
                    "group '" + group + "' is empty, so there is no job to predict");
        }
        long length = Math.max(1, valueBytes / tuples);
        long unique = Math.max(1, Math.round((double) info.tuples() * keys / tuples));
        return SyntheticConf.of(Map.of("nodes", Integer.toString(nodes), "initialKeyCount",
                Long.toString(info.tuples()),
                "initialValueLength", Long.toString(length), "mapoutKeyCount", Long.toString(info.tuples()),
                "mapoutValueLength",
                Long.toString(length), "mapoutUniqueKeyCount", Long.toString(unique), "reduceoutValueLength",
                Integer.toString(REDUCED_BYTES), "partitionMethod", "hash"));
    }
}
