package org.sss.io.exec;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * What is on its way between the thread of a task and the two threads that write to and read from its process. Thread-safe.
 * The task never waits for one direction without looking at the other, so that a process that does not read while nobody
 * takes its output, or the other way round, stops nobody.
 *
 * <pre>
 *   task ──send──> [ input, 2 pieces ] ──nextInput──> writing thread ──> stdin
 *   task <──awaitOutput── [ output, 4 pieces ] <──addOutput── reading thread <── stdout
 * </pre>
 */
final class Pipes {
    private static final int MAX_INPUT = 2;
    private static final int MAX_OUTPUT = 4;
    private static final long LOOK_MILLIS = 200;

    private final BooleanSupplier processEnded;
    private final long patienceNanos;
    /** Guarded by this, as what follows. */
    private final Deque<Piece> input = new ArrayDeque<>();
    private final Deque<Piece> output = new ArrayDeque<>();
    private boolean inputOver;
    /** The process takes no more input. */
    private boolean broken;
    private boolean outputOver;
    /** The process has ended, and something that it started holds its input or its output and does nothing with it. */
    private boolean abandoned;
    private boolean closed;

    /** @param patience with what is still in a pipe when the process has ended */
    Pipes(BooleanSupplier processEnded, Duration patience) {
        this.processEnded = processEnded;
        patienceNanos = patience.toNanos();
    }

    /** By the task: false when there is no room; true also when nobody wants it any more. */
    synchronized boolean send(Piece piece) {
        if (!broken && input.size() >= MAX_INPUT) {
            return false;
        }
        if (!broken) {
            input.add(piece);
            notifyAll();
        }
        return true;
    }

    /** By the task: nothing more will be sent. */
    synchronized void endInput() {
        inputOver = true;
        notifyAll();
    }

    /** By the task: waits for output or for room to send; null for room, and when nobody will take the input. */
    synchronized Piece awaitOutputOrRoom() throws InterruptedException {
        for (long endedNanos = 0; output.isEmpty() && input.size() >= MAX_INPUT && !broken; ) {
            endedNanos = look(endedNanos);
            broken |= abandoned;
        }
        return takeOutput();
    }

    /** By the task: waits for output; null when there is no more, see {@link #checkNotAbandoned}. */
    synchronized Piece awaitOutput() throws InterruptedException {
        for (long endedNanos = 0; output.isEmpty() && !outputOver && !abandoned; ) {
            endedNanos = look(endedNanos);
        }
        return takeOutput();
    }

    /** Waits a little; returns when it was first seen that the process has ended, or 0. */
    private long look(long endedNanos) throws InterruptedException {
        wait(LOOK_MILLIS);
        if (!processEnded.getAsBoolean()) {
            return 0;
        }
        long now = System.nanoTime();
        abandoned |= endedNanos != 0 && now - endedNanos > patienceNanos;
        return endedNanos == 0 ? now : endedNanos;
    }

    /** By the task, when the process has ended well. @throws SssException USER_CODE when its pipes have not */
    synchronized void checkNotAbandoned() {
        if (abandoned) {
            throw new SssException(ErrorCode.USER_CODE, "the process has ended, but something that it started keeps its"
                    + " standard input or output open; let it wait for what it starts");
        }
    }

    private Piece takeOutput() {
        Piece piece = output.poll();
        notifyAll();
        return piece;
    }

    /** By the task, when it may go on: some output that is there, or null. */
    synchronized Piece pollOutput() {
        return takeOutput();
    }

    /** By the writing thread: null at the end. */
    synchronized Piece nextInput() throws InterruptedException {
        while (input.isEmpty() && !inputOver && !closed) {
            wait(LOOK_MILLIS);
        }
        Piece piece = closed ? null : input.poll();
        notifyAll();
        return piece;
    }

    /** By the writing thread: the process reads no more. */
    synchronized void breakInput() {
        broken = true;
        input.clear();
        notifyAll();
    }

    synchronized boolean isBroken() {
        return broken;
    }

    /** By the reading thread: waits for room; false when nobody wants it any more. */
    synchronized boolean addOutput(Piece piece) throws InterruptedException {
        while (output.size() >= MAX_OUTPUT && !closed) {
            wait(LOOK_MILLIS);
        }
        output.add(piece);
        notifyAll();
        return !closed;
    }

    /** By the reading thread. */
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
