package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;
import org.sss.io.Sources;

/** Jobs with large descriptions: thousands of files, long keys, many counters. */
class LargeJobsIT {
    private static final TupleGroup<String, Long> IN = TupleGroup.of("in", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.LONG);

    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private void write(TreeMap<String, Long> tuples) {
        try (GroupWriter<String, Long> writer = client.write(IN)) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }

    @Test
    void aMapReadsThousandsOfSmallFiles(@TempDir Path directory) throws IOException {
        for (int i = 0; i < 5_000; i++) {
            Files.writeString(directory.resolve("a-file-with-a-line-" + i), "line " + i);
        }
        Workflow workflow = Workflow.named("files");
        workflow.map(Sources.text(directory.toString()), OUT, (at, line, out) -> out.emit(line, at));
        client.run(workflow);
        assertThat(client.count("out")).isEqualTo(5_000);
    }

    @Test
    void keysOfAlmostTheLargestSizeAreSorted() {
        TreeMap<String, Long> longKeys = new TreeMap<>();
        for (long i = 0; i < 40; i++) {
            longKeys.put("x".repeat(60_000) + (i * 7 % 40 + 10), i);
        }
        write(longKeys);
        Workflow workflow = Workflow.named("sort");
        workflow.sort(IN, OUT);
        client.run(workflow);
        List<String> all = new ArrayList<>();
        int subgroups = client.cluster().subgroupCount();
        for (int subgroup = 0; subgroup < subgroups; subgroup++) {
            try (RawTuples tuples = client.raw("out", subgroup, subgroups)) {
                while (tuples.next()) {
                    all.add(new String(
                            tuples.keyArray(), tuples.keyOffset(), tuples.keyLength(), StandardCharsets.UTF_8));
                }
            }
        }
        assertThat(all).containsExactlyElementsOf(longKeys.keySet());
    }

    /** One split that holds its tuple. */
    private record Holding(String text) implements TupleSource<Integer, String>, Serializable {
        @Override
        public String name() {
            return "holding";
        }

        @Override
        public List<Split> splits() {
            return List.of(new Split("a split", text.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void read(Split split, TupleSink<Integer, String> to) {
            to.accept(0, new String(split.data(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void rejectsATooLargeSplit() {
        Workflow workflow = Workflow.named("source");
        workflow.map(new Holding("x".repeat(200_000)), OUT, (i, text, out) -> out.emit("length", (long) text.length()));
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(e)
                .hasMessageContaining("of job 'map-1'")
                .hasMessageContaining("its split has")
                .hasMessageContaining("Let a split contain the location of its tuples");
    }

    @Test
    void followsAWorkflowWhoseStatusExceedsAFrame() {
        write(new TreeMap<>(java.util.Map.of("x", 1L, "y", 2L, "z", 3L)));
        Workflow workflow = Workflow.named("counts");
        for (int i = 0; i < 45; i++) {
            workflow.map(
                    IN,
                    TupleGroup.of("out-" + i, Codecs.STRING, Codecs.LONG),
                    (String key, Long value, Emitter<String, Long> out) -> {
                        for (int n = 0; n < 160; n++) {
                            out.count("x".repeat(190) + n, 1);
                        }
                    });
        }
        WorkflowReport status = client.run(workflow);
        assertThat(status.state()).isEqualTo(WorkflowReport.State.SUCCEEDED);
        assertThat(status.jobs())
                .allSatisfy(job ->
                        assertThat(job.progress().counters()).hasSize(160).containsEntry("x".repeat(190) + 159, 3L));
    }
}
