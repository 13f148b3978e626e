package org.sss.http.api;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics;
import org.sss.client.SssClient;
import org.sss.client.WorkflowDefinition;
import org.sss.client.WorkflowDefinition.DefinedGroup;
import org.sss.client.WorkflowDefinition.DefinedJob;
import org.sss.client.WorkflowDefinition.DefinedLoop;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport;

/**
 * A workflow as JSON: jobs and groups are the vertices of its graph. One thread.
 *
 * @param definition null if the caller may not read it, or it is no longer known
 * @param groups     that exist now, by name
 */
record WorkflowAnswers(WorkflowReport report, WorkflowDefinition definition, Map<String, Group> groups, int subgroups) {
    private static final int MAX_JOBS = 500;
    private static final int MAX_GROUPS = 2000;

    static Map<String, Object> answer(SssClient client, String id, long nowMillis) {
        WorkflowHandle workflow = client.workflow(id);
        Map<String, Group> groups =
                client.groups().stream().collect(Collectors.toMap(Group::name, Function.identity(), (a, b) -> b));
        return new WorkflowAnswers(
                        workflow.status(),
                        definition(workflow),
                        groups,
                        client.cluster().subgroupCount())
                .fields(nowMillis);
    }

    private static WorkflowDefinition definition(WorkflowHandle workflow) {
        try {
            return workflow.definition();
        } catch (SssException e) {
            if (e.code() == ErrorCode.FORBIDDEN || e.code() == ErrorCode.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    private Map<String, Object> fields(long nowMillis) {
        Set<String> names = names();
        Map<String, JobStatistics.Size> sizes = sizes();
        return Fields.of(
                "summary", WorkflowSummaries.of(report, nowMillis),
                "specificationKnown", definition != null,
                "jobs",
                        report.jobs().stream()
                                .limit(MAX_JOBS)
                                .map(job -> JobAnswers.job(job, sideInputs(job), subgroups))
                                .toList(),
                "jobsLeftOut", Math.max(0, report.jobs().size() - MAX_JOBS),
                "groups",
                        names.stream()
                                .limit(MAX_GROUPS)
                                .map(name -> group(name, sizes.get(name)))
                                .toList(),
                "groupsLeftOut", Math.max(0, names.size() - MAX_GROUPS),
                "loops",
                        definition == null
                                ? List.of()
                                : definition.loops().stream().map(this::loop).toList(),
                "failures", Failures.of(report, groups),
                "nowMillis", nowMillis);
    }

    /** Of all groups of the jobs that are sent, in the order of the jobs. */
    private Set<String> names() {
        return report.jobs().stream()
                .limit(MAX_JOBS)
                .flatMap(job -> Stream.of(job.inputs(), sideInputs(job), job.outputs()))
                .flatMap(List::stream)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<String> sideInputs(JobReport job) {
        return definition == null
                ? List.of()
                : definition.jobs().stream()
                        .filter(defined -> defined.name().equals(job.name()))
                        .flatMap(defined -> defined.side().stream())
                        .map(DefinedGroup::name)
                        .toList();
    }

    /** Of groups that jobs have read or written. */
    private Map<String, JobStatistics.Size> sizes() {
        Map<String, JobStatistics.Size> sizes = new LinkedHashMap<>();
        report.jobs().stream()
                .map(JobReport::statistics)
                .filter(statistics -> statistics != null)
                .flatMap(statistics -> Stream.concat(statistics.read().stream(), statistics.written().stream()))
                .forEach(size -> sizes.put(size.group(), size));
        return sizes;
    }

    private Map<String, Object> group(String name, JobStatistics.Size size) {
        Group now = groups.get(name);
        return Fields.of(
                "name", name,
                "temporary", definition == null ? null : isTemporary(name),
                "exists", now != null,
                "tuples", size != null ? (Long) size.tuples() : now == null ? null : now.tuples(),
                "dataBytes", size != null ? (Long) size.dataBytes() : now == null ? null : now.dataBytes());
    }

    private boolean isTemporary(String name) {
        return definition.jobs().stream()
                .map(DefinedJob::outputs)
                .flatMap(List::stream)
                .anyMatch(group -> group.temporary() && group.name().equals(name));
    }

    private Map<String, Object> loop(DefinedLoop loop) {
        List<JobReport> jobs = report.jobs().subList(loop.firstJob(), loop.firstJob() + loop.jobCount());
        return Fields.of(
                "jobs", jobs.stream().map(JobReport::name).toList(),
                "maxIterations", loop.maxIterations(),
                "iterations", jobs.get(0).iterations(),
                "carried",
                        loop.carried().entrySet().stream()
                                .map(group -> Fields.of("written", group.getValue(), "read", group.getKey()))
                                .toList());
    }
}
