package org.sss.net.control;

/**
 * What the shuffle of a job cost at one node. Blocks and bytes are those that the node sent to other nodes; times are wall times.
 *
 * @param links         connections to other nodes that it sent blocks on
 * @param creditMillis  the sum over its threads of the time that they waited until a receiver took more
 * @param metaMillis    exchange of the sizes of blocks
 * @param moveMillis    from the first to the last block that was exchanged after the map tasks; 0 if blocks move while tasks run
 * @param barrierMillis wait for other nodes at the end of steps
 * @param spilledBytes  of blocks that waited in a file
 * @param peakBytes     the most memory that waiting blocks occupied
 * @param elsewhereBytes of blocks of this node's subgroups that are stored elsewhere, because its memory does not suffice
 */
public record ShuffleTimes(int links, long blocks, long bytes, long creditMillis, long metaMillis, long moveMillis, long barrierMillis,
        long spilledBytes, long peakBytes, long elsewhereBytes) {
    public static final ShuffleTimes NONE = new ShuffleTimes(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Of a method that sends blocks while tasks run, and stores none at the sender. */
    public static ShuffleTimes sent(int links, long blocks, long bytes, long creditMillis) {
        return new ShuffleTimes(links, blocks, bytes, creditMillis, 0, 0, 0, 0, 0, 0);
    }

    public ShuffleTimes withBarrier(long millis) {
        return new ShuffleTimes(links, blocks, bytes, creditMillis, metaMillis, moveMillis, millis, spilledBytes, peakBytes,
                elsewhereBytes);
    }

    /** The sum of both, of the same node; links and peak are the greater ones. */
    public ShuffleTimes plus(ShuffleTimes other) {
        return new ShuffleTimes(Math.max(links, other.links), blocks + other.blocks, bytes + other.bytes, creditMillis + other.creditMillis,
                metaMillis + other.metaMillis, moveMillis + other.moveMillis, barrierMillis + other.barrierMillis,
                spilledBytes + other.spilledBytes, Math.max(peakBytes, other.peakBytes),
                elsewhereBytes + other.elsewhereBytes);
    }
}
