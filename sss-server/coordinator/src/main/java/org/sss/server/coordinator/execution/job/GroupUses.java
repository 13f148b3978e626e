package org.sss.server.coordinator.execution.job;

import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;

/** How jobs of a workflow use a group that one of them writes, under all names that it has there. Stateless. */
final class GroupUses {
    private GroupUses() {}

    /** True if a job reads it by key, or samples it. */
    static boolean isReadByKey(WorkflowSpec workflow, String group) {
        return isAmong(workflow, group, JobSpec::side);
    }

    /** True if a job reads it in any way. */
    static boolean isRead(WorkflowSpec workflow, String group) {
        return isAmong(workflow, group, JobSpec::inputs) || isReadByKey(workflow, group);
    }

    private static boolean isAmong(WorkflowSpec workflow, String group, Function<JobSpec, Collection<GroupSpec>> read) {
        return names(workflow, group)
                .anyMatch(name -> workflow.jobs().stream()
                        .flatMap(job -> read.apply(job).stream())
                        .anyMatch(used -> used.name().equals(name)));
    }

    /** The next iteration of a loop reads what it carries under another name. */
    private static Stream<String> names(WorkflowSpec workflow, String group) {
        return Stream.concat(
                Stream.of(group),
                workflow.loops().stream()
                        .flatMap(loop -> loop.carried().entrySet().stream())
                        .filter(carried -> carried.getValue().equals(group))
                        .map(carried -> carried.getKey()));
    }
}
