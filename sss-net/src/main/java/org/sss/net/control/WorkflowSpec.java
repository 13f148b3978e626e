package org.sss.net.control;

import java.util.List;
import java.util.Objects;
import org.sss.api.Compression;

/**
 * A workflow as it is submitted.
 *
 * @param code ids of the jars, in the order of the class path; empty where the nodes share the client's class loader
 */
public record WorkflowSpec(String name, List<JobSpec> jobs, List<String> code) {
    public WorkflowSpec {
        jobs = List.copyOf(jobs);
        code = List.copyOf(code);
    }

    /**
     * A group as a job names it.
     *
     * @param hashed      false when a partitioner of the user places its tuples
     * @param compression of an output; NONE where nothing is said of it
     */
    public record GroupSpec(String name, String keyType, String valueType, boolean hashed, boolean temporary,
            boolean replace, Compression compression) {
        public GroupSpec {
            compression = Objects.requireNonNullElse(compression, Compression.NONE);
        }
    }

    public enum JobKind { MAP, REDUCE }

    /** @param functions id of the blob that holds the serialized {@link org.sss.api.Job} */
    public record JobSpec(String name, JobKind kind, GroupSpec input, GroupSpec output, String functions) {
    }
}
