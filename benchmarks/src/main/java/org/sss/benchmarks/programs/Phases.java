package org.sss.benchmarks.programs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.net.control.JobReport;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowStatus;

/**
 * How long the jobs of a workflow took, by kind: the break-down of the papers' figures; the bytes of keys and values
 * that Map emitted, before a combiner; and those that jobs stored for each other. Stateless.
 */
final class Phases {
    static final String SHUFFLED_BYTES = "shuffled_bytes";

    private static final double MILLIS_PER_SECOND = 1e3;

    private Phases() {
    }

    /** Seconds of all Maps, with the shuffle, which continues while they run, and of all Reduces and co-groups. */
    static Map<String, Double> of(WorkflowStatus... workflows) {
        double map = 0;
        double reduce = 0;
        double bytes = 0;
        for (WorkflowStatus workflow : workflows) {
            for (WorkflowStatus.JobStatus job : workflow.jobs()) {
                map += job.kind() == JobKind.MAP ? job.millis() / MILLIS_PER_SECOND : 0;
                bytes += job.kind() == JobKind.MAP ? job.progress().bytesOut() : 0;
                reduce += job.kind() == JobKind.MAP ? 0 : job.millis() / MILLIS_PER_SECOND;
            }
        }
        Map<String, Double> phases = new LinkedHashMap<>();
        phases.put("map_shuffle_s", map);
        phases.put("reduce_s", reduce);
        phases.put("map_out_bytes", bytes);
        phases.put(SHUFFLED_BYTES, (double) Stream.of(workflows).mapToLong(Phases::shuffledBytes).sum());
        return phases;
    }

    /**
     * What is read within the workflow, by another job or the next iteration: of a loop, the report has the last one
     * alone, and all are taken to be alike.
     */
    private static long shuffledBytes(WorkflowStatus workflow) {
        Set<String> read = workflow.jobs().stream().flatMap(job -> job.inputs().stream()).collect(Collectors.toSet());
        long bytes = 0;
        for (WorkflowStatus.JobStatus job : workflow.jobs()) {
            bytes += Math.max(1, job.iterations()) * job.report().written().stream()
                    .filter(group -> job.iterations() > 0 || read.contains(group.group()))
                    .mapToLong(JobReport.Size::storedBytes).sum();
        }
        return bytes;
    }
}
