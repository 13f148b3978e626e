package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Partitioners;
import org.sss.api.Reducer;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** The programming guide, what tasks do and where their tuples go: each test is one example, quoted in docs/guide/jobs.md. */
class TutorialTasksTest {
    private static final TupleGroup<Long, String> LOG = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
    private static final int LINES = 200;

    @TempDir
    Path directory;

    private SssClient client;
    private int subgroups;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
        subgroups = client.cluster().subgroupCount();
        try (GroupWriter<Long, String> writer = client.write(LOG)) {
            for (long time = 0; time < LINES; time++) {
                writer.append(time * 37 % LINES, time % 5 == 0 ? "ERROR disk" : "INFO fine");
            }
            writer.commit();
        }
    }

    @AfterEach
    void stop() {
        client.close();
    }

    /** The keys of each subgroup. */
    private <K> List<List<K>> keys(TupleGroup<K, ?> group) {
        List<List<K>> all = new ArrayList<>();
        for (int subgroup = 0; subgroup < subgroups; subgroup++) {
            all.add(new ArrayList<>());
            for (Map.Entry<K, ?> tuple : client.scan(group).part(subgroup, subgroups).toList()) {
                all.get(subgroup).add(tuple.getKey());
            }
        }
        return all;
    }

    private static <K> List<K> together(List<List<K>> keys) {
        return keys.stream().flatMap(List::stream).toList();
    }

    @Test
    void sortAGroup() {
        TupleGroup<Long, String> log = LOG;
        TupleGroup<Long, String> byTime = TupleGroup.of("by-time", Codecs.LONG, Codecs.STRING);

        Workflow workflow = Workflow.named("sort");
        workflow.sort(log, byTime);
        client.run(workflow);

        assertThat(together(keys(byTime))).hasSize(LINES).isSorted();
        assertThat(together(keys(log))).hasSize(LINES).isNotEqualTo(together(keys(byTime)));
    }

    @Test
    void placeByRangesOfKeys() {
        TupleGroup<Long, String> log = LOG;
        TupleGroup<Long, String> errors = TupleGroup.of("errors", Codecs.LONG, Codecs.STRING);

        Workflow workflow = Workflow.named("errors");
        workflow.map(log, errors, (time, line, out) -> {
            if (line.startsWith("ERROR")) {
                out.emit(time, line);
            }
        }).partitionBy(Partitioners.range(log));
        client.run(workflow);

        assertThat(together(keys(errors))).hasSize(LINES / 5).isSorted();
        assertThat(keys(errors)).allSatisfy(part -> assertThat(part).isNotEmpty());
    }

    @Test
    void fillAllSubgroupsAlike() {
        TupleGroup<Long, String> log = LOG;
        TupleGroup<String, Long> byLevel = TupleGroup.of("by-level", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("by-level");
        workflow.map(log, byLevel, (time, line, out) -> out.emit(line.split(" ")[0], time))
                .partitionBy(Partitioners.roundRobin());
        client.run(workflow);

        int[] sizes = keys(byLevel).stream().mapToInt(List::size).sorted().toArray();
        assertThat(Arrays.stream(sizes).sum()).isEqualTo(LINES);
        assertThat(sizes[subgroups - 1] - sizes[0]).isLessThanOrEqualTo(subgroups);
        assertThat(client.get(byLevel, "ERROR")).hasSize(LINES / 5);
    }

    @Test
    void leaveTuplesWhereTheyAreOrPassThemOn() {
        TupleGroup<Long, String> log = LOG;
        TupleGroup<String, Long> levels = TupleGroup.of("levels", Codecs.STRING, Codecs.LONG);
        TupleGroup<Long, String> copy = TupleGroup.of("copy", Codecs.LONG, Codecs.STRING);

        Workflow workflow = Workflow.named("local");
        workflow.map(log, levels, (time, line, out) -> out.emit(line.split(" ")[0], time))
                .partitionBy(Partitioners.local());
        workflow.map(log, copy, (Long time, String line, Emitter<Long, String> out) -> out.emit(time, line))
                .partitionBy(Partitioners.shifted(1));
        client.run(workflow);

        for (int subgroup = 0; subgroup < subgroups; subgroup++) {
            assertThat(keys(levels).get(subgroup)).hasSameSizeAs(keys(log).get(subgroup));
            assertThat(keys(copy).get((subgroup + 1) % subgroups)).isEqualTo(keys(log).get(subgroup));
        }
    }

    /** Emits how many bytes the lines of the task take with gzip. */
    static final class Packed implements Mapper<Long, String, Integer, Long> {
        private static final long serialVersionUID = 1L;

        private transient int task;
        private transient Path file;
        private transient Writer lines;

        @Override
        public void setup(TaskContext context) throws IOException {
            task = context.task();
            file = context.temporaryDirectory().resolve("lines.gz");
            lines = new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)));
            context.closeAtEnd(lines);
        }

        @Override
        public void map(Long time, String line, Emitter<Integer, Long> out) throws IOException {
            lines.write(line + "\n");
        }

        @Override
        public void close(Emitter<Integer, Long> out) throws IOException {
            lines.close();
            out.emit(task, Files.size(file));
        }
    }

    @Test
    void writeToATemporaryFile() {
        TupleGroup<Long, String> log = LOG;
        TupleGroup<Integer, Long> sizes = TupleGroup.of("sizes", Codecs.INT, Codecs.LONG);

        Workflow workflow = Workflow.named("packed");
        workflow.map(log, sizes, new Packed());
        client.run(workflow);

        assertThat(client.scan(sizes).toList()).hasSize(subgroups).allSatisfy(size ->
                assertThat(size.getValue()).isBetween(20L, 200L));
    }

    /** Writes the times of each level as a line to a file, which has its name when the job has succeeded. */
    static final class Times implements Reducer<String, Long, String, Long> {
        private static final long serialVersionUID = 1L;

        private final String directory;
        private transient BufferedWriter file;

        Times(String directory) {
            this.directory = directory;
        }

        @Override
        public void setup(TaskContext context) throws IOException {
            String name = "times-" + context.task();
            Path written = Path.of(directory, "." + name + "-" + context.attempt());
            file = Files.newBufferedWriter(written);
            context.closeAtEnd(file);
            context.publish(written, Path.of(directory, name));
        }

        @Override
        public void reduce(String level, Iterable<Long> times, Emitter<String, Long> out) throws IOException {
            file.write(level);
            for (long time : times) {
                file.write(" " + time);
            }
            file.newLine();
        }

        @Override
        public void close(Emitter<String, Long> out) throws IOException {
            file.close();
        }
    }

    @Test
    void writeFilesOfYourOwn() throws IOException {
        TupleGroup<Long, String> log = LOG;
        TupleGroup<String, Long> levels = TupleGroup.of("levels", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> none = TupleGroup.of("none", Codecs.STRING, Codecs.LONG).asTemporary();

        Workflow workflow = Workflow.named("times");
        workflow.map(log, levels, (time, line, out) -> out.emit(line.split(" ")[0], time));
        workflow.reduce(levels, none, new Times(directory.toString())).orderValues();
        client.run(workflow);

        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                assertThat(file.getFileName().toString()).startsWith("times-");
                lines.addAll(Files.readAllLines(file));
            }
        }
        assertThat(lines).hasSize(2).anyMatch(line -> line.startsWith("ERROR 0 5 10 ")).anyMatch(line -> line.startsWith("INFO 1 2 3 "));
    }

    /** Converts amounts by rates that the tasks of a node parse once. */
    static final class Converted implements Mapper<Long, String, Long, Long> {
        private static final long serialVersionUID = 1L;
        private static final Map<String, Map<String, Long>> TABLES = new ConcurrentHashMap<>();

        private transient Map<String, Long> rates;

        @Override
        public void setup(TaskContext context) {
            rates = TABLES.computeIfAbsent(context.parameter("rates"), Converted::parsed);
        }

        @Override
        public void map(Long time, String line, Emitter<Long, Long> out) {
            out.emit(time, rates.getOrDefault(line.split(" ")[0], 0L));
        }

        private static Map<String, Long> parsed(String text) {
            return Arrays.stream(text.split(",")).map(rate -> rate.split("="))
                    .collect(Collectors.toMap(rate -> rate[0], rate -> Long.parseLong(rate[1])));
        }
    }

    @Test
    void shareATableOnANode() {
        TupleGroup<Long, Long> rates = TupleGroup.of("rates", Codecs.LONG, Codecs.LONG);
        Workflow workflow = Workflow.named("rates").set("rates", "ERROR=10,INFO=1");
        workflow.map(LOG, rates, new Converted());
        client.run(workflow);

        assertThat(client.scan(rates).toList()).extracting(Map.Entry::getValue).contains(10L, 1L).doesNotContain(0L);
    }

    @Test
    void cancelAWorkflow() {
        TupleGroup<Long, String> errors = TupleGroup.of("errors", Codecs.LONG, Codecs.STRING);
        Workflow workflow = Workflow.named("hangs");
        workflow.map(LOG, errors, (Long time, String line, Emitter<Long, String> out) -> new CountDownLatch(1).await());

        WorkflowHandle handle = client.submit(workflow);
        handle.cancel();
        WorkflowReport status = handle.follow(now -> { });

        assertThat(status.state()).isEqualTo(WorkflowReport.State.CANCELLED);
        assertThat(client.groups()).extracting(Group::name).containsExactly("log");
    }
}
