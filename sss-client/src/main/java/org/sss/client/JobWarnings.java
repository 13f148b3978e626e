package org.sss.client;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.api.Codecs;
import org.sss.api.JobOptions;
import org.sss.api.Output;
import org.sss.api.Partitioner;
import org.sss.api.TupleGroup;
import org.sss.client.code.StaticFields;
import org.sss.client.link.Warnings;

/**
 * Warnings about jobs that may give other answers on the nodes than the program expects, each only once for a client.
 * Thread-safe.
 */
final class JobWarnings {
    /** A program that makes names by a counter must not fill the memory. */
    private static final int MAX_KNOWN = 1000;

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** @param fields descriptions of static fields that differ on the nodes */
    void ofStatics(String workflow, String job, Collection<String> fields) {
        List<String> found = fields.stream().filter(this::isNew).toList();
        if (!found.isEmpty()) {
            Warnings.warn("Job '" + job + "' of workflow '" + workflow
                    + "' reads static fields that have other values on the nodes of a cluster, as they are not"
                    + " sent: " + String.join(", ", found)
                    + ". Copy a value into a local variable before the lambda, or give it to the job as a parameter"
                    + " (Workflow.set, TaskContext.parameter)");
        }
    }

    /**
     * Its answers may differ from node to node: the nodes find that only if a job of the same workflow reads the group
     * by key.
     */
    void ofPartitioners(String workflow, JobOptions<?, ?, ?> job) {
        for (int i = 0; i < job.outputs().size(); i++) {
            ofPartitioner(workflow, job.name(), job.outputAt(i));
        }
    }

    private void ofPartitioner(String workflow, String job, Output<?, ?> output) {
        Partitioner<?, ?> partitioner = output.partitioner();
        TupleGroup<?, ?> group = output.group();
        if (partitioner != null
                && Codecs.hashByProcess(group.keys())
                && StaticFields.hashes(partitioner)
                && isNew("partitioner " + partitioner.getClass().getName())) {
            Warnings.warn("The partitioner of job '" + job + "' of workflow '" + workflow
                    + "' calls hashCode(), which for keys of type "
                    + group.keys().name()
                    + " differs from process to process, as that of enums and arrays does. Tuples of one key may get "
                    + "into"
                    + " several subgroups of group '" + group.name()
                    + "' on a cluster. Take ordinal() or name(), Arrays.hashCode(array), or a field");
        }
    }

    private boolean isNew(String what) {
        return known.size() < MAX_KNOWN && known.add(what);
    }
}
