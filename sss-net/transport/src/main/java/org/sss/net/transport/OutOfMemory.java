package org.sss.net.transport;

/**
 * The resource that an {@link OutOfMemoryError} is about. Java has one class for all of them, and a larger heap helps
 * only against one. The classification allocates no memory.
 */
public enum OutOfMemory {
    HEAP(
            "the heap is used up",
            "give it a larger heap (SSS_HEAP=4g, or -Xmx) or fewer task threads, or let jobs store less"
                    + " in fields and local variables"),
    METASPACE(
            "the memory for classes (metaspace) is used up",
            "raise -XX:MaxMetaspaceSize or leave it out, or let jobs create" + " fewer classes while they run"),
    DIRECT(
            "the memory outside of the heap (direct memory) is used up",
            "raise -XX:MaxDirectMemorySize, whose"
                    + " default is the heap size, or give it a larger heap (SSS_HEAP=4g, or -Xmx)"),
    THREADS(
            "the system allows it no further thread",
            "allow the process more threads (ulimit -u, pids.max of its control"
                    + " group, TasksMax of its systemd unit), or run less at once"),
    ARRAY_SIZE(
            "an array would be longer than Java allows, whatever the memory", "split its content into smaller chunks"),
    MACHINE(
            "the machine has no memory left for it",
            "give the machine or its container more memory, or the process a smaller heap");

    private final String cause;
    private final String remedy;

    OutOfMemory(String cause, String remedy) {
        this.cause = cause;
        this.remedy = remedy;
    }

    /**
     * Classifies by the message of this JDK and of Netty. Unknown messages, such as those of user code, count as {@link
     * #HEAP}.
     */
    public static OutOfMemory of(OutOfMemoryError error) {
        String message = message(error);
        if (message == null) {
            return HEAP;
        }
        if (message.contains("native thread")) {
            return THREADS;
        }
        if (message.contains("direct") || message.contains("Direct buffer")) {
            return DIRECT;
        }
        if (message.contains("etaspace") || message.contains("class space")) {
            return METASPACE;
        }
        if (message.contains("array size exceeds")
                || message.contains("array length")
                || message.contains("equired length exceeds")) {
            return ARRAY_SIZE;
        }
        return message.contains("swap space") || message.contains("Map failed") ? MACHINE : HEAP;
    }

    /** Returns true if no further thread could be started. */
    public static boolean isOfThreads(Throwable t) {
        return t instanceof OutOfMemoryError error && of(error) == THREADS;
    }

    private static String message(OutOfMemoryError error) {
        try {
            return error.getMessage();
        } catch (Throwable e) { // a user's class
            return null;
        }
    }

    /** Returns true if shared memory is exhausted that becomes free again when the process restarts. */
    public boolean endsNode() {
        return this != THREADS && this != ARRAY_SIZE;
    }

    /** The cause, as a clause for an error message. */
    public String cause() {
        return cause;
    }

    /** The remedy, as a clause for an error message. */
    public String remedy() {
        return remedy;
    }
}
