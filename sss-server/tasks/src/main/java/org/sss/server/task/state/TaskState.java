package org.sss.server.task.state;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Counters;
import org.sss.net.control.OutputLoad;
import org.sss.net.control.Progress;
import org.sss.net.control.Progress.LeftThreads;
import org.sss.net.control.Remarks;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.ThreadTimes;

/**
 * The progress of a task, and whether it must stop. The counts belong to the task's thread, which publishes them
 * periodically; {@link #progress} and {@link #cancel} may be called by any thread.
 */
public final class TaskState {
    private static final int PUBLISH_OUTPUT_MASK = (1 << 16) - 1;
    /** Maximum characters of a counter name in messages. */
    private static final int SHOWN_CHARACTERS = 100;

    /** Modified only by the task's thread, read concurrently by others: a call of user code may take long. */
    private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();

    private long counterCharacters;
    /** Signs of life that the counts do not include, or not yet. */
    private final List<LongSupplier> furtherSigns = new CopyOnWriteArrayList<>();
    /** What user code is called for: a text, or its supplier. */
    private volatile Object place = "the start";

    private final HeavyHitters heavyKeys = new HeavyHitters();
    private long tuplesIn;
    /** Calls of functions for a key with its values; -1 for a job that is called for each tuple. */
    private long keyCalls = -1;

    private long bytesIn;
    private long tuplesOut;
    private long bytesOut;
    private long tuplesCombined;
    private ShuffleTimes shuffled;
    private ThreadTimes times;
    private OutputLoad load;
    private LeftThreads leftThreads = LeftThreads.NONE;
    private Remarks remarks = Remarks.NONE;
    /** What the task reads, or null. Read by any thread. */
    private volatile String inputGroup;

    private volatile String inputFile;
    private volatile Progress published = Progress.NONE;
    /** True if progress was requested since it was last published. */
    private volatile boolean asked;

    private volatile boolean cancelled;
    /** True if nothing more may be read or emitted: cancelled or ended. */
    private volatile boolean stopped;
    /** The thread that runs the task: emitters, context and side data belong to it. Null after the task. */
    private Thread owner = Thread.currentThread();
    /** The failure for a rule that user code broke: the task fails with it, even if the exception is caught. */
    private volatile SssException failure;

    /** The last failure of a side group access, which is not specific to a tuple. */
    private SssException failedAside;

    public void failedAside(SssException failure) {
        failedAside = failure;
    }

    public boolean isFailureAside(SssException failure) {
        return failure == failedAside;
    }

    /** Called by the thread that runs the task, before user code. */
    public void start() {
        owner = Thread.currentThread();
    }

    /** Called after the attempt: invalidates all objects that user code still references, for all threads. */
    public void over() {
        stopped = true;
        owner = null;
    }

    /** Makes the task fail with {@code cause}, unless it has already failed. Returns the failure. For any thread. */
    public synchronized SssException fail(SssException cause) {
        if (failure == null) {
            failure = cause;
            stopped = true;
        }
        return failure;
    }

    /** Returns the failure set by {@link #fail}, or null. */
    public SssException failure() {
        return failure;
    }

    public void cancel() {
        cancelled = true;
        stopped = true;
    }

    /** Rejects tuples from now on: the task's buffers may already belong to another task. */
    public void end() {
        stopped = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** Returns the last published counts of tuples, and the current counters. For any thread. */
    public Progress progress() {
        asked = true;
        Progress last = published;
        return new Progress(
                last.volume(), counted(), last.heaviest(), last.leftThreads(), last.measured(), last.remarks(), null);
    }

    /** Sets what user code is called for from now on, other than keys. */
    public void at(String newPlace) {
        place = newPlace;
    }

    /** Sets a supplier of the current key: called by other threads while the task's thread may change the key. */
    public void at(Supplier<String> newPlace) {
        place = newPlace;
    }

    public String place() {
        try {
            Object now = place;
            return now instanceof Supplier<?> supplier ? (String) supplier.get() : (String) now;
        } catch (RuntimeException e) {
            // The task has continued in the meantime.
            return "a key";
        }
    }

    /** Adds a number that changes as the task progresses, read by other threads. */
    public void addSign(LongSupplier sign) {
        furtherSigns.add(sign);
    }

    /**
     * Returns a number that changes when something is read, emitted or counted. For any thread: it is computed from
     * counts that are not published, so it may be slightly late. A caller that has taken the thread's stack before sees
     * everything up to then.
     */
    public long signs() {
        long sum = tuplesIn + tuplesOut;
        for (LongSupplier sign : furtherSigns) {
            sum += sign.getAsLong();
        }
        for (AtomicLong counter : counters.values()) {
            sum += counter.get();
        }
        return sum;
    }

    /** @throws SssException {@link ErrorCode#CANCELLED}, or {@link ErrorCode#CLOSED} after {@link #end} */
    public void checkCancelled() {
        if (stopped) {
            throw stop();
        }
    }

    /**
     * Checks each call of user code that requires a running task.
     *
     * @param call description of the call
     * @throws SssException {@link ErrorCode#USER_CODE} for another thread than that of the task, which then fails; else
     *     as {@link #checkCancelled}
     */
    public void checkCall(String call) {
        if (stopped || Thread.currentThread() != owner) {
            throw refused(call);
        }
    }

    /** Like {@link #checkCall}, for methods that may be called until the last resource of the task is closed. */
    public void checkThread(String call) {
        if (Thread.currentThread() != owner) {
            throw refused(call);
        }
    }

    private SssException refused(String call) {
        Thread thread = owner;
        if (stopped || thread == null || thread == Thread.currentThread()) {
            return stop();
        }
        return fail(TaskErrors.atCaller(call + " was called by thread '"
                + Thread.currentThread().getName() + "', but emitters, values, task"
                + " contexts and side data belong to the thread that runs the task, '"
                + thread.getName() + "': copy values into a list for threads of your"
                + " own, let these return their results, and emit, count and look up where map, "
                + "reduce, setup or close was called"));
    }

    private SssException stop() {
        if (cancelled) {
            return new SssException(ErrorCode.CANCELLED, "the task was cancelled");
        }
        return failure != null
                ? failure
                : new SssException(
                        ErrorCode.CLOSED,
                        "an emitter, values, a task context or a side group were used after the"
                                + " end of its task, by thread '"
                                + Thread.currentThread().getName()
                                + "'; let threads of your own end before map, reduce or close returns");
    }

    public void read(int bytes) {
        bytesIn += bytes;
        tuplesIn++;
        if (asked) {
            publish();
        }
        checkCancelled();
    }

    /** Returns the number of tuples read so far. For the task's thread. */
    public long tuplesIn() {
        return tuplesIn;
    }

    /** Sets the group that the task reads from now on. */
    public void readsGroup(String name) {
        inputGroup = name;
    }

    /** Sets the file that the task reads from now on. */
    public void readsFile(String path) {
        inputFile = path;
    }

    public String inputGroup() {
        return inputGroup;
    }

    public String inputFile() {
        return inputFile;
    }

    /** Sets how often the functions of the job were called for a key; called once, at the end. */
    public void calledForKeys(long calls) {
        keyCalls = calls;
    }

    /** Returns how often the functions of the job were called. For the task's thread. */
    public long functionCalls() {
        return keyCalls < 0 ? tuplesIn : keyCalls;
    }

    public HeavyHitters heavyKeys() {
        return heavyKeys;
    }

    /** Returns the bytes read so far. For the task's thread. */
    public long bytesIn() {
        return bytesIn;
    }

    public void emitted(int bytes) {
        bytesOut += bytes;
        if ((++tuplesOut & PUBLISH_OUTPUT_MASK) == 0) {
            publish();
        }
    }

    /** As {@link #emitted(int)} for many tuples at once. */
    public void emitted(int tuples, long bytes) {
        long before = tuplesOut;
        bytesOut += bytes;
        tuplesOut = before + tuples;
        if ((before ^ tuplesOut) > PUBLISH_OUTPUT_MASK) {
            publish();
        }
    }

    /** Returns the number of tuples emitted so far, to all outputs. For the task's thread. */
    public long tuplesOut() {
        return tuplesOut;
    }

    /** Returns the bytes of keys and values of {@link #tuplesOut}; a key counts for each of its tuples. */
    public long bytesOut() {
        return bytesOut;
    }

    /** Sets what was sent to other nodes, or null if the node reports it; called once, at the end. */
    public void shuffled(ShuffleTimes times) {
        shuffled = times;
    }

    /** Sets what was written for each subgroup, or null if nothing; called once, at the end. */
    public void loaded(OutputLoad written) {
        load = written;
    }

    /** Sets where the time went; called once, at the end. */
    public void timed(ThreadTimes measured) {
        times = measured;
    }

    /** Sets how long the task ran until it was closed; called once, after {@link #timed}. */
    public void ran(long micros) {
        times = times.ran(micros);
    }

    /** Sets how many of the emitted tuples were combined into others; called once, at the end. */
    public void combined(long tuples) {
        tuplesCombined = tuples;
    }

    /** Sets the threads that user code has left running; called once, at the end. */
    public void left(LeftThreads threads) {
        leftThreads = threads;
    }

    /** Adds what the user should see in the report of the job. For the task's thread. */
    public void remark(Remarks more) {
        remarks = remarks.plus(more);
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for null, for more different names than {@link Counters}
     *     allows, and for a sum that overflows a long, with which the task fails
     */
    public void count(String counter, long amount) {
        checkThread("count");
        if (counter == null) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "count was called with null as the name of the counter");
        }
        AtomicLong sum = counters.get(counter);
        if (sum == null) {
            sum = add(counter);
        }
        long before = sum.getPlain();
        long after = before + amount;
        if (((before ^ after) & (amount ^ after)) < 0) {
            throw fail(Counters.overflow(shown(counter), before, amount));
        }
        sum.lazySet(after);
    }

    private static String shown(String counter) {
        return counter.substring(0, Math.min(counter.length(), SHOWN_CHARACTERS));
    }

    private AtomicLong add(String counter) {
        if (counters.size() >= Counters.MAX || counterCharacters + counter.length() > Counters.MAX_CHARACTERS) {
            throw Counters.tooMany("the task, now with '" + shown(counter) + "', counts");
        }
        counterCharacters += counter.length();
        return counters.computeIfAbsent(counter, name -> new AtomicLong());
    }

    public Progress publish() {
        asked = false;
        Progress now = new Progress(
                new Progress.Volume(tuplesIn, bytesIn, tuplesOut, bytesOut, tuplesCombined),
                counted(),
                heavyKeys.heaviest(),
                leftThreads,
                new Progress.Measured(shuffled, times, load),
                remarks.areNone() ? null : remarks,
                null);
        published = now;
        return now;
    }

    private Map<String, Long> counted() {
        if (counters.isEmpty()) {
            return Map.of();
        }
        Map<String, Long> copy = new TreeMap<>();
        counters.forEach((name, sum) -> copy.put(name, sum.get()));
        return copy;
    }
}
