package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Aggregators;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.JoinKind;
import org.sss.api.Mapper;
import org.sss.api.Output;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** The programming guide, jobs: each test is one example, quoted in docs/guide. */
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
    void mapOnly() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<Long, String> errors = TupleGroup.of("errors", Codecs.LONG, Codecs.STRING);
        write(log, Map.of(1L, "ERROR disk", 2L, "INFO fine"));

        Workflow workflow = Workflow.named("errors");
        workflow.map(log, errors, (id, line, out) -> {
            if (line.startsWith("ERROR")) {
                out.emit(id, line);
            }
        });
        client.run(workflow);

        assertThat(client.get(errors, 1L)).containsExactly("ERROR disk");
        assertThat(client.count("errors")).isEqualTo(1);
    }

    @Test
    void combineInYourOwnWay() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, String> some = TupleGroup.of("some", Codecs.STRING, Codecs.STRING).asTemporary();
        TupleGroup<String, String> longest = TupleGroup.of("longest", Codecs.STRING, Codecs.STRING);
        write(log, Map.of(1L, "dd bb ccc", 2L, "dddd a"));

        Workflow workflow = Workflow.named("longest");
        workflow.map(log, some, (id, line, out) -> {
            for (String word : line.split(" ")) {
                out.emit(word.substring(0, 1), word);
            }
        }).combine((letter, left, right) -> left.length() >= right.length() ? left : right);
        workflow.reduce(some, longest, (letter, words, out) -> {
            String best = "";
            for (String word : words) {
                best = word.length() > best.length() ? word : best;
            }
            out.emit(letter, best);
        });
        client.run(workflow);

        assertThat(client.get(longest, "d")).containsExactly("dddd");
        assertThat(client.count("longest")).isEqualTo(4);
    }

    @Test
    void combineWhatAJoinEmits() {
        TupleGroup<String, Double> ranks = TupleGroup.of("ranks", Codecs.STRING, Codecs.DOUBLE);
        TupleGroup<String, String> links = TupleGroup.of("links", Codecs.STRING, Codecs.STRING);
        TupleGroup<String, Double> parts = TupleGroup.of("parts", Codecs.STRING, Codecs.DOUBLE).asTemporary();
        TupleGroup<String, Double> next = TupleGroup.of("next", Codecs.STRING, Codecs.DOUBLE);
        write(ranks, Map.of("a", 0.5, "b", 0.25, "c", 0.25));
        write(links, Map.of("a", "c", "b", "c", "c", "a"));

        Workflow workflow = Workflow.named("ranks");
        workflow.join(ranks, links, parts, JoinKind.INNER, (page, rank, target, out) -> out.emit(target, rank))
                .combine((target, left, right) -> left + right);
        workflow.aggregate(parts, next, Aggregators.sumDouble());
        client.run(workflow);

        assertThat(client.get(next, "c")).containsExactly(0.75);
        assertThat(client.count("next")).isEqualTo(2);
    }

    @Test
    void severalJobsInOneWorkflow() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> ones = TupleGroup.of("ones", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<Long, String> ranking = TupleGroup.of("ranking", Codecs.LONG, Codecs.STRING);
        write(log, Map.of(1L, "a b a", 2L, "c a b"));

        Workflow workflow = Workflow.named("ranking");
        workflow.map(log, ones, (id, line, out) -> {
            for (String word : line.split(" ")) {
                out.emit(word, 1L);
            }
        }).combine(Combiner.sumLong()).named("split");
        workflow.reduce(ones, counts, (word, ns, out) -> {
            long sum = 0;
            for (long n : ns) {
                sum += n;
            }
            out.emit(word, sum);
        }).named("count");
        workflow.map(counts, ranking, (word, count, out) -> out.emit(-count, word)).named("rank");
        client.run(workflow);

        try (Scan<Long, String> scan = client.scan(ranking)) {
            assertThat(scan.toList()).containsExactly(Map.entry(-3L, "a"), Map.entry(-2L, "b"), Map.entry(-1L, "c"));
        }
        assertThat(client.groups()).extracting(Group::name).containsExactly("log", "ranking");
    }

    @Test
    void placeTuplesYourself() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, String> byHost = TupleGroup.of("by-host", Codecs.STRING, Codecs.STRING);
        write(log, Map.of(1L, "alpha/x", 2L, "alpha/y", 3L, "beta/x"));

        Workflow workflow = Workflow.named("by-host");
        workflow.map(log, byHost, (id, line, out) -> out.emit(line, ""))
                .partitionBy((path, value, subgroups) ->
                        Math.floorMod(path.substring(0, path.indexOf('/')).hashCode(), subgroups));
        client.run(workflow);

        assertThat(client.get(byHost, "alpha/y")).containsExactly("");
        assertThat(client.group("by-host").hashed()).isFalse();
    }

    @Test
    void copyWhatOutlivesTheCall() {
        TupleGroup<Long, Bytes> parts = TupleGroup.of("parts", Codecs.LONG, Codecs.BYTES);
        TupleGroup<Long, Bytes> sorted = TupleGroup.of("sorted", Codecs.LONG, Codecs.BYTES);
        try (GroupWriter<Long, Bytes> writer = client.write(parts)) {
            writer.append(1L, Bytes.of("b"));
            writer.append(1L, Bytes.of("a"));
            writer.commit();
        }

        Workflow workflow = Workflow.named("sort-values");
        workflow.reduce(parts, sorted, (key, values, out) -> {
            List<Bytes> kept = new ArrayList<>();
            for (Bytes value : values) {
                kept.add(value.copy());
            }
            kept.sort(null);
            for (Bytes value : kept) {
                out.emit(key, value);
            }
        });
        client.run(workflow);

        assertThat(client.get(sorted, 1L)).containsExactly(Bytes.of("a"), Bytes.of("b"));
    }

    @Test
    void findOutWhyAWorkflowFailed() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<Long, Long> numbers = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
        write(log, Map.of(7L, "twelve"));

        Workflow workflow = Workflow.named("parse");
        workflow.map(log, numbers, (id, line, out) -> out.emit(id, Long.parseLong(line)));
        try {
            client.run(workflow);
            fail("the line is no number");
        } catch (SssException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
            assertThat(e.code().kind()).isEqualTo(ErrorCode.Kind.USER);
            assertThat(e).hasMessageContaining("job 'map-1', task").hasMessageContaining("key <7>");
            assertThat(e.remoteTrace()).contains("java.lang.NumberFormatException");
        }
        assertThat(client.groups()).extracting(Group::name).containsExactly("log");
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
        WorkflowReport status = client.submit(workflow).follow(now ->
                now.jobs().forEach(job -> System.out.println(job.name() + ": " + job.state() + " " + job.progress().counters())));

        assertThat(status.state()).isEqualTo(WorkflowReport.State.SUCCEEDED);
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

    @Test
    void readAndWriteSeveralGroups() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> visits = TupleGroup.of("visits", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> users = TupleGroup.of("users", Codecs.STRING, Codecs.LONG);
        TupleGroup<Long, String> errors = TupleGroup.of("errors", Codecs.LONG, Codecs.STRING);
        write(log, Map.of(1L, "ann", 2L, "ERROR no such user"));
        write(visits, Map.of("bob", 7L));

        Workflow workflow = Workflow.named("events");
        workflow.map(log, users, (id, line, out) -> {
            if (line.startsWith("ERROR")) {
                out.to(errors).emit(id, line);
            } else {
                out.emit(line, 1L);
            }
        }).alsoTo(errors).from(visits, (user, count, out) -> out.emit(user, count));
        client.run(workflow);

        assertThat(client.get(users, "ann")).containsExactly(1L);
        assertThat(client.get(users, "bob")).containsExactly(7L);
        assertThat(client.get(errors, 2L)).containsExactly("ERROR no such user");
    }

    @Test
    void combineInFurtherOutputs() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> lines = TupleGroup.of("lines", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> levels = TupleGroup.of("levels", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
        write(log, Map.of(1L, "ERROR a", 2L, "ERROR b"));

        Workflow workflow = Workflow.named("levels");
        workflow.map(log, lines, (Long id, String line, Emitter<String, Long> out) -> {
            out.emit(line, id);
            out.to(levels).emit(line.split(" ")[0], 1L);
        }).alsoTo(Output.of(levels).combine(Combiner.sumLong()));
        workflow.aggregate(levels, counts, Aggregators.sumLong());
        client.run(workflow);

        assertThat(client.get(counts, "ERROR")).containsExactly(2L);
    }

    /** Emits the longest line of its task. */
    static final class Longest implements Mapper<Long, String, String, Long> {
        private int atLeast;
        private String longest = "";

        @Override
        public void setup(TaskContext context) {
            atLeast = Integer.parseInt(context.parameter("at.least", "1"));
        }

        @Override
        public void map(Long id, String line, Emitter<String, Long> out) {
            longest = line.length() > longest.length() ? line : longest;
        }

        @Override
        public void close(Emitter<String, Long> out) {
            if (longest.length() >= atLeast) {
                out.emit(longest, (long) longest.length());
            }
        }
    }

    @Test
    void doSomethingAtTheStartAndAtTheEndOfATask() {
        TupleGroup<Long, String> log = TupleGroup.of("log", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> longest = TupleGroup.of("longest", Codecs.STRING, Codecs.LONG);
        write(log, Map.of(1L, "a", 2L, "a longer line", 3L, "line"));

        Workflow workflow = Workflow.named("longest");
        workflow.map(log, longest, new Longest()).set("at.least", "3");
        client.run(workflow);

        assertThat(client.get(longest, "a longer line")).containsExactly(13L);
        assertThat(client.get(longest, "a")).isEmpty();
    }

    private <K, V> void write(TupleGroup<K, V> group, Map<K, V> tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }
}
