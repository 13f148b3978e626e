package org.sss.client.link;

import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.block.BlockCodecs;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Attempts;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.rpc.Json;

/**
 * A group that is being written. The coordinator lists it as WRITING while this is open, and drops it if this is closed
 * without a commit, also by the loss of the connection. {@link #close()} waits for that, so that a writer that failed
 * can be repeated immediately with the same name. Several threads may use {@link #puts}.
 */
public final class GroupWrite implements AutoCloseable {
    /** How long the data servers may take to write and sync buffered data. */
    public static final Duration FINISH_TIMEOUT = Duration.ofMinutes(5);
    /** Longer than the coordinator's own limit, so that the coordinator abandons the commit first and reports it. */
    public static final Duration COMMIT_TIMEOUT = ServerVerbs.COMMIT_TIMEOUT.plusMinutes(1);
    /**
     * After that a writer that failed reports its failure, although the coordinator has not confirmed the drop of the
     * group.
     */
    private static final Duration ABORT_TIMEOUT = ClusterLink.CALL_TIMEOUT;
    /** Attempts per message: their JSON is always below the size limit of a trailer. */
    private static final int MESSAGE_ATTEMPTS = 2000;

    private final Exchange exchange;
    private final GroupInfo group;
    private final GroupPuts puts;
    private boolean ended;
    private boolean committed;

    /** @throws SssException ALREADY_EXISTS; INVALID_ARGUMENT if this JVM does not support the requested compression */
    public GroupWrite(ClusterLink link, NewGroup request) {
        BlockCodecs.checkUsable(request.format().compression());
        exchange = Exchange.open(link.coordinator(), ServerVerbs.GROUP_WRITE, request);
        try {
            group = exchange.next(GroupInfo.class, ClusterLink.CALL_TIMEOUT);
            puts = new GroupPuts(link, group);
        } catch (RuntimeException e) {
            exchange.cancel("the writer received no answer for its group");
            throw e;
        }
    }

    /** The group as the coordinator has created it. */
    public GroupInfo group() {
        return group;
    }

    /** The attempts of this process. */
    public GroupPuts puts() {
        return puts;
    }

    /**
     * Makes the tuples of these attempts visible, all or none.
     *
     * @throws SssException if the message reports a missing answer, the group may exist; otherwise it does not
     */
    public GroupInfo commit(List<AttemptId> attempts) {
        return commit(new Attempts(attempts));
    }

    /**
     * The same for attempts of which the writers have reported what they sent.
     *
     * @throws SssException also CORRUPT if the data servers have stored more or fewer
     */
    public GroupInfo commit(Attempts attempts) {
        end(attempts);
        try {
            GroupInfo ready = exchange.trailer(GroupInfo.class, COMMIT_TIMEOUT);
            committed = true;
            return ready;
        } catch (SssException e) {
            throw e.remoteTrace() != null ? e : unanswered(e);
        }
    }

    private void end(Attempts named) {
        ended = true;
        List<AttemptId> attempts = named.attempts();
        if (attempts.size() <= MESSAGE_ATTEMPTS) {
            exchange.end(named);
            return;
        }
        for (int from = 0; from < attempts.size(); from += MESSAGE_ATTEMPTS) {
            List<AttemptId> some = attempts.subList(from, Math.min(attempts.size(), from + MESSAGE_ATTEMPTS));
            Attempts message = from == 0 ? named.withAttempts(some) : new Attempts(some);
            exchange.send(Unpooled.wrappedBuffer(Json.message(message)));
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
