package org.sss.server.coordinator.execution.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;

/** The groups that one run of a job uses. Immutable. */
record JobGroups(List<GroupInfo> inputs, List<GroupInfo> side, List<GroupInfo> outputs) {
    /** Those that the job reads, by their names in the workflow; it writes nothing yet. */
    static JobGroups read(JobSpec spec, Map<String, GroupInfo> groups) {
        return new JobGroups(of(spec.inputs(), groups), of(spec.side(), groups), List.of());
    }

    private static List<GroupInfo> of(List<GroupSpec> named, Map<String, GroupInfo> groups) {
        List<GroupInfo> found = new ArrayList<>(named.size());
        for (GroupSpec group : named) {
            found.add(groups.get(group.name()));
        }
        return found;
    }

    JobGroups writing(List<GroupInfo> created) {
        return new JobGroups(inputs, side, created);
    }

    List<Long> inputIds() {
        return ids(inputs);
    }

    List<Long> outputIds() {
        return ids(outputs);
    }

    private static List<Long> ids(List<GroupInfo> groups) {
        List<Long> ids = new ArrayList<>(groups.size());
        for (GroupInfo group : groups) {
            ids.add(group.id());
        }
        return ids;
    }

    List<GroupKey> identities() {
        return TaskSpec.identities(inputs, outputs, side);
    }

    /** The error with the names of these groups instead of their numbers. */
    SssException named(SssException e) {
        SssException named = e;
        for (GroupInfo group : Stream.of(inputs, side, outputs)
                .flatMap(List::stream)
                .distinct()
                .toList()) {
            named = group.named(named);
        }
        return named;
    }
}
