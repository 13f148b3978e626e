package org.sss.server.coordinator.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;

/** Names that running workflows will give to groups. Guarded by the lock of the catalog. */
final class PromisedNames {
    /** Names that were not given yet. */
    private final Map<String, Set<String>> byWorkflow = new HashMap<>();
    /** Future names of groups that have another name until then. */
    private final Map<Long, String> byGroup = new HashMap<>();

    void add(String workflow, List<GroupSpec> outputs) {
        byWorkflow.put(workflow, outputs.stream().map(GroupSpec::name).collect(Collectors.toCollection(HashSet::new)));
    }

    void remove(String workflow) {
        byWorkflow.remove(workflow);
    }

    void add(long group, String name) {
        byGroup.put(group, name);
    }

    void remove(long group) {
        byGroup.remove(group);
    }

    /** Called when a group has got a name. */
    void given(GroupInfo group, String name) {
        byGroup.remove(group.id(), name);
        byWorkflow.forEach((workflow, names) -> {
            if (isBy(workflow, group.createdBy())) {
                names.remove(name);
            }
        });
    }

    private static boolean isBy(String workflow, String creator) {
        return creator.startsWith(workflow + "/");
    }

    /** @param creator may take the names of its own workflow */
    void checkFree(String name, String creator) {
        byWorkflow.forEach((workflow, names) -> {
            if (names.contains(name) && !isBy(workflow, creator)) {
                throw new SssException(
                        ErrorCode.ALREADY_EXISTS,
                        "group '" + name + "' is going to be written by workflow " + workflow
                                + ", which is running; wait for it, or replace the group (import with --replace, "
                                + "replacing() in a program)");
            }
        });
    }

    /** Rejects a rename of the result of a loop, which the loop would rename again. */
    void checkMayBeRenamed(GroupInfo group) {
        String name = byGroup.get(group.id());
        if (name != null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group '" + group.name() + "' is the current result of the loop of " + group.createdBy()
                            + ", which will be renamed to '" + name + "'; rename that when the workflow has ended");
        }
    }
}
