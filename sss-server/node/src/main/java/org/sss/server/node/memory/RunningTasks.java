package org.sss.server.node.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.management.ManagementFactory;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.sss.net.control.ServerVerbs.RanThen;
import org.sss.net.transport.OutOfMemory;

/**
 * Table of the running tasks, in memory that the next program of the process reads: after memory has run out, it is too
 * late to write it. Thread-safe.
 *
 * <pre>
 *   note:  line of the memory that ran out and the thread that got the error, then a line for each entry, blank if it is free:
 *   line:  bytes in 16 hex digits, space, workflow, space, job, and the location of its code when memory was short (both as in a
 *          URL), spaces up to {@value #LINE_BYTES} - 1, newline
 * </pre>
 *
 * The greediest task is the one whose thread has allocated most since it last read, emitted or counted anything: code
 * that retains what it allocates fills the heap within one call, or leaves almost nothing to the others.
 */
public final class RunningTasks {
    static final int LINE_BYTES = 960;
    /** The system limits environment variables to 128 KiB. */
    private static final int MAX = 128;

    private static final int HEX_DIGITS = 16;
    /**
     * How long an ended task that ran out of memory stays in the table: its retained objects may end the node only now.
     */
    private static final long RETENTION_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long OVER = -1;
    private static final byte[] BLANK = {};
    private static final String OTHER_ERROR = "ERROR";
    /** For nodes that do not restart. */
    public static final RunningTasks NONE = new RunningTasks(ByteBuffer.allocate(LINE_BYTES), Long.MAX_VALUE);

    private final ByteBuffer note;
    private final long greedyBytes;
    /**
     * Thread ids, 0 for a free entry, or {@link #OVER}. Written under the lock of this, like the following; read
     * without it at the end.
     */
    private final long[] threads;
    /**
     * Bytes that the threads had allocated at their last signs of life; of ended tasks, the bytes allocated since then.
     */
    private final long[] allocated;
    /** Whether the tasks got an OutOfMemoryError themselves. */
    private final boolean[] met;
    /** Whether the tasks have reported the location of the error. */
    private final boolean[] reported;
    /** End times of ended tasks. */
    private final long[] overNanos;
    /** Offsets in the lines at which the location of the code is written. */
    private final int[] ends;

    private final String[] workflows;
    private final com.sun.management.ThreadMXBean beans;

    /** @param greedyBytes a task that has allocated less in one call has hardly filled the heap */
    RunningTasks(ByteBuffer note, long greedyBytes) {
        this.note = note;
        this.greedyBytes = greedyBytes;
        int entries = note.capacity() / LINE_BYTES - 1;
        threads = new long[entries];
        allocated = new long[entries];
        ends = new int[entries];
        workflows = new String[entries];
        met = new boolean[entries];
        reported = new boolean[entries];
        overNanos = new long[entries];
        beans = ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean all ? all : null;
        for (int line = 0; line <= entries; line++) {
            write(line, BLANK);
        }
    }

    /** @param slots threads for tasks, without overflow slots and abandoned threads */
    static int noteBytes(int slots) {
        return noteBytesFor(Math.min(MAX, 6 * slots + 16));
    }

    static int noteBytesFor(int tasks) {
        return LINE_BYTES * (1 + tasks);
    }

    /** Records that a task starts on this thread. Returns the index of its entry, or -1 if none is free. */
    public int start(String workflow, String job) {
        return threads.length == 0 ? -1 : take(workflow, job);
    }

    private synchronized int take(String workflow, String job) {
        int entry = freeEntry();
        if (entry >= 0) {
            byte[] text =
                    (" ".repeat(HEX_DIGITS) + " " + workflow + " " + URLEncoder.encode(job, UTF_8)).getBytes(UTF_8);
            write(entry + 1, text);
            ends[entry] = text.length;
            met[entry] = false;
            reported[entry] = false;
            workflows[entry] = workflow;
            long id = Thread.currentThread().getId();
            allocated[entry] = allocatedBy(id);
            threads[entry] = id;
        }
        return entry;
    }

    /** Returns a free entry, else that of the task that ended first; -1 if all tasks run. */
    private int freeEntry() {
        int longestOver = -1;
        for (int entry = 0; entry < threads.length; entry++) {
            if (threads[entry] == 0) {
                return entry;
            }
            if (threads[entry] == OVER && (longestOver < 0 || overNanos[entry] - overNanos[longestOver] < 0)) {
                longestOver = entry;
            }
        }
        return longestOver;
    }

    /** Records a sign of life of the task. */
    public void sign(int entry) {
        if (entry >= 0) {
            measure(entry);
        }
    }

    private synchronized void measure(int entry) {
        if (threads[entry] > 0 && !met[entry]) {
            allocated[entry] = allocatedBy(threads[entry]);
        }
    }

    /**
     * Records the location of the task's code: the call and the line. Called while memory is short; the last location
     * counts.
     */
    public void at(int entry, String where) {
        if (entry >= 0) {
            append(entry, text(where), false);
        }
    }

    /** Records that the task ran out of memory; later signs do not count. Called by its own thread; takes no memory. */
    public void met(int entry) {
        if (entry >= 0) {
            met[entry] = true;
        }
    }

    /** As {@link #at}, called by the task itself after {@link #met}. */
    public void reportedAt(int entry, String where) {
        if (entry >= 0) {
            append(entry, text(where), true);
        }
    }

    private static byte[] text(String where) {
        return (" " + URLEncoder.encode(where, UTF_8)).getBytes(UTF_8);
    }

    private synchronized void append(int entry, byte[] text, boolean itself) {
        if (threads[entry] <= 0 || reported[entry]) {
            return;
        }
        for (int i = ends[entry]; i < LINE_BYTES - 1; i++) {
            int at = i - ends[entry];
            note.put((entry + 1) * LINE_BYTES + i, at < text.length ? text[at] : (byte) ' ');
        }
        reported[entry] = itself;
    }

    /** Ends the task that {@link #start} returned this index for; does nothing for -1. */
    public void end(int entry) {
        if (entry >= 0) {
            free(entry);
        }
    }

    private synchronized void free(int entry) {
        if (met[entry]) {
            allocated[entry] = taken(entry);
            overNanos[entry] = System.nanoTime();
            threads[entry] = OVER;
        } else {
            threads[entry] = 0;
            write(entry + 1, BLANK);
        }
    }

    /**
     * Bytes that the task has allocated since its last sign of life; 0 for a free entry. Takes no memory and no lock.
     */
    private long taken(int entry) {
        long thread = threads[entry];
        return thread == OVER
                ? allocated[entry]
                : thread == 0 ? 0 : Math.max(0, allocatedBy(thread) - allocated[entry]);
    }

    /**
     * True if the task has allocated enough since its last sign of life to fill the heap, and no task of another
     * workflow has allocated more; true also if the task has no entry. The allocated objects may be garbage, which does
     * not fill the heap.
     */
    public synchronized boolean isGreedy(int entry) {
        if (entry < 0) {
            return true;
        }
        long own = taken(entry);
        for (int other = 0; other < threads.length; other++) {
            if (isThere(other) && !workflows[entry].equals(workflows[other]) && taken(other) > own) {
                return false;
            }
        }
        return own >= greedyBytes;
    }

    /** True if a task runs, or ended a moment ago because it ran out of memory. */
    private boolean isThere(int entry) {
        return threads[entry] > 0 || threads[entry] == OVER && System.nanoTime() - overNanos[entry] <= RETENTION_NANOS;
    }

    /** True if tasks of other workflows run, or ended a moment ago because they ran out of memory. */
    public synchronized boolean hasOthers(int entry) {
        for (int other = 0; entry >= 0 && other < threads.length; other++) {
            if (isThere(other) && !workflows[entry].equals(workflows[other])) {
                return true;
            }
        }
        return false;
    }

    /** The running task that may have filled the heap; -1 if there is none. Takes no memory and no lock. */
    private int greediest() {
        int greediest = -1;
        long most = greedyBytes;
        for (int entry = 0; entry < threads.length; entry++) {
            long bytes = threads[entry] == OVER ? 0 : taken(entry);
            if (bytes >= most) {
                most = bytes;
                greediest = entry;
            }
        }
        return greediest;
    }

    /**
     * True if the task that may have filled the heap has not reported its location yet, although it can: it is not the
     * calling thread. Takes no memory and no lock.
     */
    boolean awaitsGreediest() {
        int greediest = greediest();
        return greediest >= 0
                && !reported[greediest]
                && threads[greediest] != Thread.currentThread().getId();
    }

    /** True if the task ended long ago, or another task must have filled the heap since then. */
    private boolean isForgotten(int entry, boolean isThereGreedy) {
        return threads[entry] == OVER && (isThereGreedy || System.nanoTime() - overNanos[entry] > RETENTION_NANOS);
    }

    private void write(int line, byte[] text) {
        for (int i = 0; i < LINE_BYTES - 1; i++) {
            note.put(line * LINE_BYTES + i, i < text.length ? text[i] : (byte) ' ');
        }
        note.put((line + 1) * LINE_BYTES - 1, (byte) '\n');
    }

    private long allocatedBy(long thread) {
        return beans == null ? 0 : Math.max(0, beans.getThreadAllocatedBytes(thread));
    }

    /** Completes the note. Takes no memory and no lock: the owner of the lock may wait for memory. */
    void complete(OutOfMemory kind, String thread) {
        String memory = kind == null ? OTHER_ERROR : kind.name();
        writeWord(memory, 0);
        writeWord(thread, memory.length() + 1);
        boolean isThereGreedy = greediest() >= 0;
        for (int entry = 0; entry < threads.length; entry++) {
            if (isForgotten(entry, isThereGreedy)) {
                write(entry + 1, BLANK);
            } else if (threads[entry] != 0) {
                long bytes = taken(entry);
                for (int digit = 0; digit < HEX_DIGITS; digit++) {
                    int value = (int) (bytes >>> 4 * (HEX_DIGITS - 1 - digit)) & 15;
                    note.put((entry + 1) * LINE_BYTES + digit, (byte) (value < 10 ? '0' + value : 'a' + value - 10));
                }
            }
        }
    }

    private void writeWord(String word, int at) {
        for (int i = 0; i < word.length() && at + i < LINE_BYTES - 1; i++) {
            char c = word.charAt(i);
            note.put(at + i, (byte) (c > ' ' && c < 127 ? c : '_'));
        }
    }

    /** The thread that a note names. */
    static String threadOf(String note) {
        String[] words = firstLine(note).split(" ", 2);
        return words.length < 2 ? "" : words[1].trim();
    }

    /** The memory that a note names; null if the thread got another error. */
    static OutOfMemory kindOf(String note) {
        String word = firstLine(note).split(" ", 2)[0];
        return Stream.of(OutOfMemory.values())
                .filter(kind -> kind.name().equals(word))
                .findFirst()
                .orElse(null);
    }

    private static String firstLine(String note) {
        return note == null ? "" : note.lines().findFirst().orElse("");
    }

    /**
     * The tasks of a note, the greediest first. Unreadable lines are skipped: other threads may have been writing them.
     */
    static List<RanThen> tasksOf(String note) {
        List<RanThen> tasks = new ArrayList<>();
        (note == null ? "" : note).lines().skip(1).forEach(line -> {
            String[] words = line.trim().split(" +");
            if ((words.length == 3 || words.length == 4) && words[0].matches("[0-7][0-9a-f]{15}")) {
                tasks.add(new RanThen(
                        words[1],
                        decoded(words[2]),
                        Long.parseLong(words[0], HEX_DIGITS),
                        words.length == 3 ? null : decoded(words[3])));
            }
        });
        tasks.sort(Comparator.comparingLong(RanThen::bytes).reversed());
        return tasks;
    }

    /** Decodes a text that may be truncated at any character. */
    private static String decoded(String name) {
        try {
            return URLDecoder.decode(name.replaceFirst("%[0-9A-F]?$", ""), UTF_8);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }
}
