package org.sss.server.coordinator.execution;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.SpecSize;
import org.sss.net.control.WorkflowSpec;

/** The specifications of the last workflows, for replays of their jobs. Thread-safe. */
final class RecentSpecs {
    private static final int MAX = 32;
    /** Larger specifications, with many splits or large parameters, are not stored. */
    private static final int MAX_BYTES = 2 << 20;

    /** By id, the oldest first. Guarded by this. */
    private final Map<String, WorkflowSpec> specs = new LinkedHashMap<>();

    synchronized void add(String id, WorkflowSpec spec) {
        if (SpecSize.bytes(spec) > MAX_BYTES) {
            return;
        }
        specs.put(id, spec);
        if (specs.size() > MAX) {
            specs.remove(specs.keySet().iterator().next());
        }
    }

    synchronized WorkflowSpec get(String id) {
        WorkflowSpec spec = specs.get(id);
        if (spec == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "the jobs of workflow '" + id + "' are no longer stored: the coordinator"
                            + " stores those of the last " + MAX
                            + " workflows since it was started, if they are not too large; run the workflow"
                            + " again to replay a job of it");
        }
        return spec;
    }
}
