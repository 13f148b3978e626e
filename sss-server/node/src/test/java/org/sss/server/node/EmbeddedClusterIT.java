package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.ErrorCode;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.embedded.EmbeddedConfig;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;

class EmbeddedClusterIT {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS =
            TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
    private static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
    private static final List<String> TEXT = List.of("to be or not to be", "that is the question", "", "to sleep");
    /** Used by user code, which shares the class loader. */
    private static final CountDownLatch RUNNING = new CountDownLatch(1);

    private static final CountDownLatch HANGING = new CountDownLatch(1);

    @TempDir
    Path directory;

    private EmbeddedCluster cluster;
    private TestClient client;

    @BeforeEach
    void start() {
        cluster = EmbeddedCluster.start(2, directory, EmbeddedConfig.defaults().withTaskBufferBytes(1 << 20));
        client = new TestClient(cluster.transport(), cluster.coordinator());
    }

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private static Workflow wordCount() {
        Workflow workflow = Workflow.named("wordcount");
        workflow.map(LINES, WORDS, (line, text, out) -> {
                    for (String word : text.split(" ")) {
                        if (!word.isEmpty()) {
                            out.emit(word, 1L);
                        }
                    }
                })
                .combine(Combiner.sumLong());
        workflow.reduce(WORDS, COUNTS, (word, ones, out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(word, sum);
            out.count("words", 1);
        });
        return workflow;
    }

    @Test
    void countsWords() {
        GroupInfo lines = client.writeLines("lines", TEXT);
        assertThat(lines.tuples()).isEqualTo(TEXT.size());
        WorkflowStatus end = client.run(wordCount());
        assertThat(end.error()).isNull();
        assertThat(client.readCounts("counts"))
                .isEqualTo(Map.of(
                        "to",
                        3L,
                        "be",
                        2L,
                        "or",
                        1L,
                        "not",
                        1L,
                        "that",
                        1L,
                        "is",
                        1L,
                        "the",
                        1L,
                        "question",
                        1L,
                        "sleep",
                        1L));
        assertThat(end.jobs().get(0).progress().tuplesIn()).isEqualTo(TEXT.size());
        assertThat(end.jobs().get(1).progress().counters()).containsEntry("words", 9L);
    }

    @Test
    void emptyInputGivesEmptyOutput() {
        client.writeLines("lines", List.of());
        assertThat(client.run(wordCount()).state()).isEqualTo(State.SUCCEEDED);
        assertThat(client.readCounts("counts")).isEmpty();
    }

    @Test
    void groupsAndWorkflowsSurviveRestart() {
        client.writeLines("lines", TEXT);
        client.run(wordCount());
        List<GroupInfo> before = client.groups();
        assertThat(before)
                .hasSize(2)
                .allSatisfy(group -> assertThat(ofNodes(group.subgroups()))
                        .as("tuples of each subgroup of " + group)
                        .isEqualTo(group.nodeTuples()));
        Map<String, Long> counts = client.readCounts("counts");
        close();
        start();
        assertThat(client.groups()).isEqualTo(before);
        assertThat(client.readCounts("counts")).isEqualTo(counts);
        assertThat(client.get("wf-1").state()).isEqualTo(State.SUCCEEDED);
    }

    private List<Long> ofNodes(SubgroupTuples subgroups) {
        long[] nodes = new long[2];
        long[] tuples = subgroups.all();
        for (int subgroup = 0; subgroup < tuples.length; subgroup++) {
            nodes[client.cluster().ownerOf(subgroup).id()] += tuples[subgroup];
        }
        return List.of(nodes[0], nodes[1]);
    }

    @Test
    void deletesFilesOfTemporaryAndDroppedGroups() {
        client.writeLines("lines", TEXT);
        client.run(wordCount());
        for (String group : List.of("lines", "counts")) {
            client.call(ServerVerbs.GROUP_DROP, new Name(group), Nothing.class);
        }
        await().untilAsserted(() -> {
            assertThat(storedGroups()).isEmpty();
            assertThat(segmentFiles()).isEmpty();
        });
    }

    private List<Long> storedGroups() {
        return client.cluster().nodes().stream()
                .flatMap(node -> {
                    try (Connection data = cluster.transport().connect(node.data(), TestClient.WAIT)) {
                        return Rpc.call(
                                        data,
                                        DataVerbs.LIST,
                                        new Nothing(),
                                        DataVerbs.StoredGroups.class,
                                        TestClient.WAIT)
                                .groups()
                                .stream()
                                .map(DataVerbs.StoredGroup::id);
                    }
                })
                .toList();
    }

    private List<Path> segmentFiles() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".sss")).toList();
        }
    }

    @Test
    void userExceptionNamesJobTaskAndKey() {
        client.writeLines("lines", TEXT);
        Workflow workflow = Workflow.named("failing");
        workflow.map(LINES, COUNTS, (line, text, out) -> {
            if (line == 3) {
                throw new IllegalStateException("no sleep");
            }
        });
        WorkflowStatus end = client.run(workflow);
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(end.error().message()).contains("job 'map-1'", "key <3>", "no sleep");
        assertThat(end.error().trace()).contains("EmbeddedClusterIT");
        assertThat(client.groups()).extracting(GroupInfo::name).containsExactly("lines");
    }

    @Test
    void cancelsHangingMapperAndReusesSlot() {
        client.writeLines("lines", TEXT);
        Workflow workflow = Workflow.named("hanging");
        workflow.map(LINES, COUNTS, (line, text, out) -> {
            RUNNING.countDown();
            while (HANGING.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
        String id = client.submit(workflow).id();
        await().until(() -> RUNNING.getCount() == 0);
        assertThat(client.call(ServerVerbs.WORKFLOW_CANCEL, new Name(id), WorkflowStatus.class)
                        .state())
                .isEqualTo(State.CANCELLED);
        assertThat(client.run(wordCount()).state()).isEqualTo(State.SUCCEEDED);
        HANGING.countDown();
    }

    @Test
    void otherNodesNameTheCoordinator() {
        try (TestClient other = new TestClient(
                cluster.transport(), client.cluster().nodes().get(1).server())) {
            assertThat(other.cluster()).isEqualTo(client.cluster());
            assertThatThrownBy(other::groups)
                    .hasMessageContaining("send it to the coordinator at " + cluster.coordinator());
        }
    }

    @Test
    void rejectsDirectoryOfOtherClusterSize() {
        cluster.close();
        assertThatThrownBy(() -> EmbeddedCluster.start(3, directory, EmbeddedConfig.defaults()))
                .hasMessageContaining("lists 3, but this cluster was created with 2 nodes");
    }

    @Test
    void rejectsDirectoryInUse() {
        assertThatThrownBy(() -> EmbeddedCluster.start(2, directory, EmbeddedConfig.defaults()))
                .hasMessageContaining(directory.resolve("node-0").toString());
    }

    @Test
    void doesNotServeDataOfAnotherCluster() throws IOException {
        cluster.close();
        Path other = directory.resolve("other");
        EmbeddedCluster.start(2, other, EmbeddedConfig.defaults()).close();
        Files.delete(other.resolve("node-1/node.json"));
        Files.copy(directory.resolve("node-1/node.json"), other.resolve("node-1/node.json"));
        assertThatThrownBy(() -> EmbeddedCluster.start(2, other, EmbeddedConfig.defaults()))
                .hasMessageContaining("contains the data of node 1 of cluster");
    }

    @Test
    void nodeWithoutJournalCreatesNoNewCluster() throws IOException {
        cluster.close();
        Path journal = directory.resolve("node-0/coordinator/journal");
        byte[] before = Files.readAllBytes(journal);
        Files.delete(journal);
        assertThatThrownBy(() -> EmbeddedCluster.start(2, directory, EmbeddedConfig.defaults()))
                .hasMessageContaining("the journal " + journal + " is missing, but "
                        + directory.resolve("node-0/node.json") + " exists");
        assertThat(journal).doesNotExist();
        Files.write(journal, before);
        EmbeddedCluster.start(2, directory, EmbeddedConfig.defaults()).close();
    }
}
