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
import org.sss.net.control.Progress;
import org.sss.net.control.Progress.LeftThreads;

/**
 * What a task has done, and whether it is to stop. The counts belong to the task's thread, which publishes them now and
 * then; {@link #progress} and {@link #cancel} may be called by any thread.
 */
public final class TaskState {
    private static final int PUBLISH_OUTPUT_MASK = (1 << 16) - 1;
    /** Of the name of a counter. */
    private static final int SHOWN_CHARACTERS = 100;

    /** Changed by the task's thread alone, read by others meanwhile: a call of user code may take long. */
    private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();
    private long counterCharacters;
    /** Of what is done and not among the counts, or not yet. */
    private final List<LongSupplier> furtherSigns = new CopyOnWriteArrayList<>();
    /** What user code is called for: a text, or who supplies it. */
    private volatile Object place = "the beginning";
    private final HeavyHitters heavyKeys = new HeavyHitters();
    private long tuplesIn;
    private long bytesIn;
    private long tuplesOut;
    private long bytesOut;
    private long tuplesCombined;
    private LeftThreads leftThreads = LeftThreads.NONE;
    private volatile Progress published = Progress.NONE;
    /** Whether somebody has asked for progress since it was published. */
    private volatile boolean asked;
    private volatile boolean cancelled;
    /** Whether there is nothing more to be read or emitted: cancelled, or over. */
    private volatile boolean stopped;
    /** The thread that runs the task: emitters, context and side data belong to it. Null after the task. */
    private Thread owner = Thread.currentThread();
    /** A rule that user code broke: the task fails with it, whatever that code does with the exception. */
    private volatile SssException failure;

    /** What a look into a side group has failed with last: not a matter of the tuple for which it was looked. */
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

    /** After the attempt: nothing that user code still has may be used any more, by no thread. */
    public void over() {
        stopped = true;
        owner = null;
    }

    /** Makes the task fail with {@code cause}, unless it has failed so before; for any thread. Returns the failure. */
    public synchronized SssException fail(SssException cause) {
        if (failure == null) {
            failure = cause;
            stopped = true;
        }
        return failure;
    }

    /** See {@link #fail}; null when there is none. */
    public SssException failure() {
        return failure;
    }

    public void cancel() {
        cancelled = true;
        stopped = true;
    }

    /** From now on tuples are refused: the task's buffers may be those of another one already. */
    public void end() {
        stopped = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** What was read and written when that was published last, and what was counted up to now. For any thread. */
    public Progress progress() {
        asked = true;
        Progress last = published;
        return new Progress(last.tuplesIn(), last.bytesIn(), last.tuplesOut(), last.bytesOut(), last.tuplesCombined(), counted(),
                last.heaviest(), last.leftThreads(), null);
    }

    /** What user code is called for from now on, other than keys. */
    public void at(String newPlace) {
        place = newPlace;
    }

    /** Keys from now on: asked by other threads, while the task's thread may change what is told of. */
    public void at(Supplier<String> newPlace) {
        place = newPlace;
    }

    public String place() {
        try {
            Object now = place;
            return now instanceof Supplier<?> supplier ? (String) supplier.get() : (String) now;
        } catch (RuntimeException e) {
            // The task went on meanwhile.
            return "a key";
        }
    }

    /** A number that changes as the task goes on, read by other threads. */
    public void addSign(LongSupplier sign) {
        furtherSigns.add(sign);
    }

    /**
     * Changes when something is read, emitted or counted. For any thread: nobody makes the task's thread publish the counts that
     * this is made of, so it may be a little late. Whoever has taken the thread's stack before sees all that it had done by then.
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
     * For each call of user code that needs the task to go on.
     *
     * @param call in words
     * @throws SssException {@link ErrorCode#USER_CODE} for another thread than that of the task, which then fails; else as
     *     {@link #checkCancelled}
     */
    public void checkCall(String call) {
        if (stopped || Thread.currentThread() != owner) {
            throw refused(call);
        }
    }

    /** As {@link #checkCall}, for what may be called until the last resource of the task is closed. */
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
        return fail(TaskErrors.atCaller(call + " was called by thread '" + Thread.currentThread().getName() + "', but emitters, values, task"
                + " contexts and side data belong to the thread that runs the task, '" + thread.getName() + "': copy values into a list for threads of your"
                + " own, let these return their results, and emit, count and look up where map, reduce, setup or close was called"));
    }

    private SssException stop() {
        if (cancelled) {
            return new SssException(ErrorCode.CANCELLED, "the task was cancelled");
        }
        return failure != null ? failure : new SssException(ErrorCode.CLOSED, "an emitter, values, a task context or a side group were used after the"
                + " end of its task, by thread '" + Thread.currentThread().getName()
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

    /** Read up to now; for the task's thread. */
    public long tuplesIn() {
        return tuplesIn;
    }

    public HeavyHitters heavyKeys() {
        return heavyKeys;
    }

    /** Read up to now; for the task's thread. */
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

    /** Emitted up to now, to all outputs; for the task's thread. */
    public long tuplesOut() {
        return tuplesOut;
    }

    /** Of keys and values of {@link #tuplesOut}, a key counted for each of its tuples. */
    public long bytesOut() {
        return bytesOut;
    }

    /** Of all emitted tuples, how many were folded into others; told once, at the end. */
    public void combined(long tuples) {
        tuplesCombined = tuples;
    }

    /** Threads that the user's code has left; told once, at the end. */
    public void left(LeftThreads threads) {
        leftThreads = threads;
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for null, for more different names than {@link Counters} allows, and for a
     *     sum that is no long any more, with which the task fails
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
        Progress now = new Progress(tuplesIn, bytesIn, tuplesOut, bytesOut, tuplesCombined, counted(), heavyKeys.heaviest(),
                leftThreads, null);
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
