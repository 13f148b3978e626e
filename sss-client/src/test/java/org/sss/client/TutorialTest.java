package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.control.WorkflowStatus;

/** The programming guide: each test is one example, quoted by the documentation. */
class TutorialTest {
    @TempDir
    Path directory;

    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void countWords() throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), "to be or not to be\n");

        TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);

        client.importText("lines", List.of(text));
        Workflow count = Workflow.named("wordcount");
        count.map(lines, words, (offset, line, out) -> {
            for (String word : line.split(" ")) {
                out.emit(word, 1L);
            }
        }).combine(Combiner.sumLong());
        count.reduce(words, counts, (word, ones, out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(word, sum);
        });
        client.run(count);

        assertThat(client.get(counts, "be")).containsExactly(2L);
        assertThat(client.count("counts")).isEqualTo(4);
    }

    @Test
    void writeAndReadTuples() {
        TupleGroup<String, Long> stock = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        try (GroupWriter<String, Long> writer = client.write(stock)) {
            writer.append("pear", 5L);
            writer.append("apple", 3L);
            writer.append("apple", 4L);
            writer.commit();
        }

        assertThat(client.get(stock, "apple")).containsExactly(3L, 4L);
        try (Scan<String, Long> scan = client.scan(stock).from("b")) {
            for (Map.Entry<String, Long> tuple : scan) {
                assertThat(tuple).isEqualTo(Map.entry("pear", 5L));
            }
        }
    }

    /** A key made of several fields: any record of numbers, strings, booleans, byte arrays and other records. */
    record Visit(String country, int year) {
    }

    @Test
    void useRecordsAsKeys() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<Visit, Long> visits = TupleGroup.of("visits", Codecs.record(Visit.class), Codecs.LONG);
        write(log, Map.of(1L, "jp 2010", 2L, "fr 2012", 3L, "jp 2012", 4L, "jp 2010"));

        Workflow workflow = Workflow.named("visits");
        workflow.map(log, visits, (id, line, out) -> {
            String[] fields = line.split(" ");
            out.emit(new Visit(fields[0], Integer.parseInt(fields[1])), 1L);
        });
        client.run(workflow);

        assertThat(client.get(visits, new Visit("jp", 2010))).containsExactly(1L, 1L);
        try (Scan<Visit, Long> scan = client.scan(visits)) {
            assertThat(scan.toList()).extracting(Map.Entry::getKey).containsExactly(new Visit("fr", 2012),
                    new Visit("jp", 2010), new Visit("jp", 2010), new Visit("jp", 2012));
        }
    }

    @Test
    void keepTheMapOutputAndReduceItTwice() {
        TupleGroup<Long, Long> numbers = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
        TupleGroup<String, Long> byParity = TupleGroup.of("by-parity", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> sums = TupleGroup.of("sums", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> largest = TupleGroup.of("largest", Codecs.STRING, Codecs.LONG);
        write(numbers, Map.of(1L, 10L, 2L, 11L, 3L, 12L));

        Workflow group = Workflow.named("group");
        group.map(numbers, byParity, (id, n, out) -> out.emit(n % 2 == 0 ? "even" : "odd", n));
        client.run(group);

        Workflow twice = Workflow.named("twice");
        twice.reduce(byParity, sums, (parity, values, out) -> {
            long sum = 0;
            for (long value : values) {
                sum += value;
            }
            out.emit(parity, sum);
        });
        twice.reduce(byParity, largest, (parity, values, out) -> {
            long max = Long.MIN_VALUE;
            for (long value : values) {
                max = Math.max(max, value);
            }
            out.emit(parity, max);
        });
        client.run(twice);

        assertThat(client.get(sums, "even")).containsExactly(22L);
        assertThat(client.get(largest, "even")).containsExactly(12L);
    }

    @Test
    void countSomethingAndWatchTheWorkflow() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<Long, String> errors = TupleGroup.of("errors", Codecs.LONG, Codecs.STRING);
        write(log, Map.of(1L, "ERROR disk", 2L, "INFO fine", 3L, "ERROR net"));

        Workflow workflow = Workflow.named("errors");
        workflow.map(log, errors, (id, line, out) -> {
            out.count(line.split(" ")[0], 1);
            if (line.startsWith("ERROR")) {
                out.emit(id, line);
            }
        }).named("filter");
        WorkflowStatus status = client.submit(workflow).follow(now -> System.out.println(now.state()));

        assertThat(status.state()).isEqualTo(WorkflowStatus.State.SUCCEEDED);
        assertThat(status.jobs().get(0).progress().counters()).isEqualTo(Map.of("ERROR", 2L, "INFO", 1L));
    }

    @Test
    void runAgainOverTheOldResult() {
        TupleGroup<Long, Long> numbers = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Long> squares = TupleGroup.of("squares", Codecs.LONG, Codecs.LONG).replacing();
        write(numbers, Map.of(1L, 3L));

        Workflow workflow = Workflow.named("squares");
        workflow.map(numbers, squares, (id, n, out) -> out.emit(n, n * n));
        client.run(workflow);
        client.run(workflow);

        assertThat(client.count("squares")).isEqualTo(1);
    }

    private <K, V> void write(TupleGroup<K, V> group, Map<K, V> tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }
}
