package org.sss.server.shuffle.method;

import java.util.function.BiFunction;
import org.sss.net.control.ShuffleSpec;
import org.sss.server.shuffle.plan.ShufflePlan;

/**
 * A way to move blocks from the tasks of a job to the owners of their subgroups. It decides when a block moves, over
 * which link, and where it waits; it never changes the bytes of blocks and runs, so every method commits the same
 * bytes. Stateless.
 *
 * <pre>
 *   coordinator                                nodes
 *     open a stream to each node -------------> constructor: a NodeShuffle
 *     steps before the tasks (plan) ----------> run
 *     run the tasks --------------------------> output: where a task sends its blocks
 *     steps (plan), each on all nodes --------> run: exchanges blocks
 *     wait for all of them  &lt;-----------------  ended
 *     step "end" -----------------------------> checks that everything was stored
 *     commit; end the streams ----------------> close
 * </pre>
 *
 * No method may deadlock: in each, a node can store what it receives without having to send first.
 *
 * @param plan        the steps of all nodes, for the coordinator
 * @param constructor starts to take part in the shuffle of a job on a node, before its first task; does not block
 */
public record ShuffleMethod(ShufflePlan plan, BiFunction<ShuffleSpec, ShuffleContext, NodeShuffle> constructor) {
    public NodeShuffle open(ShuffleSpec spec, ShuffleContext context) {
        return constructor.apply(spec, context);
    }
}
