package org.sss.server.security;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.rpc.CallListener;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Message;

/**
 * Records who did what: calls that name groups or workflows, streams that write groups, and what was refused. Calls
 * that read or write tuples are not recorded. Thread-safe.
 */
public final class AuditLog implements CallListener, AutoCloseable {
    private static final Set<Verb> VERBS = Set.of(
            ServerVerbs.GROUP_GET,
            ServerVerbs.GROUP_WRITE,
            ServerVerbs.GROUP_DROP,
            ServerVerbs.GROUP_COPY,
            ServerVerbs.GROUP_RENAME,
            ServerVerbs.GROUP_ADOPT,
            ServerVerbs.GROUP_PURGE,
            ServerVerbs.WORKFLOW_SUBMIT,
            ServerVerbs.WORKFLOW_SPEC,
            ServerVerbs.WORKFLOW_CANCEL,
            ServerVerbs.HTTP_TICKET,
            ServerVerbs.CLUSTER_ACCEPT_LOSS,
            ServerVerbs.CLUSTER_REPAIR,
            ServerVerbs.CLUSTER_REMOVE_NODE,
            ServerVerbs.CLUSTER_REPLACE_NODE);

    private final AuditFile file;
    private final Executor executor;
    private final Clock clock;

    /**
     * One line.
     *
     * @param who    token or node
     * @param from   where the connection comes from
     * @param group  groups or workflow, or null
     * @param result {@code ok}, or the code of the error
     */
    public record Line(
            String time,
            String who,
            @Nullable String role,
            @Nullable String from,
            String verb,
            @Nullable String group,
            String result) {}

    /** @param executor writes what event loops report */
    public AuditLog(AuditFile file, Executor executor, Clock clock) {
        this.file = file;
        this.executor = executor;
        this.clock = clock;
    }

    @Override
    public boolean wants(Verb verb) {
        return VERBS.contains(verb);
    }

    @Override
    public void answered(Verb verb, Peer peer, Object request, SssException error) {
        if (isOfUser(peer, verb)) {
            file.write(line(verb.name(), peer, what(request), error));
        }
    }

    /** The lookups of nodes are part of a job, which was recorded. */
    private static boolean isOfUser(Peer peer, Verb verb) {
        return peer != Peer.THIS_PROCESS
                && !(peer.principal().role() == Role.NODE && verb.equals(ServerVerbs.GROUP_GET));
    }

    @Override
    public void opened(Verb verb, Peer peer, Message header, SssException error) {
        if (isOfUser(peer, verb) && (error == null || error.code() == ErrorCode.FORBIDDEN)) {
            later(line(verb.name(), peer, verb.equals(ServerVerbs.GROUP_WRITE) ? nameIn(header) : null, error));
        }
    }

    /** A client has proved its token. */
    void authenticated(Peer peer) {
        later(line("auth", peer, null, null));
    }

    /** A browser has got a session. */
    void openedSession(Principal who, String from) {
        later(line("http.session", who, from, null, null));
    }

    private void later(Line line) {
        try {
            executor.execute(() -> file.write(line));
        } catch (RejectedExecutionException e) {
            file.write(line);
        }
    }

    private Line line(String verb, Peer peer, String what, SssException error) {
        return line(verb, peer.principal(), peer.from(), what, error);
    }

    private Line line(String verb, Principal who, String from, String what, SssException error) {
        return new Line(
                clock.instant().truncatedTo(ChronoUnit.MILLIS).toString(),
                who.name(),
                who.role().toString(),
                from,
                verb,
                what,
                error == null ? "ok" : error.code().name());
    }

    private static String nameIn(Message header) {
        try {
            return Json.read(header, ServerVerbs.NewGroup.class, "the header of 'group.write'")
                    .name();
        } catch (SssException e) {
            return null;
        }
    }

    /** Returns the names in a request. */
    private static String what(Object request) {
        if (request instanceof ServerVerbs.Name name) {
            return name.name();
        } else if (request instanceof ServerVerbs.DropGroup group) {
            return group.name();
        } else if (request instanceof ServerVerbs.Rename rename) {
            return rename.from() + " -> " + rename.to();
        } else if (request instanceof ServerVerbs.Copy copy) {
            return copy.from() + " -> " + copy.to();
        } else if (request instanceof ServerVerbs.Adopt adopt) {
            return adopt.name();
        } else if (request instanceof ServerVerbs.Purge purge) {
            return purge.groups().stream().map(group -> "group " + group.id()).collect(Collectors.joining(", "));
        } else if (request instanceof WorkflowSpec spec) {
            return spec.name();
        }
        return request instanceof ServerVerbs.NodeNumber node ? "node " + node.node() : null;
    }

    @Override
    public void close() {
        file.close();
    }
}
