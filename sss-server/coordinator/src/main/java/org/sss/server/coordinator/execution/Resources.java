package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.server.coordinator.execution.job.RunContext;

/**
 * The pinned resources of one workflow: the groups that it reads, as they were at submission even if they are dropped
 * or replaced later, and its blobs. One thread at a time.
 */
final class Resources implements AutoCloseable {
    private static final long MAX_PROGRAM_BYTES = 64L << 20;

    private final RunContext context;
    private final Map<String, GroupInfo> groups = new HashMap<>();
    private final List<Long> pinned = new ArrayList<>();
    private final List<String> blobs = new ArrayList<>();

    private Resources(RunContext context) {
        this.context = context;
    }

    /**
     * @param external the groups, from {@link WorkflowValidation#check}
     * @throws org.sss.api.SssException if a group or blob is missing, or another group has the name now and does not
     *     fit; nothing is pinned then
     */
    static Resources acquire(WorkflowSpec spec, Map<String, GroupInfo> external, RunContext context) {
        Resources resources = new Resources(context);
        try {
            external.keySet().forEach(resources::pin);
            if (!resources.groups.equals(external)) {
                WorkflowValidation.checkPinned(spec, context.catalog(), resources.groups);
            }
            resources.pinBlobs(spec);
            return resources;
        } catch (RuntimeException e) {
            resources.close();
            throw e;
        }
    }

    private void pin(String name) {
        GroupInfo group = context.catalog().pin(name);
        pinned.add(group.id());
        groups.put(name, group);
    }

    private void pinBlobs(WorkflowSpec spec) {
        Set<String> all = new HashSet<>(spec.code());
        for (JobSpec job : spec.jobs()) {
            if (job.program() == null) {
                all.add(job.functions());
            } else {
                job.program().files().forEach(file -> all.add(file.blob()));
            }
        }
        context.blobs().pin(all);
        blobs.addAll(all);
        spec.jobs().forEach(this::checkFiles);
    }

    /** Tasks have the files of their program in memory. */
    private void checkFiles(JobSpec job) {
        if (job.program() == null) {
            return;
        }
        long bytes = job.program().files().stream()
                .mapToLong(file -> context.blobs().bytes(file.blob()))
                .sum();
        if (bytes > MAX_PROGRAM_BYTES) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "job '" + job.name() + "' has a program with files of " + bytes + " bytes together, above the limit"
                            + " of " + MAX_PROGRAM_BYTES + "; put large ones at the same path on all nodes");
        }
    }

    /** The groups that the workflow reads and does not write itself before. */
    Map<String, GroupInfo> groups() {
        return groups;
    }

    @Override
    public void close() {
        pinned.forEach(context.catalog()::unpin);
        context.blobs().unpin(blobs);
        pinned.clear();
        blobs.clear();
    }
}
