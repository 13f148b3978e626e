package org.sss.io.exec;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Bounded queues between the thread of a task and the two threads that write to and read from its process. Thread-safe.
 * The task never waits for only one direction, so that a process that does not read while its output is not taken, or
 * vice versa, causes no deadlock.
 *
 * <pre>
 *   task ──send──> [ input, 2 chunks ] ──nextInput──> writing thread ──> stdin
 *   task <──awaitOutput── [ output, 4 chunks ] <──addOutput── reading thread <── stdout
 * </pre>
 */
final class Pipes {
    private static final int MAX_INPUT = 2;
    private static final int MAX_OUTPUT = 4;
    private static final long LOOK_MILLIS = 200;

    private final BooleanSupplier processEnded;
    private final long patienceNanos;
    /** Guarded by this, like the fields below. */
    private final Deque<Chunk> input = new ArrayDeque<>();

    private final Deque<Chunk> output = new ArrayDeque<>();
    private boolean inputOver;
    /** The process takes no more input. */
    private boolean broken;

    private boolean outputOver;
    /** The process has ended, but a descendant has its input or output open and does not use it. */
    private boolean abandoned;

    private boolean closed;

    /** @param patience how long to wait for data still in a pipe when the process has ended */
    Pipes(BooleanSupplier processEnded, Duration patience) {
        this.processEnded = processEnded;
        patienceNanos = patience.toNanos();
    }

    /** Called by the task. Returns false if there is no room; true also if the input is no longer needed. */
    synchronized boolean send(Chunk chunk) {
        if (!broken && input.size() >= MAX_INPUT) {
            return false;
        }
        if (!broken) {
            input.add(chunk);
            notifyAll();
        }
        return true;
    }

    /** Called by the task: ends the input. */
    synchronized void endInput() {
        inputOver = true;
        notifyAll();
    }

    /**
     * Called by the task: waits for output or for room to send. Returns null if there is room, or if the input is no
     * longer needed.
     */
    synchronized Chunk awaitOutputOrRoom() throws InterruptedException {
        for (long endedNanos = 0; output.isEmpty() && input.size() >= MAX_INPUT && !broken; ) {
            endedNanos = look(endedNanos);
            broken |= abandoned;
        }
        return takeOutput();
    }

    /** Called by the task: waits for output. Returns null at its end, see {@link #checkNotAbandoned}. */
    synchronized Chunk awaitOutput() throws InterruptedException {
        for (long endedNanos = 0; output.isEmpty() && !outputOver && !abandoned; ) {
            endedNanos = look(endedNanos);
        }
        return takeOutput();
    }

    /** Waits briefly. Returns the time at which the end of the process was first detected, or 0. */
    @SuppressWarnings("WaitNotInLoop") // the callers have the loop
    private long look(long endedNanos) throws InterruptedException {
        wait(LOOK_MILLIS);
        if (!processEnded.getAsBoolean()) {
            return 0;
        }
        long now = System.nanoTime();
        abandoned |= endedNanos != 0 && now - endedNanos > patienceNanos;
        return endedNanos == 0 ? now : endedNanos;
    }

    /** Called by the task when the process has succeeded.
     *
     * @throws SssException USER_CODE if its pipes are still open */
    synchronized void checkNotAbandoned() {
        if (abandoned) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    "the process has ended, but a process that it started has its"
                            + " standard input or output open; let it wait for the processes that it starts");
        }
    }

    private Chunk takeOutput() {
        Chunk chunk = output.poll();
        notifyAll();
        return chunk;
    }

    /** Called by the task: returns available output, or null. Does not wait. */
    synchronized Chunk pollOutput() {
        return takeOutput();
    }

    /** Called by the writing thread. Returns null at the end. */
    synchronized Chunk nextInput() throws InterruptedException {
        while (input.isEmpty() && !inputOver && !closed) {
            wait(LOOK_MILLIS);
        }
        Chunk chunk = closed ? null : input.poll();
        notifyAll();
        return chunk;
    }

    /** Called by the writing thread: the process does not read any more. */
    synchronized void breakInput() {
        broken = true;
        input.clear();
        notifyAll();
    }

    synchronized boolean isBroken() {
        return broken;
    }

    /** Called by the reading thread: waits for room. Returns false if the output is no longer needed. */
    synchronized boolean addOutput(Chunk chunk) throws InterruptedException {
        while (output.size() >= MAX_OUTPUT && !closed) {
            wait(LOOK_MILLIS);
        }
        output.add(chunk);
        notifyAll();
        return !closed;
    }

    /** Called by the reading thread: ends the output. */
    synchronized void endOutput() {
        outputOver = true;
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        input.clear();
        output.clear();
        notifyAll();
    }
}
