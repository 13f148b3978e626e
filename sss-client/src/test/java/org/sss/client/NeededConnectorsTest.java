package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;
import org.sss.io.Outputs;
import org.sss.io.store.ConnectorUser;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.transport.NodeAddress;

class NeededConnectorsTest {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> FILES = TupleGroup.of("files", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> MORE_FILES = TupleGroup.of("more", Codecs.STRING, Codecs.LONG);

    /** Stands for files of other stores and formats, as a source, a mapper or a reducer. */
    private record Files(Set<String> connectors)
            implements TupleSource<Long, String>,
                    Mapper<Long, String, String, Long>,
                    Reducer<Long, String, String, Long>,
                    ConnectorUser {
        @Override
        public String name() {
            return "files";
        }

        @Override
        public List<Split> splits() {
            return List.of();
        }

        @Override
        public void read(Split split, TupleSink<Long, String> to) {}

        @Override
        public void map(Long key, String value, Emitter<String, Long> out) {}

        @Override
        public void setup(TaskContext context) {}

        @Override
        public void close(Emitter<String, Long> out) {}

        @Override
        public void reduce(Long key, Iterable<String> values, Emitter<String, Long> out) {}
    }

    private static Files files(String... connectors) {
        return new Files(Set.of(connectors));
    }

    private static ClusterStatus status(List<List<String>> connectors) {
        List<NodeInfo> nodes = IntStream.range(0, connectors.size())
                .mapToObj(id -> new NodeInfo(id, new NodeAddress("host", 1), new NodeAddress("host", 2)))
                .toList();
        return ClusterStatus.of(new ServerVerbs.ClusterStatus(
                new ClusterMap("c", 1, nodes, 1),
                nodes.stream()
                        .map(node -> new ServerVerbs.NodeHealth(node, status(node.id(), connectors), null, null))
                        .toList(),
                0,
                null));
    }

    private static ServerVerbs.NodeStatus status(int id, List<List<String>> connectors) {
        ServerVerbs.NodeProcess process = new ServerVerbs.NodeProcess("0.1.0", 1, "17", 1, 1, 1, connectors.get(id));
        return new ServerVerbs.NodeStatus(id, process, 0, new ServerVerbs.NodeDisk(1, "/data"), null, null, null, null);
    }

    @Test
    void sourcesMappersAndReducersNeedThem() {
        Workflow workflow = Workflow.named("w");
        workflow.map(files("s3"), LINES, (key, value, out) -> out.emit(key, value))
                .named("first");
        workflow.map(files("gs"), FILES, files("parquet", "s3")).named("second");
        workflow.reduce(LINES, MORE_FILES, (key, values, out) -> {})
                .named("third")
                .and(TupleGroup.of("further", Codecs.STRING, Codecs.LONG), files("hdfs"));
        assertThat(NeededConnectors.of(workflow).jobs())
                .isEqualTo(Map.of("s3", "first", "gs", "second", "parquet", "second", "hdfs", "third"));
    }

    @Test
    void filesOfTheMachineNeedNone() {
        Workflow workflow = Workflow.named("w");
        workflow.map(LINES, FILES, Outputs.csv("/data/out", LINES));
        assertThat(NeededConnectors.of(workflow).isEmpty()).isTrue();
    }

    @Test
    void eachNodeThatAnswersMustHaveThem() {
        Workflow workflow = Workflow.named("w");
        workflow.map(files("s3"), FILES, files("parquet")).named("copy");
        NeededConnectors needed = NeededConnectors.of(workflow);
        needed.check(status(List.of(List.of("parquet", "s3"), List.of("parquet", "s3"))));
        assertThatThrownBy(() -> needed.check(status(List.of(List.of("s3"), List.of("parquet", "s3"), List.of("s3")))))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessage("job 'copy' was not started: no connector 'parquet' on node 0, node 2; unpack"
                        + " sss-parquet.tar.gz into ext/ there, and restart");
    }
}
