package org.sss.server.coordinator.execution.job;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.sss.api.Shuffle;
import org.sss.server.shuffle.plan.ShufflePlan;

/**
 * How jobs shuffle that do not say it themselves. Immutable.
 *
 * @param stepTimeout a node that moves no block for so long in a step is stuck
 * @param memoryLimitBytes see {@link Shuffle#MEMORY_LIMIT}
 * @param plans of all methods
 */
public record ShuffleDefaults(
        Shuffle method, Duration stepTimeout, long memoryLimitBytes, Function<Shuffle, ShufflePlan> plans) {
    public static final ShuffleDefaults DIRECT =
            new ShuffleDefaults(Shuffle.DIRECT, Duration.ofMinutes(1), 256L << 20, method -> ShufflePlan.NONE);

    /** What a node may get in the shuffle of a job with these parameters. */
    long memoryLimitBytes(Map<String, String> parameters) {
        String own = parameters.get(Shuffle.MEMORY_LIMIT);
        return own == null ? memoryLimitBytes : Shuffle.memoryLimitBytes(own);
    }
}
