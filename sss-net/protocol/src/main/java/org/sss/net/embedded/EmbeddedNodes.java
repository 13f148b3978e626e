package org.sss.net.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.KeyTuples;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;

/**
 * The server as a library in the client's process. Implementations are thread-safe; the client finds one by {@link
 * ServiceLoader}.
 */
public interface EmbeddedNodes {
    /** A running cluster in this JVM. Thread-safe. */
    interface Cluster extends AutoCloseable {
        /** Connects clients. Belongs to the cluster. */
        Transport transport();

        NodeAddress coordinator();

        /** Ends workflows and stops the nodes. Idempotent. */
        @Override
        void close();
    }

    /**
     * A job that is replayed.
     *
     * @param functions the serialized job
     * @param code      jars of its classes; none for those of this process
     * @param scratch   a directory for temporary files
     */
    record ReplayedJob(TaskSpec task, byte[] functions, List<Path> code, Path scratch) {}

    /** Receives each tuple that a replayed job emits, as text; called by the thread of {@link #replay}. */
    @FunctionalInterface
    interface EmitListener {
        void emitted(String group, String key, String value);
    }

    /**
     * Starts nodes in this JVM; returns when they are ready.
     *
     * @param directory gets a subdirectory for each node
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when the directory has a cluster of another size,
     *     {@link ErrorCode#ALREADY_EXISTS} when it is in use, {@link ErrorCode#STORAGE}
     */
    Cluster start(int nodes, Path directory, EmbeddedConfig config);

    /**
     * Runs the functions of a job for one key in the calling thread. Nothing is written.
     *
     * @param tuples      what the job reads
     * @param connections to the owners of side groups
     * @throws SssException if a function fails, whatever error handling the job specifies
     */
    Progress replay(
            ReplayedJob job, KeyTuples tuples, Function<NodeAddress, Connection> connections, EmitListener listener);

    /**
     * Returns the implementation on the class path.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} when there is none; names the dependency to add
     */
    static EmbeddedNodes find() {
        return ServiceLoader.load(EmbeddedNodes.class, EmbeddedNodes.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.NOT_FOUND,
                        "there is no SSS server on the class path, which embedded"
                                + " nodes need; add the dependency org.sss:sss-server of the version of sss-client"));
    }
}
