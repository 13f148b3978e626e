package org.sss.client;

import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.Exchange;
import org.sss.client.link.WriterBuffers;
import org.sss.net.block.BlockCodecs;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Attempts;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.data.PutSession;
import org.sss.net.rpc.Json;

/**
 * A group that is being written. The coordinator lists it as WRITING while this is open, and drops it if this is closed
 * without a commit, also by the loss of the connection. {@link #close()} waits for that, so that a writer that failed
 * can be repeated immediately with the same name. {@link #put} may be called by several threads.
 */
final class GroupWrite implements AutoCloseable {
    /** How long the data servers may take to write and sync buffered data. */
    static final Duration FINISH_TIMEOUT = Duration.ofMinutes(5);
    /** Longer than the coordinator's own limit, so that the coordinator abandons the commit first and reports it. */
    static final Duration COMMIT_TIMEOUT = ServerVerbs.COMMIT_TIMEOUT.plusMinutes(1);
    /**
     * After that a writer that failed reports its failure, although the coordinator has not confirmed the drop of the
     * group.
     */
    private static final Duration ABORT_TIMEOUT = ClusterLink.CALL_TIMEOUT;
    /** Maximum per commit: their JSON is sent to each data server as one request. */
    static final int MAX_ATTEMPTS = 300_000;
    /** Attempts per message: their JSON is always below the size limit of a trailer. */
    private static final int MESSAGE_ATTEMPTS = 4000;

    private final ClusterLink link;
    private final Exchange exchange;
    private final GroupInfo group;
    private final AtomicInteger attemptCount = new AtomicInteger();
    private boolean ended;
    private boolean committed;

    /** @throws SssException ALREADY_EXISTS; INVALID_ARGUMENT if this JVM does not support the requested compression */
    GroupWrite(ClusterLink link, NewGroup request) {
        BlockCodecs.checkUsable(request.format().compression());
        this.link = link;
        exchange = Exchange.open(link.coordinator(), ServerVerbs.GROUP_WRITE, request);
        try {
            group = exchange.next(GroupInfo.class, ClusterLink.CALL_TIMEOUT);
        } catch (RuntimeException e) {
            exchange.cancel("the writer received no answer for its group");
            throw e;
        }
    }

    WriterBuffers writerBuffers() {
        return link.writerBuffers();
    }

    int subgroupCount() {
        return link.map().subgroupCount();
    }

    /** Compression of all blocks of the group. */
    Compression compression() {
        return group.compression();
    }

    /** @throws SssException TOO_LARGE if a commit cannot name more attempts; the earlier ones can still be committed */
    PutSession put(AttemptId attempt) {
        if (attemptCount.incrementAndGet() > MAX_ATTEMPTS) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "group '" + group.name() + "' has " + MAX_ATTEMPTS
                            + " values of over 4 MiB from streams, the limit of one commit; write the others to "
                            + "another group");
        }
        return new PutSession(
                link::connection,
                link.mapFor(group),
                new DataVerbs.Put(group.key(), attempt, false).inMemory(group.inMemory()));
    }

    /**
     * Makes the tuples of these attempts visible, all or none.
     *
     * @throws SssException if the message reports a missing answer, the group may exist; otherwise it does not
     */
    GroupInfo commit(List<AttemptId> attempts) {
        end(attempts);
        try {
            GroupInfo ready = exchange.trailer(GroupInfo.class, COMMIT_TIMEOUT);
            committed = true;
            return ready;
        } catch (SssException e) {
            throw e.remoteTrace() != null ? e : unanswered(e);
        }
    }

    private void end(List<AttemptId> attempts) {
        ended = true;
        if (attempts.size() <= MESSAGE_ATTEMPTS) {
            exchange.end(new Attempts(attempts));
            return;
        }
        for (int from = 0; from < attempts.size(); from += MESSAGE_ATTEMPTS) {
            List<AttemptId> some = attempts.subList(from, Math.min(attempts.size(), from + MESSAGE_ATTEMPTS));
            exchange.send(Unpooled.wrappedBuffer(Json.message(new Attempts(some))));
        }
        exchange.end();
    }

    private SssException unanswered(SssException e) {
        return new SssException(
                e.code(),
                "the commit of group '" + group.name() + "' was not answered, so the group may exist: check with"
                        + " 'sss group ls' before you write it again (" + e.getMessage() + ")",
                e);
    }

    /** Drops the group unless it was committed. Waits at most 30 s for the coordinator. Idempotent. */
    @Override
    public void close() {
        if (!ended) {
            abort();
        }
        if (!committed) {
            exchange.cancel("the writer was closed without a commit");
        }
    }

    private void abort() {
        ended = true;
        try {
            exchange.end(Attempts.abort());
            exchange.awaitEnd(ABORT_TIMEOUT);
        } catch (SssException e) {
            // The stream is broken, the coordinator does not answer in time, or this thread is interrupted: the caller
            // has
            // its own error to report, and the coordinator drops the group when it notices the end of the stream.
        }
    }
}
