package org.sss.server.coordinator.execution.job;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;

/**
 * The groups that jobs of a workflow read by key or sample, under all names that they have in the workflow. Stateless.
 */
final class GroupsReadByKey {
    private GroupsReadByKey() {}

    static boolean contains(WorkflowSpec workflow, String group) {
        Set<String> sides = workflow.jobs().stream()
                .flatMap(job -> job.side().stream())
                .map(GroupSpec::name)
                .collect(Collectors.toSet());
        Stream<String> carriedTo = workflow.loops().stream()
                .flatMap(loop -> loop.carried().entrySet().stream())
                .filter(carried -> carried.getValue().equals(group))
                .map(carried -> carried.getKey());
        return Stream.concat(Stream.of(group), carriedTo).anyMatch(sides::contains);
    }
}
