package org.sss.net.control;

import org.sss.net.rpc.Unwrapped;

/** What the shuffle of a job cost at one node. Times are wall times. */
public record ShuffleTimes(
        @Unwrapped Sent sent,
        @Unwrapped Steps steps,
        @Unwrapped Waiting waiting,
        @Unwrapped Placement placement) {
    public static final ShuffleTimes NONE = sent(0, 0, 0, 0);

    /**
     * Blocks that the node sent to other nodes.
     *
     * @param links        other nodes that it sent blocks to
     * @param linksAtOnce  the most of them that it sent to at the same time
     * @param creditMillis the sum over its threads of the time that they waited until a receiver took more
     */
    public record Sent(int links, int linksAtOnce, long blocks, long bytes, long creditMillis) {
        /** @param partners the most nodes that it had anything to do with at the same time */
        public Sent withPartnersAtOnce(int partners) {
            return new Sent(links, Math.min(links, partners), blocks, bytes, creditMillis);
        }

        Sent plus(Sent other) {
            return new Sent(
                    Math.max(links, other.links),
                    Math.max(linksAtOnce, other.linksAtOnce),
                    blocks + other.blocks,
                    bytes + other.bytes,
                    creditMillis + other.creditMillis);
        }
    }

    /**
     * The time of steps.
     *
     * @param metaMillis    exchange of the sizes of blocks
     * @param moveMillis    from the first to the last block that was exchanged after the map tasks; 0 if blocks move
     *     while tasks run
     * @param barrierMillis wait for other nodes at the end of steps
     */
    public record Steps(long metaMillis, long moveMillis, long barrierMillis) {
        public static final Steps NONE = new Steps(0, 0, 0);

        Steps plus(Steps other) {
            return new Steps(
                    metaMillis + other.metaMillis, moveMillis + other.moveMillis, barrierMillis + other.barrierMillis);
        }
    }

    /**
     * Blocks that waited for their owner.
     *
     * @param spilledBytes of blocks that waited in a file
     * @param peakBytes    the most memory that waiting blocks occupied
     */
    public record Waiting(long spilledBytes, long peakBytes) {
        public static final Waiting NONE = new Waiting(0, 0);

        Waiting plus(Waiting other) {
            return new Waiting(spilledBytes + other.spilledBytes, Math.max(peakBytes, other.peakBytes));
        }
    }

    /**
     * Where the node's subgroups are stored, of a method that places them by memory.
     *
     * @param limitBytes     what the node could store: the limit of the job, or less if less of its memory was free
     * @param elsewhereBytes of blocks of this node's subgroups that are stored elsewhere, because its memory does not
     *     suffice
     * @param overflowBytes  what exceeds its limit and stays at the node, because it fits into the memory of no other
     */
    public record Placement(long limitBytes, long elsewhereBytes, long overflowBytes) {
        public static final Placement NONE = new Placement(0, 0, 0);

        Placement plus(Placement other) {
            return new Placement(
                    Math.max(limitBytes, other.limitBytes),
                    elsewhereBytes + other.elsewhereBytes,
                    overflowBytes + other.overflowBytes);
        }
    }

    /** Of a method that sends blocks to all nodes while tasks run, and stores none at the sender. */
    public static ShuffleTimes sent(int links, long blocks, long bytes, long creditMillis) {
        return new ShuffleTimes(
                new Sent(links, links, blocks, bytes, creditMillis), Steps.NONE, Waiting.NONE, Placement.NONE);
    }

    public ShuffleTimes withBarrier(long millis) {
        return new ShuffleTimes(sent, new Steps(steps.metaMillis, steps.moveMillis, millis), waiting, placement);
    }

    /** The sum of both, of the same node; links, peak and limit are the greater ones. */
    public ShuffleTimes plus(ShuffleTimes other) {
        return new ShuffleTimes(
                sent.plus(other.sent),
                steps.plus(other.steps),
                waiting.plus(other.waiting),
                placement.plus(other.placement));
    }
}
