package org.sss.server.node;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.sss.api.Job;
import org.sss.api.TextForm;
import org.sss.net.control.Progress;
import org.sss.net.data.KeyTuples;
import org.sss.net.embedded.EmbeddedConfig;
import org.sss.net.embedded.EmbeddedNodes;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.server.code.JobCode;
import org.sss.server.task.Replay;
import org.sss.server.task.spill.ScratchDirectory;

/** Starts embedded nodes for clients in the same process. Stateless. */
public final class NodesInProcess implements EmbeddedNodes {
    @Override
    public Cluster start(int nodes, Path directory, EmbeddedConfig config) {
        return EmbeddedCluster.start(nodes, directory, config);
    }

    @Override
    public Progress replay(
            ReplayedJob job, KeyTuples tuples, Function<NodeAddress, Connection> connections, EmitListener listener) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (JobCode code = code(job.code(), before)) {
            Job read = code.readJob(job.functions());
            Replay replay = new Replay(
                    job.task(),
                    read,
                    (group, key, value) -> listener.emitted(
                            group.name(),
                            text(group.keys().name(), key),
                            text(group.values().name(), value)));
            thread.setContextClassLoader(code.loader());
            return replay.run(tuples, connections, new ScratchDirectory(job.scratch()));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static JobCode code(List<Path> jars, ClassLoader context) {
        return jars.isEmpty()
                ? JobCode.shared(context != null ? context : NodesInProcess.class.getClassLoader())
                : JobCode.isolated(jars);
    }

    private static String text(String type, byte[] bytes) {
        return TextForm.of(type).render(bytes, 0, bytes.length);
    }
}
