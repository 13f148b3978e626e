package org.sss.net.control;

import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Unwrapped;

/**
 * Where the time of the tasks of a job went that one thread of a node has run. The phases of a task do not overlap, and
 * their sum is its time.
 *
 * @param thread number of the thread among those of its node, from 0; {@link #ALL} for the sum of all threads of the
 *     node
 * @param open   loading side groups and opening outputs, before the first tuple
 * @param run    merging and decoding the input, the functions of the job, and encoding and combining what they emit
 *     calls are those of the functions of the job; histories of earlier versions count tasks
 * @param jvm    what else the tasks cost; null in histories of earlier versions
 * @param ranMicros from the start of a task to its end, with closing it, which is no phase; 0 in histories of earlier
 *     versions
 */
public record ThreadTimes(
        int node,
        int thread,
        Phase open,
        @Unwrapped Input input,
        Phase run,
        @Unwrapped Output output,
        @Nullable JvmCosts jvm,
        long ranMicros) {
    public static final int ALL = -1;

    /**
     * @param calls     how often the phase was entered
     * @param cpuMicros processor time of the thread; 0 where the JVM does not measure it
     */
    public record Phase(long calls, long wallMicros, long cpuMicros) {
        public static final Phase NONE = new Phase(0, 0, 0);

        public Phase plus(Phase other) {
            return new Phase(calls + other.calls, wallMicros + other.wallMicros, cpuMicros + other.cpuMicros);
        }

        public Phase withCalls(long times) {
            return new Phase(times, wallMicros, cpuMicros);
        }

        /** This phase without the others, which were parts of it; the same number of calls. */
        public Phase without(Phase... others) {
            long wall = wallMicros;
            long cpu = cpuMicros;
            for (Phase other : others) {
                wall -= other.wallMicros;
                cpu -= other.cpuMicros;
            }
            return new Phase(calls, Math.max(0, wall), Math.max(0, cpu));
        }
    }

    /**
     * The input, if it is groups. Histories of earlier versions count it as {@link #run}.
     *
     * @param read waiting for blocks of this node, of others or of files, and checking them; calls are blocks
     * @param free releasing what was read
     */
    public record Input(Phase read, Phase free) {
        public Input {
            read = read == null ? Phase.NONE : read;
            free = free == null ? Phase.NONE : free;
        }

        Input plus(Input other) {
            return new Input(read.plus(other.read), free.plus(other.free));
        }
    }

    /**
     * The output.
     *
     * @param sort  sorting output and packing it into blocks, each time that a buffer was full and at the end
     * @param send  waiting until receivers took more
     * @param store waiting at the end until everything was stored
     */
    public record Output(Phase sort, Phase send, Phase store) {
        Output plus(Output other) {
            return new Output(sort.plus(other.sort), send.plus(other.send), store.plus(other.store));
        }
    }

    /**
     * What the JVM counted while the tasks ran.
     *
     * @param allocatedBytes of the heap, by the thread; 0 where the JVM does not count them
     * @param gcMillis       pauses of the garbage collector, in which the thread stood still like all others
     * @param blockedCount   how often the thread waited for a monitor of another one
     * @param blockedMillis  how long; -1 while the JVM does not measure it
     */
    public record JvmCosts(long allocatedBytes, long gcMillis, long blockedCount, long blockedMillis) {
        JvmCosts plus(JvmCosts other) {
            return new JvmCosts(
                    allocatedBytes + other.allocatedBytes,
                    gcMillis + other.gcMillis,
                    blockedCount + other.blockedCount,
                    blockedMillis < 0 || other.blockedMillis < 0 ? -1 : blockedMillis + other.blockedMillis);
        }
    }

    public ThreadTimes at(int nodeId, int threadNumber) {
        return new ThreadTimes(nodeId, threadNumber, open, input, run, output, jvm, ranMicros);
    }

    public ThreadTimes ran(long micros) {
        return new ThreadTimes(node, thread, open, input, run, output, jvm, micros);
    }

    /** The sum of both, with node and thread of this one. */
    public ThreadTimes plus(ThreadTimes other) {
        return new ThreadTimes(
                node,
                thread,
                open.plus(other.open),
                input.plus(other.input),
                run.plus(other.run),
                output.plus(other.output),
                jvm == null || other.jvm == null ? null : jvm.plus(other.jvm),
                ranMicros + other.ranMicros);
    }
}
