package org.sss.spark;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * How a workflow runs on Spark. Immutable.
 *
 * @param store       directory of the named groups, as Hadoop's file systems name it: a path, {@code hdfs://...},
 *     {@code s3a://...}
 * @param subgroups   number of subgroups of each group, at least 1. Values of a key come in the same order as on a
 *     cluster of SSS if that has the same number ({@code cluster.subgroups}).
 * @param bufferBytes memory of a task for unsent output, at least 1 MiB. Sums of doubles are those of a cluster of SSS
 *     if its {@code task.buffer} is the same.
 */
public record SparkOptions(String store, int subgroups, long bufferBytes) {
    /** Tasks of a Reduce; a multiple of the cores is best. */
    public static final int DEFAULT_SUBGROUPS = 32;

    /** As {@code task.buffer} of a cluster with the same answer, which depends on its heap unless it is set. */
    public static final long DEFAULT_BUFFER_BYTES = 32L << 20;

    private static final long MIN_BUFFER_BYTES = 1L << 20;
    private static final int MAX_SUBGROUPS = 1024;

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if a value is out of its range */
    public SparkOptions {
        if (store == null || store.isBlank()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "name the directory of the groups, such as hdfs:///sss or /data/sss");
        }
        if (subgroups < 1 || subgroups > MAX_SUBGROUPS) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the number of subgroups is 1 to " + MAX_SUBGROUPS + ", not " + subgroups);
        }
        if (bufferBytes < MIN_BUFFER_BYTES) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the output buffer of a task has at least " + MIN_BUFFER_BYTES + " bytes, not " + bufferBytes);
        }
    }

    /** Groups in this directory, and defaults otherwise. */
    public static SparkOptions store(String store) {
        return new SparkOptions(store, DEFAULT_SUBGROUPS, DEFAULT_BUFFER_BYTES);
    }

    /** These options with another number of subgroups. */
    public SparkOptions withSubgroups(int number) {
        return new SparkOptions(store, number, bufferBytes);
    }

    /** These options with another output buffer. */
    public SparkOptions withBufferBytes(long bytes) {
        return new SparkOptions(store, subgroups, bytes);
    }
}
