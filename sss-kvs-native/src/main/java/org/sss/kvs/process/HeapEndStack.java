package org.sss.kvs.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.sss.kvs.library.KvsLibrary;
import org.sss.kvs.library.KvsNative;

/**
 * Where threads of this process were when they met the end of Java's heap. Java itself keeps a stack trace for the
 * first four {@link OutOfMemoryError}s of a process, and none for those that follow. Thread-safe; each thread asks for
 * itself. Costs next to nothing until memory ends; then Java prints a line for each time, unless it has {@code
 * -Xlog:jvmti=off}.
 */
public final class HeapEndStack {
    private static final int STACK_BYTES = 16 << 10;
    private static final int FIELDS = 4;

    private static volatile boolean watched;

    private HeapEndStack() {}

    /** Starts to watch. Returns true if this JVM supports it. */
    public static synchronized boolean watch() {
        if (!watched) {
            KvsLibrary.require();
            watched = KvsNative.heapWatch();
            // What is called for the first time takes memory.
            keepStack(false);
            stack();
        }
        return watched;
    }

    /**
     * Whether {@link #stack} retains its content although the thread may exhaust the heap again while it formats the
     * report; it is forgotten after that. Takes no memory.
     */
    public static void keepStack(boolean keep) {
        if (watched) {
            KvsNative.heapKeepStack(keep);
        }
    }

    /**
     * Where the calling thread was when it met the end of the heap, the innermost frame first; empty when it did not.
     */
    public static StackTraceElement[] stack() {
        if (!watched) {
            return new StackTraceElement[0];
        }
        byte[] text = new byte[STACK_BYTES];
        List<StackTraceElement> stack = new ArrayList<>();
        new String(text, 0, KvsNative.heapStack(text), UTF_8).lines().forEach(line -> {
            String[] fields = line.split("\t", FIELDS);
            // Names may have any character.
            if (fields.length == FIELDS && fields[FIELDS - 1].matches("-?\\d{1,9}")) {
                String name = fields[0].substring(1, fields[0].length() - 1).replace('/', '.');
                stack.add(new StackTraceElement(
                        name, fields[1], fields[2].isEmpty() ? null : fields[2], Integer.parseInt(fields[3])));
            }
        });
        return stack.toArray(StackTraceElement[]::new);
    }
}
