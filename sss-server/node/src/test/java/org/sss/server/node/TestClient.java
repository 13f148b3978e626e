package org.sss.server.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sss.api.ByteSink;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.Job;
import org.sss.api.MapJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.api.engine.JobBytes;
import org.sss.net.block.KeyHash;
import org.sss.net.block.RunCursor;
import org.sss.net.block.RunMerge;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Attempts;
import org.sss.net.control.ServerVerbs.Blob;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.data.PutSession;
import org.sss.net.data.RemoteSource;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.server.coordinator.blob.BlobId;

/**
 * Client of the protocol of a cluster: writes groups of long and string, reads groups of string and long. One thread at
 * a time.
 */
final class TestClient implements AutoCloseable {
    static final Duration WAIT = Duration.ofSeconds(30);

    private final Connections connections;
    private final NodeAddress coordinator;

    TestClient(Transport transport, NodeAddress coordinator) {
        connections = new Connections(transport, WAIT);
        this.coordinator = coordinator;
    }

    private Connection server() {
        return connections.to(coordinator);
    }

    <R> R call(Verb verb, Object request, Class<R> type) {
        return Rpc.call(server(), verb, request, type, WAIT);
    }

    ClusterMap cluster() {
        return call(ServerVerbs.CLUSTER, new Nothing(), ClusterMap.class);
    }

    List<GroupInfo> groups() {
        return call(ServerVerbs.GROUP_LIST, new ServerVerbs.GroupsAfter(null), ServerVerbs.Groups.class)
                .groups();
    }

    /** A group of line numbers and lines. */
    GroupInfo writeLines(String name, List<String> lines) {
        try (DataQueue write = DataQueue.open(
                server(),
                ServerVerbs.GROUP_WRITE,
                Message.of(
                        Json.write(new NewGroup(name, "long", "string", true, false, "import", Compression.NONE))))) {
            GroupInfo group = Json.read(bytes(write.take(WAIT)), GroupInfo.class, "group");
            AttemptId attempt = new AttemptId("import", 0, 0);
            put(lines, group, attempt);
            write.stream().end(Json.write(new Attempts(List.of(attempt))));
            return Json.read(write.awaitEnd(WAIT), GroupInfo.class, "group");
        }
    }

    private void put(List<String> lines, GroupInfo group, AttemptId attempt) {
        ClusterMap cluster = cluster();
        try (PutSession session = new PutSession(connections::to, cluster, group.key(), attempt)) {
            List<RunWriter> writers = new ArrayList<>();
            for (int s = 0; s < cluster.subgroupCount(); s++) {
                int subgroup = s;
                writers.add(new RunWriter((block, length) -> session.send(subgroup, 0, block, length)));
            }
            for (int i = 0; i < lines.size(); i++) {
                ByteSink key = new ByteSink(8);
                Codecs.LONG.encode((long) i, key);
                byte[] value = lines.get(i).getBytes(StandardCharsets.UTF_8);
                int subgroup = KeyHash.subgroup(KeyHash.hash64(key.array(), 0, key.size()), writers.size());
                writers.get(subgroup).add(key.array(), 0, key.size(), value, 0, value.length);
            }
            writers.forEach(RunWriter::finish);
            session.finish(WAIT);
        }
    }

    /** @param jars contents of the jars with the functions */
    WorkflowStatus submit(Workflow workflow, byte[]... jars) {
        return call(
                ServerVerbs.WORKFLOW_SUBMIT,
                new WorkflowSpec(
                        workflow.name(),
                        workflow.jobs().stream().map(this::spec).toList(),
                        Stream.of(jars).map(this::putBlob).toList()),
                WorkflowStatus.class);
    }

    private String putBlob(byte[] content) {
        String id = BlobId.of(content);
        try (DataQueue put = DataQueue.open(server(), ServerVerbs.BLOB_PUT, Message.of(Json.write(new Blob(id))))) {
            put.stream().send(Unpooled.wrappedBuffer(content));
            put.stream().end(new byte[0]);
            put.awaitEnd(WAIT);
        }
        return id;
    }

    private JobSpec spec(Job job) {
        String id = putBlob(JobBytes.write(job));
        return new JobSpec(
                job.name(),
                job instanceof MapJob ? JobKind.MAP : JobKind.REDUCE,
                new WorkflowSpec.Groups(
                        List.of(spec(job.inputs().get(0))),
                        List.of(spec(job.outputs().get(0))),
                        List.of()),
                List.of(),
                Map.of(),
                "",
                id);
    }

    private static GroupSpec spec(TupleGroup<?, ?> group) {
        return new GroupSpec(
                group.name(),
                group.keys().name(),
                group.values().name(),
                true,
                group.temporary(),
                group.replace(),
                group.compression());
    }

    WorkflowStatus get(String id) {
        return call(ServerVerbs.WORKFLOW_GET, new Name(id), WorkflowStatus.class);
    }

    WorkflowStatus run(Workflow workflow) {
        return follow(submit(workflow).id());
    }

    WorkflowStatus follow(String id) {
        WorkflowStatus last = null;
        try (DataQueue follow =
                DataQueue.open(server(), ServerVerbs.WORKFLOW_FOLLOW, Message.of(Json.write(new Name(id))))) {
            for (ByteBuf frame = follow.take(WAIT); frame != null; frame = follow.take(WAIT)) {
                last = Json.read(bytes(frame), WorkflowStatus.class, "status");
            }
            return follow.trailer().value() instanceof WorkflowStatus end ? end : last;
        }
    }

    /** All tuples of a group of strings and longs, values of equal keys summed. */
    Map<String, Long> readCounts(String name) {
        GroupInfo group = call(ServerVerbs.GROUP_GET, new Name(name), GroupInfo.class);
        ClusterMap cluster = cluster();
        RemoteSource source = new RemoteSource(connections::to, cluster, WAIT, name, group.identity());
        Map<String, Long> counts = new TreeMap<>();
        for (int subgroup = 0; subgroup < cluster.subgroupCount(); subgroup++) {
            try (RunMerge merge = source.merged(group.id(), subgroup)) {
                while (merge.nextKey()) {
                    String key = Codecs.STRING.decode(merge.key(), 0, merge.keyLength());
                    while (merge.nextValue()) {
                        counts.merge(
                                key,
                                Codecs.LONG.decode(merge.valueArray(), merge.valueOffset(), merge.valueLength()),
                                Long::sum);
                    }
                }
            }
        }
        return counts;
    }

    long countTuples(String name) {
        GroupInfo group = call(ServerVerbs.GROUP_GET, new Name(name), GroupInfo.class);
        ClusterMap cluster = cluster();
        RemoteSource source = new RemoteSource(connections::to, cluster, WAIT, name, group.identity());
        long count = 0;
        for (int subgroup = 0; subgroup < cluster.subgroupCount(); subgroup++) {
            try (RunCursor tuples = new RunCursor(source.blocks(group.id(), subgroup))) {
                while (tuples.next()) {
                    count++;
                }
            }
        }
        return count;
    }

    private static byte[] bytes(ByteBuf frame) {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes).release();
        return bytes;
    }

    @Override
    public void close() {
        connections.close();
    }
}
