package org.sss.server.shuffle.plan;

/**
 * What one subgroup of an output will get. Immutable if the arrays are not changed.
 *
 * @param output  index among the outputs of the job
 * @param sources numbers of the tasks that wrote something for it, ascending
 * @param bytes   of the blocks of each of them
 * @param otherBytes of tasks whose numbers are unknown, because they are too many: if there are any, the subgroup stays
 *     at its owner
 */
public record SubgroupLoad(int output, int subgroup, int[] sources, long[] bytes, long otherBytes) {
    /** The sum of all bytes. */
    long total() {
        long sum = otherBytes;
        for (long one : bytes) {
            sum += one;
        }
        return sum;
    }
}
