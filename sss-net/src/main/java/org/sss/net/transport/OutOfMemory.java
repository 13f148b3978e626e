package org.sss.net.transport;

/**
 * What an {@link OutOfMemoryError} is about: Java has one class for all of these, and only one of them gets better by a larger heap. Telling
 * them apart takes no memory.
 */
public enum OutOfMemory {
    HEAP("the heap is used up", "give it a larger heap (SSS_HEAP=4g, or -Xmx) or fewer task threads, or let jobs keep less in fields and"
            + " local variables"),
    METASPACE("the memory for classes (metaspace) is used up", "raise -XX:MaxMetaspaceSize or leave it out, or let jobs make fewer classes"
            + " while they run"),
    DIRECT("the memory outside of the heap (direct memory) is used up", "raise -XX:MaxDirectMemorySize, which is as large as the heap where"
            + " it is not set, or give it a larger heap (SSS_HEAP=4g, or -Xmx)"),
    THREADS("the system lets it start no further thread", "let the process have more (ulimit -u, pids.max of its control group, TasksMax of its"
            + " systemd unit), or run less at once"),
    ARRAY_SIZE("an array would be longer than Java allows, whatever the memory", "keep what goes into it in smaller pieces"),
    MACHINE("the machine has no memory left for it", "give the machine or its container more memory, or the process a smaller heap");

    private final String cause;
    private final String remedy;

    OutOfMemory(String cause, String remedy) {
        this.cause = cause;
        this.remedy = remedy;
    }

    /** By the words of this Java and of Netty. Others, and errors that user code has made, count as {@link #HEAP}. */
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
        if (message.contains("array size exceeds") || message.contains("array length") || message.contains("equired length exceeds")) {
            return ARRAY_SIZE;
        }
        return message.contains("swap space") || message.contains("Map failed") ? MACHINE : HEAP;
    }

    /** Whether no further thread could be started. */
    public static boolean isOfThreads(Throwable t) {
        return t instanceof OutOfMemoryError error && of(error) == THREADS;
    }

    private static String message(OutOfMemoryError error) {
        try {
            return error.getMessage();
        } catch (Throwable e) { // a class of the user's
            return null;
        }
    }

    /** Whether memory has ended that others need, too, and that comes back when the process starts again. */
    public boolean endsNode() {
        return this != THREADS && this != ARRAY_SIZE;
    }

    /** What happened to a process, for the end of a sentence. */
    public String cause() {
        return cause;
    }

    /** What to do, for the end of a sentence. */
    public String remedy() {
        return remedy;
    }
}
