package org.sss.server.coordinator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.ServerVerbs.Attempts;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.PeerLimit;
import org.sss.net.peer.Principal;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RequestMemory;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.members.GroupWrites;
import org.sss.server.coordinator.members.RestartGuard;
import org.sss.server.coordinator.state.Committed;

/**
 * The stream of a client that writes a group. Callbacks only change the state; a thread of the executor does the work.
 *
 * <pre>
 *   STARTING --group is sent--> OPEN --trailer--> COMMITTING --> published, or discarded if that fails
 *        +-----------------------+------------------+----broken----> discarded
 *                                +----abort----> discarded, then the empty trailer
 * </pre>
 */
final class GroupWriteStream implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(GroupWriteStream.class);

    private static final LimitedLog GONE = new LimitedLog(LOG, "disconnected writers of groups");

    private static final int MAX_CREATOR = 200;
    private static final Pattern OF_WORKFLOW = Pattern.compile("wf-\\d+/");

    private enum State {
        STARTING,
        OPEN,
        COMMITTING,
        OVER
    }

    private final RunContext context;
    private final Stream stream;
    private final NamedAttempts attempts;
    /** Fails once the writer has disconnected, which cancels the work for it. */
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    /** Guarded by this, like the following fields. */
    private State state = State.STARTING;

    private GroupInfo group;
    private RestartGuard guard;

    private GroupWriteStream(RunContext context, Stream stream, RequestMemory memory) {
        this.context = context;
        this.stream = stream;
        attempts = new NamedAttempts(memory);
    }

    /**
     * @param memory  for the data that the writer sends
     * @param writers limit of concurrent writers
     */
    static StreamHandler open(
            Message header, Stream stream, RunContext context, RequestMemory memory, PeerLimit writers) {
        NewGroup wanted = Json.read(header, NewGroup.class, "the header of group.write");
        Principal writer = stream.peer().principal();
        writer.checkGroup(wanted.name());
        checkCreator(wanted);
        stream.hold(writers, 1);
        GroupWriteStream write = new GroupWriteStream(context, stream, memory);
        Work.execute(context.executor(), () -> write.create(wanted, writer), "writing group '" + wanted.name() + "'");
        return write;
    }

    /** Node 0 itself writes the groups of workflows, whose names are promised to them. */
    private static void checkCreator(NewGroup wanted) {
        if (wanted.createdBy().length() > MAX_CREATOR
                || OF_WORKFLOW.matcher(wanted.createdBy()).lookingAt()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "createdBy of group '" + wanted.name() + "' must have at most " + MAX_CREATOR
                            + " characters, and must not be a job of a workflow");
        }
    }

    private void create(NewGroup wanted, Principal writer) {
        try {
            if (!writer.hasAllGroups()) {
                context.catalog().checkShare(writer::hasGroup);
            }
            RestartGuard allNodes = context.nodesInUse().guardForWriting();
            GroupInfo created = context.catalog().create(wanted, false);
            synchronized (this) {
                if (state != State.STARTING) {
                    context.catalog().discard(created.id());
                    return;
                }
                group = created;
                guard = allNodes;
                state = State.OPEN;
            }
            context.members().writes().create(created, allNodes);
            stream.send(Unpooled.wrappedBuffer(Json.message(placed(created, allNodes.map()))));
        } catch (SssException e) {
            discard(e);
        }
    }

    /** Returns the group for its writer, with the table by which it is stored. */
    private static GroupInfo placed(GroupInfo created, ClusterMap map) {
        return map.active() == 0 ? created : created.withPlacement(new Placement(map.active(), 1, 1));
    }

    @Override
    public void onData(ByteBuf data) {
        stream.grant(attempts.add(data));
    }

    @Override
    public void onEnd(Message trailer) {
        try {
            Work.execute(context.executor(), () -> commit(trailer), "the commit of a group");
        } catch (SssException e) {
            discard(e);
        }
    }

    private void commit(Message trailer) {
        GroupInfo mine;
        RestartGuard allNodes;
        boolean early;
        synchronized (this) {
            if (state == State.OVER) {
                return;
            }
            early = state == State.STARTING;
            state = State.COMMITTING;
            mine = group;
            allNodes = guard;
        }
        if (early) {
            discard(new SssException(ErrorCode.PROTOCOL, "group.write ended before the writer had received its group"));
            return;
        }
        try {
            Optional<Attempts> named = attempts.all(trailer);
            if (named.isEmpty()) {
                drop();
                stream.end(new byte[0]); // the writer waits for it: from now on the name is free
                return;
            }
            Committed committed = GroupWrites.await(
                    context.members().writes().commit(mine, false, named.get().attempts(), allNodes), gone);
            checkSums(named.get(), committed.sum());
            committed = committed.with(context.copies().make(mine, committed.subgroups(), committed.placement(), gone));
            allNodes.checkUnbroken("group '" + mine.name() + "'");
            gone.getNow(null); // throws if the writer has disconnected
            GroupInfo ready = context.catalog().publish(mine.id(), committed);
            stream.end(Json.asMessage(ready));
        } catch (RuntimeException e) {
            discard(mine.named(SssException.of(e, "committing group '" + mine.name() + "'")));
        }
    }

    /** A data server does not know which attempts it should have received, so it commits those that it has. */
    private static void checkSums(Attempts named, Stored stored) {
        if (named.tuples() != null
                && (named.tuples() != stored.tuples() || !Objects.equals(named.dataBytes(), stored.dataBytes()))) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "the " + named.attempts().size() + " attempts to commit have sent " + named.tuples()
                            + " tuples with " + named.dataBytes() + " bytes, and the data servers have stored "
                            + stored.tuples() + " with " + stored.dataBytes()
                            + "; an attempt is missing or was sent twice, the group is dropped: write it again");
        }
    }

    @Override
    public void onError(SssException error) {
        boolean committing;
        synchronized (this) {
            committing = state == State.COMMITTING;
        }
        GONE.info(
                stream.peer(),
                "The writer of a group has disconnected, the group is dropped{}: {}",
                committing ? " unless it was just published" : "",
                error.getMessage());
        gone.completeExceptionally(error);
        if (!committing) {
            discardOnExecutor(error);
        }
    }

    /** Not on the event loop: the catalog may block on the disk. */
    private void discardOnExecutor(SssException error) {
        try {
            Work.execute(context.executor(), () -> discard(error), "dropping a group");
        } catch (SssException e) {
            discard(error);
        }
    }

    private void discard(SssException why) {
        drop();
        stream.fail(why);
    }

    private void drop() {
        GroupInfo mine;
        synchronized (this) {
            state = State.OVER;
            mine = group;
        }
        attempts.free();
        if (mine != null) {
            context.catalog().discard(mine.id());
        }
    }
}
