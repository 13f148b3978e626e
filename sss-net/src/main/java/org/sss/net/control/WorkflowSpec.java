package org.sss.net.control;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sss.api.Compression;

/**
 * A workflow as it is submitted.
 *
 * @param code       ids of the jars, in the order of the class path; empty where the nodes share the client's class loader
 * @param parameters of all jobs
 */
public record WorkflowSpec(String name, List<JobSpec> jobs, List<String> code, Map<String, String> parameters) {
    public WorkflowSpec {
        jobs = List.copyOf(jobs);
        code = List.copyOf(code);
        parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
    }

    public WorkflowSpec(String name, List<JobSpec> jobs, List<String> code) {
        this(name, jobs, code, Map.of());
    }

    /**
     * A group as a job names it.
     *
     * @param hashed      of an output: false when a partitioner of the user places its tuples; of an input of a co-group: false when
     *                    it may be placed by one
     * @param compression of an output; NONE where nothing is said of it
     */
    public record GroupSpec(String name, String keyType, String valueType, boolean hashed, boolean temporary,
            boolean replace, Compression compression) {
        public GroupSpec {
            compression = Objects.requireNonNullElse(compression, Compression.NONE);
        }
    }

    public enum JobKind { MAP, REDUCE, CO_GROUP }

    /**
     * A part of a source, the input of one task.
     *
     * @param input number of the input of the Map that it belongs to
     */
    public record SplitSpec(int input, String description, byte[] data) {
    }

    /**
     * @param inputs     each is read by the task of the same subgroup
     * @param side       groups that the functions look into
     * @param splits     each is read by a task of its own, behind those of the subgroups
     * @param parameters of this job alone
     * @param rangesOf   the side group whose keys are sampled for the range partitioner of the first output; empty without one
     * @param functions  id of the blob that holds the serialized {@link org.sss.api.Job}
     */
    public record JobSpec(String name, JobKind kind, List<GroupSpec> inputs, List<GroupSpec> outputs, List<GroupSpec> side,
            List<SplitSpec> splits, Map<String, String> parameters, String rangesOf, String functions) {
        public JobSpec {
            rangesOf = Objects.requireNonNullElse(rangesOf, "");
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
            side = side == null ? List.of() : List.copyOf(side);
            splits = splits == null ? List.of() : List.copyOf(splits);
            parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
        }
    }
}
