package org.sss.server.shuffle.pull;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DeadLink;
import org.sss.net.control.Locations;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ShufflePull;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.data.PutSession;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.InterruptibleWork;
import org.sss.net.transport.Work;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.pull.PullFrames.Origin;

/**
 * Takes this node's blocks from one other node, and stores them. Thread-safe. One thread at a time takes frames, none
 * while there are none.
 *
 * <pre>
 *   OPEN --frames arrive--> a thread stores them --no frame is left--> OPEN ...
 *     block:  to this node's data server, in a session for each origin
 *     ended:  ends the session; what the data server has stored must be what the other node has sent
 *     failed: drops the session
 *   end of the stream: sessions that did not end are dropped ---> ENDED
 *   an error, close:   all sessions are dropped ----------------> ENDED with the error
 * </pre>
 */
final class Pull {
    /** Time for the data server to write its queue: some MiB for each stream. */
    private static final Duration STORE_TIMEOUT = Duration.ofMinutes(5);
    /** Sessions that may wait for the answer of the data server at once. */
    private static final int MAX_UNANSWERED = 32;
    /** Then another pull gets the thread. */
    private static final int FRAMES_AT_ONCE = 64;

    private final ShuffleSpec spec;
    private final Locations locations;
    private final ShuffleContext context;
    private final NodeInfo from;
    private final Executor executor;
    private final Runnable moved;
    private final Consumer<SssException> onFailure;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /** Above 0 while a thread takes frames or is about to. */
    private final AtomicInteger signals = new AtomicInteger();
    /** Used by the thread that takes frames, like the following fields. */
    private final Map<Origin, PutSession> sessions = new HashMap<>();

    private final Queue<Ended> unanswered = new ArrayDeque<>();
    private volatile DataQueue frames;
    private final InterruptibleWork work = new InterruptibleWork();
    /** Why it was closed, or null. */
    private volatile SssException closed;

    private record Ended(PutSession session, long tuples, long dataBytes) {}

    /**
     * @param executor  for taking frames, which may wait for this node's data server
     * @param moved     called after each frame that was stored
     * @param onFailure called at most once, from any thread, with an error that names both nodes; must not block
     */
    Pull(
            ShuffleSpec spec,
            ShuffleContext context,
            NodeInfo from,
            Executor executor,
            Runnable moved,
            Consumer<SssException> onFailure) {
        this.spec = spec;
        locations = spec.cluster().locations();
        this.context = context;
        this.from = from;
        this.executor = executor;
        this.moved = moved;
        this.onFailure = onFailure;
    }

    /** Opens the stream. @throws SssException that names both nodes */
    void open() {
        try {
            DataQueue opened = DataQueue.ask(
                    context.connections().apply(from.data()),
                    DataVerbs.PULL,
                    Json.asMessage(new ShufflePull(spec.key(), context.node())),
                    this::signal);
            frames = opened;
            SssException reason = closed;
            if (reason != null) {
                end(opened, reason);
            }
        } catch (SssException e) {
            throw named(e);
        }
        signal();
    }

    /** Completes when everything is stored, or with an error that names both nodes. */
    CompletableFuture<Void> whenEnded() {
        return ended;
    }

    private void signal() {
        if (signals.getAndIncrement() > 0) {
            return;
        }
        try {
            Work.execute(executor, this::run, "storing blocks of " + spec.key());
        } catch (SssException e) {
            fail(e); // no thread takes frames, and none will
        }
    }

    private void run() {
        boolean again;
        work.start();
        try {
            again = takeAll();
        } finally {
            work.end();
        }
        if (again) {
            executor.execute(this::run);
        }
    }

    /** Returns true if there are more frames. */
    private boolean takeAll() {
        int seen = signals.get();
        int count = 0;
        do {
            while (hasNext()) {
                if (count++ == FRAMES_AT_ONCE) {
                    return true;
                }
                takeOne();
            }
            seen = signals.addAndGet(-seen);
        } while (seen > 0);
        return false;
    }

    private boolean hasNext() {
        DataQueue open = frames;
        return open != null && !ended.isDone() && (closed != null || open.isReady());
    }

    private void takeOne() {
        try {
            SssException reason = closed;
            if (reason != null) {
                throw reason;
            }
            ByteBuf frame = frames.take(Duration.ZERO);
            if (frame == null) {
                end();
            } else {
                take(frame);
                moved.run();
            }
        } catch (RuntimeException | Error e) {
            fail(SssException.of(e, "storing blocks of " + spec.key()));
            if (e instanceof Error error) {
                throw error;
            }
        }
    }

    private void take(ByteBuf frame) {
        boolean passed = false;
        try {
            byte kind = PullFrames.readKind(frame);
            Origin origin = PullFrames.readOrigin(frame);
            switch (kind) {
                case PullFrames.BLOCK -> {
                    PutSession session = session(origin, frame);
                    passed = true;
                    session.send(context.node(), frame);
                }
                case PullFrames.ENDED -> endSession(origin, frame.readLong(), frame.readLong());
                default -> drop(sessions.remove(origin));
            }
        } finally {
            if (!passed) {
                frame.release();
            }
        }
    }

    /** @param frame a block with its subgroup */
    private PutSession session(Origin origin, ByteBuf frame) {
        int subgroup = frame.getInt(frame.readerIndex());
        if (origin.output() < 0
                || origin.output() >= spec.outputs().size()
                || subgroup < 0
                || subgroup >= spec.cluster().subgroupCount()
                || locations.owner(subgroup) != context.node()) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "a block of output " + origin.output() + " for subgroup " + subgroup + " is not for this node");
        }
        return sessions.computeIfAbsent(origin, this::openSession);
    }

    private PutSession openSession(Origin origin) {
        ShuffleSpec.Output output = spec.outputs().get(origin.output());
        AttemptId attempt = new AttemptId(spec.key().job(), origin.source(), origin.attempt());
        // The data server is in this process, and would trust blocks that came over a network.
        boolean packed = frames.stream().isLocal();
        return new PutSession(
                context.connections(),
                spec.cluster(),
                new DataVerbs.Put(output.group(), attempt, output.temporary(), packed)
                        .inMemory(output.inMemory())
                        .memoryOnly(output.memoryOnly()));
    }

    private void endSession(Origin origin, long tuples, long dataBytes) {
        PutSession session = sessions.remove(origin);
        if (session == null) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "all blocks of attempt " + origin.attempt() + " of task " + origin.source()
                            + " are lost: it has sent " + tuples + " tuples to this node");
        }
        session.end(context.node());
        unanswered.add(new Ended(session, tuples, dataBytes));
        if (unanswered.size() > MAX_UNANSWERED) {
            check(unanswered.remove());
        }
    }

    private void check(Ended one) {
        boolean stored = false;
        try {
            one.session().finish(STORE_TIMEOUT, one.tuples(), one.dataBytes());
            stored = true;
        } finally {
            if (!stored) {
                one.session().close();
            }
        }
        moved.run();
    }

    private static void drop(PutSession session) {
        if (session != null) {
            session.close();
        }
    }

    private void end() {
        while (!unanswered.isEmpty()) {
            check(unanswered.remove());
        }
        dropSessions();
        ended.complete(null);
    }

    private void dropSessions() {
        sessions.values().forEach(PutSession::close);
        sessions.clear();
        unanswered.forEach(one -> one.session().close());
        unanswered.clear();
    }

    /** Only while no other thread takes frames. */
    private void fail(SssException e) {
        SssException named = named(e);
        dropSessions();
        if (ended.completeExceptionally(named)) {
            onFailure.accept(named); // first: the other node reports the end of the stream as an error, too
        }
        if (frames != null) {
            end(frames, named);
        }
    }

    private static void end(DataQueue open, SssException reason) {
        open.stream().fail(reason);
        open.close();
    }

    private SssException named(SssException e) {
        if (e.code() == ErrorCode.NODE_UNREACHABLE && e.remoteTrace() == null) {
            return DeadLink.error(context.node(), from, e);
        }
        return new SssException(
                e.code(),
                "node " + context.node() + " pulls " + spec.key() + " from node " + from.id() + ": " + e.getMessage(),
                e,
                e.remoteTrace());
    }

    /**
     * Drops what is not stored. Does not wait. Idempotent.
     *
     * @param reason for the other node
     */
    void close(SssException reason) {
        closed = reason;
        work.interrupt();
        if (frames != null) {
            end(frames, reason);
        }
        signal();
    }
}
