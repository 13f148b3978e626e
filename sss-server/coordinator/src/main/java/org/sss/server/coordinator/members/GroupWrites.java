package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Message;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.state.Committed;

/** Creates, commits and clones groups, and aborts attempts, on all data servers. Thread-safe. */
public final class GroupWrites {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(8);
    /** A commit is retried for this long on a node that has too many calls to serve. */
    private static final long COMMIT_RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long COMMIT_PAUSE_MILLIS = 300;
    /** Of a node that is not in use. */
    private static final CommittedPart NOTHING = new CommittedPart(Stored.NONE, SubgroupTuples.NONE);

    private final Members members;
    private final Executor executor;
    /** By the number of the node. */
    private final List<AttemptAborts> aborts;

    GroupWrites(Members members, Executor executor) {
        this.members = members;
        this.executor = executor;
        aborts = members.map().nodes().stream()
                .map(node -> new AttemptAborts(executor, abort -> abort(node, abort)))
                .toList();
    }

    /** Aborts an attempt on all data servers that can be reached; does not block. */
    public void abort(long group, AttemptId attempt) {
        DataVerbs.Abort abort =
                new DataVerbs.Abort(group, attempt, members.map().epoch());
        aborts.forEach(node -> node.add(abort));
    }

    private void abort(NodeInfo node, DataVerbs.Abort abort) {
        Rpc.call(members.data(node), DataVerbs.ABORT, abort, Void.class, CALL_TIMEOUT);
    }

    /**
     * Lets clients write a new group on all data servers in use; waits for that.
     *
     * @throws SssException with the node that did not answer or has refused it
     */
    public void create(GroupInfo group, RestartGuard guard) {
        Message create = Rpc.encoded(
                DataVerbs.CREATE,
                new DataVerbs.Create(group.key(), members.map().epoch()));
        List<CompletableFuture<Nothing>> answers = guard.nodes().stream()
                .map(node -> start(node, DataVerbs.CREATE, create, Nothing.class))
                .toList();
        try {
            for (int i = 0; i < answers.size(); i++) {
                awaitCreated(group, guard.nodes().get(i), answers.get(i));
            }
        } finally {
            answers.forEach(answer -> answer.cancel(false));
        }
    }

    private static void awaitCreated(GroupInfo group, NodeInfo node, CompletableFuture<Nothing> answer) {
        String what = "creating group '" + group.name() + "' on " + node;
        try {
            answer.get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT, what + " had no answer within " + CALL_TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while " + what, e);
        } catch (ExecutionException e) {
            throw SssException.of(e, what);
        }
    }

    /**
     * Commits these attempts of a group on all data servers in use; fails as soon as one of them fails. Wait for it
     * with {@link #await}; completing it from outside cancels it.
     *
     * @param temporary see {@link GroupDescription}
     */
    public CompletableFuture<Committed> commit(
            GroupInfo group, boolean temporary, List<AttemptId> attempts, RestartGuard guard) {
        // Encoded once for all nodes: for a job with very many tasks it has megabytes.
        DataVerbs.Commit commit = new DataVerbs.Commit(
                group.id(),
                attempts,
                group.identity(),
                GroupDescription.of(group, temporary),
                members.map().epoch());
        return onAll(DataVerbs.COMMIT, Rpc.encoded(DataVerbs.COMMIT, commit), group, guard);
    }

    /** Makes {@code target} a clone of {@code source} on all data servers, as {@link #commit} commits a group. */
    public CompletableFuture<Committed> clone(GroupInfo source, GroupInfo target, RestartGuard guard) {
        return clone(source, target, false, guard);
    }

    /** The same for a target without a name: it lasts, but is deleted if this coordinator ends. */
    public CompletableFuture<Committed> cloneTemporary(GroupInfo source, GroupInfo target, RestartGuard guard) {
        return clone(source, target, true, guard);
    }

    private CompletableFuture<Committed> clone(
            GroupInfo source, GroupInfo target, boolean temporary, RestartGuard guard) {
        DataVerbs.Clone clone = new DataVerbs.Clone(
                source.key(),
                target.key(),
                GroupDescription.of(target, temporary),
                members.map().epoch());
        return onAll(DataVerbs.CLONE, Rpc.encoded(DataVerbs.CLONE, clone), target, guard);
    }

    /** @param commit encoded request of the verb */
    private CompletableFuture<Committed> onAll(Verb verb, Message commit, GroupInfo group, RestartGuard guard) {
        CompletableFuture<Committed> result = new CompletableFuture<>();
        List<CompletableFuture<CommittedPart>> answers = new ArrayList<>();
        for (NodeInfo node : guard.nodes()) {
            CompletableFuture<CommittedPart> answer = commit(node, verb, commit);
            answer.whenComplete((part, e) -> {
                if (e != null) {
                    result.completeExceptionally(
                            notCommitted(node, group.id(), SssException.of(e, "commit on " + node)));
                }
            });
            answers.add(answer);
        }
        result.whenComplete((part, e) -> answers.forEach(answer -> answer.cancel(false)));
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenRun(() -> result.complete(committed(answers, guard)));
        return result;
    }

    private static Committed committed(List<CompletableFuture<CommittedPart>> answers, RestartGuard guard) {
        CommittedPart[] parts = new CommittedPart[guard.map().nodes().size()];
        Arrays.fill(parts, NOTHING);
        for (int i = 0; i < answers.size(); i++) {
            parts[guard.nodes().get(i).id()] = answers.get(i).join();
        }
        int table = guard.map().active();
        return Committed.of(List.of(parts), guard.map().locations())
                .with(table == 0 ? null : new Placement(table, 1, 1));
    }

    /**
     * Waits for a {@link #commit}, at most a quarter of an hour.
     *
     * @param stop ends the wait if it fails, with its error
     */
    public static Committed await(CompletableFuture<Committed> commit, CompletableFuture<Void> stop) {
        try {
            CompletableFuture.anyOf(commit, stop).get(ServerVerbs.COMMIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return commit.join();
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "a commit had no answer of all nodes within " + ServerVerbs.COMMIT_TIMEOUT.toMinutes()
                            + " min; see the logs of the nodes for slow disks",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for a commit", e);
        } catch (ExecutionException e) {
            throw SssException.of(e, "a commit");
        } finally {
            commit.cancel(false);
        }
    }

    private CompletableFuture<CommittedPart> commit(NodeInfo node, Verb verb, Message commit) {
        CompletableFuture<CommittedPart> answer = new CompletableFuture<>();
        tryCommit(node, verb, commit, answer, System.nanoTime());
        return answer;
    }

    /**
     * Retries if the node rejected the call: nothing was committed then, and the work of the whole job would be lost.
     */
    private void tryCommit(
            NodeInfo node, Verb verb, Message commit, CompletableFuture<CommittedPart> answer, long startedNanos) {
        CompletableFuture<CommittedPart> call = start(node, verb, commit, CommittedPart.class);
        answer.whenComplete((part, e) -> call.cancel(false));
        call.whenComplete((part, e) -> {
            if (e == null) {
                answer.complete(part);
            } else if (SssException.of(e, "a commit").code() == ErrorCode.OVERLOADED
                    && !answer.isDone()
                    && System.nanoTime() - startedNanos < COMMIT_RETRY_NANOS) {
                CompletableFuture.delayedExecutor(
                                COMMIT_PAUSE_MILLIS, TimeUnit.MILLISECONDS, work -> onExecutor(work, answer))
                        .execute(() -> tryCommit(node, verb, commit, answer, startedNanos));
            } else {
                answer.completeExceptionally(e);
            }
        });
    }

    private void onExecutor(Runnable work, CompletableFuture<CommittedPart> answer) {
        try {
            Work.execute(executor, work, "retrying a commit");
        } catch (SssException e) {
            answer.completeExceptionally(e);
        }
    }

    private <R> CompletableFuture<R> start(NodeInfo node, Verb verb, Message request, Class<R> responseType) {
        try {
            return Rpc.startEncoded(members.data(node), verb, request, responseType);
        } catch (SssException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static SssException notCommitted(NodeInfo node, long group, SssException e) {
        return new SssException(
                e.code(),
                "group " + group + " could not be committed on " + node + ": " + e.getMessage(),
                e,
                e.remoteTrace());
    }
}
