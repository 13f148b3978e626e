package org.sss.spark.run;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.sss.net.control.TaskSpec;
import org.sss.net.rpc.Json;
import org.sss.spark.store.GroupStore;

/** What all tasks of a run of a job have in common. Immutable; travels to each executor once. */
final class JobPackage implements Serializable {
    private static final long serialVersionUID = 1L;

    /** As JSON. */
    private final byte[] spec;

    private final byte[] functions;
    private final long bufferBytes;
    private final List<InputGroup> inputs;
    private final SideTuples sides;
    private final Place place;
    private transient TaskSpec read;

    /**
     * Where a job runs.
     *
     * @param store    the directory of the groups
     * @param hadoop   configuration of its file system
     * @param jobGroup of all jobs of the workflow in Spark
     * @param attempts of a task whose user code fails
     */
    record Place(String store, Broadcast<SerializableConfiguration> hadoop, String jobGroup, int attempts)
            implements Serializable {
        GroupStore open() {
            return new GroupStore(store, hadoop.value().value());
        }
    }

    /**
     * @param spec      of the first task
     * @param functions the serialized job
     * @param inputs    each group once
     */
    JobPackage(
            TaskSpec spec, byte[] functions, long bufferBytes, List<InputGroup> inputs, SideTuples sides, Place place) {
        this.spec = Json.write(spec);
        this.functions = functions;
        this.bufferBytes = bufferBytes;
        this.inputs = List.copyOf(inputs);
        this.sides = sides;
        this.place = place;
    }

    /** Returns the description of the first task. */
    synchronized TaskSpec spec() {
        if (read == null) {
            read = Json.read(spec, TaskSpec.class, "the description of a task");
        }
        return read;
    }

    byte[] functions() {
        return functions;
    }

    long bufferBytes() {
        return bufferBytes;
    }

    List<InputGroup> inputs() {
        return inputs;
    }

    SideTuples sides() {
        return sides;
    }

    Place place() {
        return place;
    }
}
