package org.sss.server.coordinator.execution.job;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.server.coordinator.members.GroupWrites;
import org.sss.server.coordinator.members.RestartGuard;
import org.sss.server.coordinator.state.Committed;

/** The outputs of one run of a job: all of them are finished, or all are discarded. One thread. */
public final class JobWrite {
    /**
     * Limit for one job: each commit blocks a thread of each node on the disk, and a node rejects more than 256 calls
     * at once in total.
     */
    private static final int COMMITS_AT_ONCE = 8;

    private final String workflow;
    private final JobSpec spec;
    private final RunContext context;
    private final List<GroupInfo> outputs = new ArrayList<>();

    JobWrite(String workflow, JobSpec spec, RunContext context) {
        this.workflow = workflow;
        this.spec = spec;
        this.context = context;
    }

    /**
     * @param unnamed whether names are given later, so that several groups of one name can be written one after the
     * other
     */
    List<GroupInfo> create(boolean unnamed) {
        for (GroupSpec o : spec.outputs()) {
            GroupInfo output = context.catalog()
                    .create(
                            new NewGroup(o.name(), o.format(), o.replace(), workflow + "/" + spec.name(), o.copies()),
                            unnamed || o.temporary());
            context.catalog().pin(output.id());
            outputs.add(output);
        }
        return List.copyOf(outputs);
    }

    List<Committed> commit(List<AttemptId> attempts, RestartGuard guard, CompletableFuture<Void> stop) {
        List<Committed> committed = new ArrayList<>();
        Deque<CompletableFuture<Committed>> underWay = new ArrayDeque<>();
        try {
            for (int i = 0; i < outputs.size(); i++) {
                if (underWay.size() == COMMITS_AT_ONCE) {
                    committed.add(GroupWrites.await(underWay.remove(), stop));
                }
                underWay.add(context.members()
                        .writes()
                        .commit(outputs.get(i), spec.outputs().get(i).temporary(), attempts, guard));
            }
            while (!underWay.isEmpty()) {
                committed.add(GroupWrites.await(underWay.remove(), stop));
            }
            return committed;
        } finally {
            underWay.forEach(commit -> commit.cancel(false));
        }
    }

    List<GroupInfo> finish(List<Committed> committed) {
        List<GroupInfo> finished = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            finished.add(context.catalog().finish(outputs.get(i).id(), committed.get(i)));
        }
        return finished;
    }

    void discard() {
        for (GroupInfo output : outputs) {
            context.catalog().discard(output.id());
            context.catalog().unpin(output.id());
        }
    }

    String names() {
        return names(outputs);
    }

    static String names(List<GroupInfo> groups) {
        return groups.stream()
                .map(g -> "group '" + g.name() + "' (number " + g.id() + ")")
                .collect(Collectors.joining(", "));
    }

    /** Waits without a deadline: a job may take days, and the loss of a node ends it. */
    public static <T> T await(CompletableFuture<T> result, CompletableFuture<Void> stop) {
        try {
            CompletableFuture.anyOf(result, stop).get();
            return result.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "the workflow's thread was interrupted", e);
        } catch (ExecutionException e) {
            throw SssException.of(e, "running a job");
        }
    }
}
