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
 * Which tasks run, written where the next program of the process reads it: when memory has ended it is too late to write it down.
 * Thread-safe.
 *
 * <pre>
 *   note:  line of the memory that ended and the thread that met it, then a line for each task, blank where there is none:
 *   line:  bytes in 16 hex digits, space, workflow, space, job, and where its code was when memory was short (both as in a URL),
 *          spaces up to {@value #LINE_BYTES} - 1, newline
 * </pre>
 *
 * The greediest task is the one whose thread has allocated most since it has read, emitted or counted anything: code that keeps what it
 * makes takes all there is within a call, or lets the others allocate next to nothing.
 */
public final class RunningTasks {
    static final int LINE_BYTES = 960;
    /** The system takes variables of at most 128 KiB. */
    private static final int MAX = 128;
    private static final int HEX_DIGITS = 16;
    /** How long a task is told of that is over, when it has met the end of memory: what it keeps may end the node only now. */
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long OVER = -1;
    private static final byte[] BLANK = {};
    private static final String OTHER_ERROR = "ERROR";
    /** For nodes that do not begin anew. */
    public static final RunningTasks NONE = new RunningTasks(ByteBuffer.allocate(LINE_BYTES), Long.MAX_VALUE);

    private final ByteBuffer note;
    private final long greedyBytes;
    /** Of the threads, 0 where there is none, or {@link #OVER}. Changed under the lock of this, as what follows, and read without it at the end. */
    private final long[] threads;
    /** What they had allocated at their last signs of life; of those that are over, what they have allocated since then. */
    private final long[] allocated;
    /** Whether they have met the end of memory themselves, and whether they have said where. */
    private final boolean[] met;
    private final boolean[] heard;
    /** When those were over that are. */
    private final long[] overNanos;
    /** Where their lines go on when it is known where their code is. */
    private final int[] ends;
    private final String[] workflows;
    private final com.sun.management.ThreadMXBean beans;

    /** @param greedyBytes who has not taken as much in one call is hardly who has filled the heap */
    RunningTasks(ByteBuffer note, long greedyBytes) {
        this.note = note;
        this.greedyBytes = greedyBytes;
        int places = note.capacity() / LINE_BYTES - 1;
        threads = new long[places];
        allocated = new long[places];
        ends = new int[places];
        workflows = new String[places];
        met = new boolean[places];
        heard = new boolean[places];
        overNanos = new long[places];
        beans = ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean all ? all : null;
        for (int line = 0; line <= places; line++) {
            write(line, BLANK);
        }
    }

    /** @param slots threads for tasks, beside which there are guests and those that were given up */
    static int noteBytes(int slots) {
        return noteBytesFor(Math.min(MAX, 6 * slots + 16));
    }

    static int noteBytesFor(int tasks) {
        return LINE_BYTES * (1 + tasks);
    }

    /** A task begins on this thread. Returns its place, or -1 when there is none left. */
    public int begin(String workflow, String job) {
        return threads.length == 0 ? -1 : take(workflow, job);
    }

    private synchronized int take(String workflow, String job) {
        int place = freePlace();
        if (place >= 0) {
            byte[] text = (" ".repeat(HEX_DIGITS) + " " + workflow + " " + URLEncoder.encode(job, UTF_8)).getBytes(UTF_8);
            write(place + 1, text);
            ends[place] = text.length;
            met[place] = false;
            heard[place] = false;
            workflows[place] = workflow;
            long id = Thread.currentThread().getId();
            allocated[place] = allocatedBy(id);
            threads[place] = id;
        }
        return place;
    }

    /** A place without a task, else that of the one that has been over for longest; -1 when all run. */
    private int freePlace() {
        int longestOver = -1;
        for (int place = 0; place < threads.length; place++) {
            if (threads[place] == 0) {
                return place;
            }
            if (threads[place] == OVER && (longestOver < 0 || overNanos[place] - overNanos[longestOver] < 0)) {
                longestOver = place;
            }
        }
        return longestOver;
    }

    /** The task has done something that others see. */
    public void sign(int place) {
        if (place >= 0) {
            measure(place);
        }
    }

    private synchronized void measure(int place) {
        if (threads[place] > 0 && !met[place]) {
            allocated[place] = allocatedBy(threads[place]);
        }
    }

    /** Where the code of the task is: what it was called for, and the line. To be told while memory is short; the last one counts. */
    public void at(int place, String where) {
        if (place >= 0) {
            append(place, text(where), false);
        }
    }

    /** The task has met the end of memory: what others see of it later does not count any more. By its own thread; takes no memory. */
    public void met(int place) {
        if (place >= 0) {
            met[place] = true;
        }
    }

    /** As {@link #at}, by the task itself, after {@link #met}. */
    public void said(int place, String where) {
        if (place >= 0) {
            append(place, text(where), true);
        }
    }

    private static byte[] text(String where) {
        return (" " + URLEncoder.encode(where, UTF_8)).getBytes(UTF_8);
    }

    private synchronized void append(int place, byte[] text, boolean itself) {
        if (threads[place] <= 0 || heard[place]) {
            return;
        }
        for (int i = ends[place]; i < LINE_BYTES - 1; i++) {
            int at = i - ends[place];
            note.put((place + 1) * LINE_BYTES + i, at < text.length ? text[at] : (byte) ' ');
        }
        heard[place] = itself;
    }

    /** Of the task that {@link #begin} has given this place; nothing happens when it got none. */
    public void end(int place) {
        if (place >= 0) {
            free(place);
        }
    }

    private synchronized void free(int place) {
        if (met[place]) {
            allocated[place] = taken(place);
            overNanos[place] = System.nanoTime();
            threads[place] = OVER;
        } else {
            threads[place] = 0;
            write(place + 1, BLANK);
        }
    }

    /** What the task has allocated since its last sign of life; 0 where there is none. Takes no memory and no lock. */
    private long taken(int place) {
        long thread = threads[place];
        return thread == OVER ? allocated[place] : thread == 0 ? 0 : Math.max(0, allocatedBy(thread) - allocated[place]);
    }

    /**
     * Whether the task has taken as much since its last sign of life as one that fills the heap, and no task of another workflow has taken more;
     * true when nothing is known of the task. What it has taken may be garbage, which does not fill the heap.
     */
    public synchronized boolean isGreedy(int place) {
        if (place < 0) {
            return true;
        }
        long own = taken(place);
        for (int other = 0; other < threads.length; other++) {
            if (isThere(other) && !workflows[place].equals(workflows[other]) && taken(other) > own) {
                return false;
            }
        }
        return own >= greedyBytes;
    }

    /** Whether a task runs, or did so a moment ago and has met the end of memory. */
    private boolean isThere(int place) {
        return threads[place] > 0 || threads[place] == OVER && System.nanoTime() - overNanos[place] <= KEPT_NANOS;
    }

    /** Whether tasks of other workflows run, or did so a moment ago and have met the end of memory. */
    public synchronized boolean isBesideOthers(int place) {
        for (int other = 0; place >= 0 && other < threads.length; other++) {
            if (isThere(other) && !workflows[place].equals(workflows[other])) {
                return true;
            }
        }
        return false;
    }

    /** Of the tasks that run, the one that may have filled the heap; -1 when there is none. Takes no memory and no lock. */
    private int greediest() {
        int greediest = -1;
        long most = greedyBytes;
        for (int place = 0; place < threads.length; place++) {
            long bytes = threads[place] == OVER ? 0 : taken(place);
            if (bytes >= most) {
                most = bytes;
                greediest = place;
            }
        }
        return greediest;
    }

    /**
     * Whether a task may have filled the heap that has not said where it is, though it can: it is not the calling thread. Takes no
     * memory and no lock.
     */
    boolean isGreediestSilent() {
        int greediest = greediest();
        return greediest >= 0 && !heard[greediest] && threads[greediest] != Thread.currentThread().getId();
    }

    /** Whether it was over long ago, or another one must have filled the heap since then. */
    private boolean isForgotten(int place, boolean isThereGreedy) {
        return threads[place] == OVER && (isThereGreedy || System.nanoTime() - overNanos[place] > KEPT_NANOS);
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

    /** Completes the note. Takes no memory and no lock: who has it may wait for memory. */
    void complete(OutOfMemory kind, String thread) {
        String memory = kind == null ? OTHER_ERROR : kind.name();
        writeWord(memory, 0);
        writeWord(thread, memory.length() + 1);
        boolean isThereGreedy = greediest() >= 0;
        for (int place = 0; place < threads.length; place++) {
            if (isForgotten(place, isThereGreedy)) {
                write(place + 1, BLANK);
            } else if (threads[place] != 0) {
                long bytes = taken(place);
                for (int digit = 0; digit < HEX_DIGITS; digit++) {
                    int value = (int) (bytes >>> 4 * (HEX_DIGITS - 1 - digit)) & 15;
                    note.put((place + 1) * LINE_BYTES + digit, (byte) (value < 10 ? '0' + value : 'a' + value - 10));
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

    /** The memory that a note names; null when the thread met another error. */
    static OutOfMemory kindOf(String note) {
        String word = firstLine(note).split(" ", 2)[0];
        return Stream.of(OutOfMemory.values()).filter(kind -> kind.name().equals(word)).findFirst().orElse(null);
    }

    private static String firstLine(String note) {
        return note == null ? "" : note.lines().findFirst().orElse("");
    }

    /** The tasks of a note, the greediest first; what cannot be read is left out: other threads have perhaps just changed it. */
    static List<RanThen> tasksOf(String note) {
        List<RanThen> tasks = new ArrayList<>();
        (note == null ? "" : note).lines().skip(1).forEach(line -> {
            String[] words = line.trim().split(" +");
            if ((words.length == 3 || words.length == 4) && words[0].matches("[0-7][0-9a-f]{15}")) {
                tasks.add(new RanThen(words[1], decoded(words[2]), Long.parseLong(words[0], HEX_DIGITS),
                        words.length == 3 ? null : decoded(words[3])));
            }
        });
        tasks.sort(Comparator.comparingLong(RanThen::bytes).reversed());
        return tasks;
    }

    /** A long text was cut anywhere. */
    private static String decoded(String name) {
        try {
            return URLDecoder.decode(name.replaceFirst("%[0-9A-F]?$", ""), UTF_8);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }
}
