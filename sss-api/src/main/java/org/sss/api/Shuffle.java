package org.sss.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How the output of tasks gets to the nodes that own its keys. All methods store the same groups; they differ in time,
 * links and memory. See docs/guide/shuffle.md.
 */
public enum Shuffle {
    /** Each block is written to its owner as soon as it is full, while the tasks run. The default (AIST 2011). */
    DIRECT,
    /** Each node pulls its blocks from all other nodes at once, while the tasks run (Tsukuba 2016). */
    FULLY_CONNECTED,
    /** Blocks wait until all tasks have ended; then pairs of nodes exchange them, step by step (Tsukuba 2016). */
    PAIRWISE,
    /**
     * As {@link #PAIRWISE}, and in each step the sizes of the blocks go first; the receiver compares (Tsukuba 2019).
     */
    CSA,
    /**
     * Blocks wait until all tasks have ended. Then all nodes get the sizes of all blocks, and each sends its blocks to
     * a few nodes at a time, without waiting for the others between them (Tsukuba 2019).
     */
    DSA,
    /**
     * As {@link #DSA}; what would exceed {@link #MEMORY_LIMIT}, or the free memory, of a node is stored in the memory
     * of other nodes until it is read (Tsukuba 2019). Only for temporary groups that jobs read as input.
     */
    DSA_SMS,
    /**
     * As {@link #DSA_SMS}, but what does not fit is stored in files of {@code shuffle.spill.dir}, a directory that all
     * nodes share (Tsukuba 2019).
     */
    ON_DISK,
    /**
     * Decided for each job when the sizes of its blocks are known: {@link #DSA_SMS} if a node would get more than
     * {@link #MEMORY_LIMIT} or its free memory, else {@link #DSA}.
     */
    AUTO;

    /** The parameter of a job or workflow, and the setting of nodes, that selects the method. */
    public static final String PARAMETER = "shuffle.method";

    /**
     * The parameter of a job or workflow, and the setting of nodes: how much one node may get in the shuffle of a job,
     * such as {@code 64MiB}; a node with less free memory gets less. Methods that place blocks by memory store what is
     * more elsewhere.
     */
    public static final String MEMORY_LIMIT = "shuffle.memory.limit";

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it is not a value of {@link #MEMORY_LIMIT} */
    public static long memoryLimitBytes(String text) {
        try {
            return NumberSyntax.parseBytes(text);
        } catch (NumberFormatException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, MEMORY_LIMIT + " = '" + text + "', which " + e.getMessage(), e);
        }
    }

    private final String methodName = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The name as a value of {@link #PARAMETER}. */
    public String methodName() {
        return methodName;
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the list of methods */
    public static Shuffle of(String methodName) {
        return Arrays.stream(values())
                .filter(method -> method.methodName().equals(methodName))
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        PARAMETER + " = '" + methodName + "' is unknown; the methods are "
                                + Arrays.stream(values())
                                        .map(Shuffle::methodName)
                                        .collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return methodName();
    }
}
