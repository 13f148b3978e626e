package org.sss.http.api;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.JobReport;
import org.sss.client.ListedWorkflows;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;
import org.sss.http.server.Request;

/** The list of workflows, and what it has of each. Stateless. */
final class WorkflowSummaries {
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1000;
    private static final int MAX_MESSAGE_CHARS = 1000;

    private WorkflowSummaries() {}

    static Map<String, Object> page(ListedWorkflows all, Request request) {
        int limit = request.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
        String state = request.query().getOrDefault("state", "");
        String search = request.query().getOrDefault("search", "");
        checkState(state);
        List<WorkflowReport> matching = all.workflows().stream()
                .filter(workflow -> isOf(workflow, state) && contains(workflow, search))
                .toList();
        long below = number(request.query().getOrDefault("from", "wf-" + Long.MAX_VALUE));
        List<WorkflowReport> rest = matching.stream()
                .filter(workflow -> number(workflow.id()) < below)
                .limit(limit + 1L)
                .toList();
        boolean hasMore = rest.size() > limit;
        return Fields.of(
                "workflows",
                        rest.stream()
                                .limit(limit)
                                .map(workflow -> of(workflow, all.nowMillis()))
                                .toList(),
                "total", matching.size(),
                "next", hasMore ? rest.get(limit - 1).id() : null,
                "nowMillis", all.nowMillis());
    }

    private static void checkState(String state) {
        if (!state.isEmpty()
                && !state.equals("unfinished")
                && Stream.of(State.values()).map(Fields::name).noneMatch(state::equals)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "parameter state=" + state + " must be one of waiting, running, succeeded, failed, cancelled and"
                            + " unfinished");
        }
    }

    private static boolean isOf(WorkflowReport workflow, String state) {
        return state.isEmpty()
                || (state.equals("unfinished")
                        ? !workflow.state().isOver()
                        : Fields.name(workflow.state()).equals(state));
    }

    private static boolean contains(WorkflowReport workflow, String search) {
        String by = workflow.submittedBy() == null ? "" : workflow.submittedBy();
        return Stream.of(workflow.name(), workflow.id(), by).anyMatch(text -> GroupList.contains(text, search));
    }

    private static long number(String id) {
        if (!id.matches("wf-\\d{1,19}")) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "parameter from=" + id + " is not the 'next' of a page");
        }
        return Long.parseLong(id.substring("wf-".length()));
    }

    static Map<String, Object> of(WorkflowReport workflow, long nowMillis) {
        long ended = workflow.endedMillis();
        return Fields.of(
                "id", workflow.id(),
                "name", workflow.name(),
                "state", Fields.name(workflow.state()),
                "submittedMillis", workflow.submittedMillis(),
                "endedMillis", ended == 0 ? null : ended,
                "millis", Math.max(0, (ended == 0 ? nowMillis : ended) - workflow.submittedMillis()),
                "submittedBy", workflow.submittedBy(),
                "jobs",
                        Fields.of(
                                "total", workflow.jobs().size(),
                                "done", count(workflow, State.SUCCEEDED),
                                "running", count(workflow, State.RUNNING),
                                "failed", count(workflow, State.FAILED)),
                "progress", progress(workflow),
                "waiting", workflow.waiting(),
                "error", workflow.error() == null ? null : error(workflow.error()));
    }

    private static long count(WorkflowReport workflow, State state) {
        return workflow.jobs().stream().filter(job -> job.state() == state).count();
    }

    private static double progress(WorkflowReport workflow) {
        return workflow.state() == State.SUCCEEDED
                ? 1
                : workflow.jobs().stream()
                        .mapToDouble(WorkflowSummaries::progress)
                        .average()
                        .orElse(0);
    }

    static double progress(JobReport job) {
        return job.state() == State.SUCCEEDED
                ? 1
                : job.tasks() == 0 ? 0 : Math.min(1, (double) job.tasksDone() / job.tasks());
    }

    private static Map<String, Object> error(SssException e) {
        String message = String.valueOf(e.getMessage());
        return Fields.of(
                "code",
                e.code().name(),
                "message",
                message.length() <= MAX_MESSAGE_CHARS ? message : message.substring(0, MAX_MESSAGE_CHARS));
    }
}
