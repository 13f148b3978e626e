package org.sss.server.shuffle.method;

import org.sss.api.Shuffle;
import org.sss.net.control.ShuffleSpec;

/**
 * A node's side of a way to move blocks from the tasks of a job to the owners of their subgroups. It decides when a block moves, over which link, and where
 * it waits; it never changes the bytes of blocks and runs, so every method commits the same bytes. Stateless.
 *
 * <pre>
 *   coordinator                                nodes
 *     open a stream to each node -------------> open: a NodeShuffle
 *     steps before the tasks -----------------> run
 *     run the tasks --------------------------> output: where a task sends its blocks
 *     steps (package plan), each on all nodes -> run: exchanges blocks
 *     wait for all of them  &lt;-----------------  ended
 *     step "end" -----------------------------> checks that everything was stored
 *     commit; end the streams ----------------> close
 * </pre>
 *
 * No method may deadlock: in each, a node can store what it receives without having to send first.
 */
public interface ShuffleMethod {
    /** As in {@code shuffle.method}. */
    Shuffle method();

    /** Starts to take part in the shuffle of a job on a node, before its first task. Does not block. */
    NodeShuffle open(ShuffleSpec spec, ShufflePlaces places);
}
