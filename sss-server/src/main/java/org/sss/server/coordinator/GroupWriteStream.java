package org.sss.server.coordinator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.PeerLimit;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RequestMemory;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.execution.RunContext;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.members.RestartGuard;
import org.sss.server.coordinator.state.Committed;

/**
 * A client that writes a group. Callbacks only note what happened; a thread of the executor does the rest.
 *
 * <pre>
 *   BEGINNING --group is sent--> OPEN --trailer--> COMMITTING --> published, or discarded when that fails
 *        +------------------------+------------------+----broken----> discarded
 * </pre>
 */
final class GroupWriteStream implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(GroupWriteStream.class);

    private static final LimitedLog GONE = new LimitedLog(LOG, "writers of groups that are gone");

    private enum State { BEGINNING, OPEN, COMMITTING, OVER }

    private final RunContext context;
    private final Stream stream;
    private final NamedAttempts attempts;
    /** Fails once the writer is gone: what it waits for is given up then. */
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    /** Guarded by this, as what follows. */
    private State state = State.BEGINNING;
    private GroupInfo group;
    private RestartGuard tie;

    private GroupWriteStream(RunContext context, Stream stream, RequestMemory memory) {
        this.context = context;
        this.stream = stream;
        attempts = new NamedAttempts(memory);
    }

    /**
     * @param memory  for what the writer sends
     * @param writers that may be at work
     */
    static StreamHandler open(byte[] header, Stream stream, RunContext context, RequestMemory memory, PeerLimit writers) {
        NewGroup wanted = Json.read(header, NewGroup.class, "the header of group.write");
        stream.hold(writers, 1);
        GroupWriteStream write = new GroupWriteStream(context, stream, memory);
        Work.begin(context.executor(), () -> write.begin(wanted), "writing group '" + wanted.name() + "'");
        return write;
    }

    private void begin(NewGroup wanted) {
        try {
            RestartGuard allNodes = context.tieForWriting();
            GroupInfo begun = context.catalog().begin(wanted, false);
            synchronized (this) {
                if (state != State.BEGINNING) {
                    context.catalog().discard(begun.id());
                    return;
                }
                group = begun;
                tie = allNodes;
                state = State.OPEN;
            }
            stream.send(Unpooled.wrappedBuffer(Json.write(begun)));
        } catch (SssException e) {
            discard(e);
        }
    }

    @Override
    public void onData(ByteBuf data) {
        stream.grant(attempts.add(data));
    }

    @Override
    public void onEnd(byte[] trailer) {
        try {
            Work.begin(context.executor(), () -> commit(trailer), "the commit of a group");
        } catch (SssException e) {
            discard(e);
        }
    }

    private void commit(byte[] trailer) {
        GroupInfo mine;
        RestartGuard allNodes;
        boolean early;
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            early = state == State.BEGINNING;
            state = State.COMMITTING;
            mine = group;
            allNodes = tie;
        }
        if (early) {
            discard(new SssException(ErrorCode.PROTOCOL, "group.write ended before its group was known to the writer"));
            return;
        }
        try {
            Committed committed = Members.await(context.members().commit(mine, false, attempts.all(trailer)), gone);
            allNodes.checkUnbroken("group '" + mine.name() + "'");
            gone.getNow(null); // throws when the writer has gone meanwhile
            GroupInfo ready = context.catalog().publish(mine.id(), committed);
            stream.end(Json.write(ready));
        } catch (RuntimeException e) {
            discard(mine.named(SssException.of(e, "committing group '" + mine.name() + "'")));
        }
    }

    @Override
    public void onError(SssException error) {
        boolean committing;
        synchronized (this) {
            committing = state == State.COMMITTING;
        }
        GONE.info("The writer of a group is gone, the group is dropped{}: {}", committing ? " unless it was published just now" : "",
                error.getMessage());
        gone.completeExceptionally(error);
        if (!committing) {
            discardElsewhere(error);
        }
    }

    /** The catalog may be waiting for a disk, which an event loop must not. */
    private void discardElsewhere(SssException error) {
        try {
            Work.begin(context.executor(), () -> discard(error), "dropping a group");
        } catch (SssException e) {
            discard(error);
        }
    }

    private void discard(SssException why) {
        GroupInfo mine;
        synchronized (this) {
            state = State.OVER;
            mine = group;
        }
        attempts.free();
        if (mine != null) {
            context.catalog().discard(mine.id());
        }
        stream.fail(why);
    }
}
