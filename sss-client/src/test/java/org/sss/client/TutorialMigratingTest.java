package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Aggregators;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.JoinKind;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Outputs;
import org.sss.io.Sources;
import org.sss.sketch.Sketches;

/** Programs of users of Hadoop and Spark as programs of SSS; quoted in docs/guide/migrating.md. */
class TutorialMigratingTest {
    private static final Path PAGE = Path.of("").toAbsolutePath().getParent().resolve("docs/guide/migrating.md");
    private static final String ACCESS = "time,client,page,user,status,bytes\n";

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

    /** Hits of a page; ordered by their number, then by name. */
    public record Hits(long hits, String page) implements Comparable<Hits> {
        @Override
        public int compareTo(Hits other) {
            return Comparator.comparingLong(Hits::hits).thenComparing(Hits::page, Comparator.reverseOrder()).compare(this, other);
        }
    }

    static final class HitMapper implements Mapper<Long, String, String, Long> {
        private static final long serialVersionUID = 1L;

        private final TupleGroup<Long, String> robotsGroup;
        private transient Set<String> robots;
        private transient int fields;

        HitMapper(TupleGroup<Long, String> robotsGroup) {
            this.robotsGroup = robotsGroup;
        }

        @Override
        public void setup(TaskContext context) {
            robots = new HashSet<>(context.side(robotsGroup).asMap().values());
            fields = Integer.parseInt(context.parameter("fields"));
        }

        @Override
        public void map(Long offset, String line, Emitter<String, Long> out) {
            String[] f = line.split(",");
            if (f.length < fields) {
                out.count("BAD", 1);
            } else if (!robots.contains(f[1])) {
                out.emit(f[2], 1L);
            }
        }
    }

    @Test
    void topPagesOfHadoop() throws IOException {
        String access = Files.writeString(directory.resolve("access.csv"), "1,me,/a,u,200,5\n2,bot,/a,u,200,5\n3,me,/b,u,200,5\n4,you,/b,u,200,5\nbad\n")
                .toString();
        Path robotsFile = Files.writeString(directory.resolve("robots.txt"), "bot\n");
        String result = directory.resolve("top").toString();
        TupleGroup<Long, String> robots = TupleGroup.of("robots", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> hit = TupleGroup.of("hit", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> hits = TupleGroup.of("hits", Codecs.STRING, Codecs.LONG).replacing();
        TupleGroup<String, Hits> all = TupleGroup.of("all", Codecs.STRING, Codecs.record(Hits.class)).asTemporary();
        TupleGroup<String, Hits> top = TupleGroup.of("top", Codecs.STRING, Codecs.record(Hits.class)).replacing();
        TupleGroup<String, Long> files = TupleGroup.of("files", Codecs.STRING, Codecs.LONG).replacing();

        client.importText("robots", List.of(robotsFile));
        Workflow workflow = Workflow.named("top-pages").set("fields", "6");
        workflow.map(Sources.text(access), hit, new HitMapper(robots)).with(robots).combine(Combiner.sumLong());
        workflow.aggregate(hit, hits, Aggregators.sumLong());
        workflow.map(hits, all, (page, n, out) -> out.emit("top", new Hits(n, page)));
        workflow.aggregate(all, top, Aggregators.topK(10));
        workflow.map(hits, files, Outputs.text(result, hits));
        WorkflowReport status = client.run(workflow);

        assertThat(client.get(top, "top")).containsExactly(new Hits(2, "/b"), new Hits(1, "/a"));
        assertThat(status.jobs().get(0).progress().counters()).containsEntry("BAD", 1L);
    }

    /** Hits and bytes of a user or country. */
    public record Traffic(long hits, long bytes) {
        Traffic plus(Traffic other) {
            return new Traffic(hits + other.hits, bytes + other.bytes);
        }
    }

    @Test
    void trafficByCountryOfSpark() throws IOException {
        String access = Files.writeString(directory.resolve("access.csv"), ACCESS + "1,c,/a,ada,200,5\n2,c,/a,ada,200,7\n3,c,/b,bob,200,x\n4,c,/b,eve,200,2\n")
                .toString();
        String users = Files.writeString(directory.resolve("users.csv"), "user,country\nada,UK\nbob,FI\n").toString();
        TupleGroup<String, Traffic> traffic = TupleGroup.of("traffic", Codecs.STRING, Codecs.record(Traffic.class)).asTemporary();
        TupleGroup<String, String> countries = TupleGroup.of("countries", Codecs.STRING, Codecs.STRING).asTemporary();
        TupleGroup<String, Traffic> joined = TupleGroup.of("joined", Codecs.STRING, Codecs.record(Traffic.class)).asTemporary();
        TupleGroup<String, Traffic> byCountry = TupleGroup.of("by_country", Codecs.STRING, Codecs.record(Traffic.class)).replacing();

        Workflow workflow = Workflow.named("by-country");
        workflow.map(Sources.csv(access), traffic, (position, row, out) ->
                out.emit(row.text("user"), new Traffic(1, Long.parseLong(row.text("bytes"))))).onError(OnError.skip(1000));
        workflow.map(Sources.csv(users), countries, (position, row, out) -> out.emit(row.text("user"), row.text("country")));
        workflow.join(traffic, countries, joined, JoinKind.LEFT, (user, hit, country, out) ->
                out.emit(country == null ? "?" : country, hit)).combine((country, a, b) -> a.plus(b));
        workflow.reduce(joined, byCountry, (country, all, out) -> {
            Traffic sum = new Traffic(0, 0);
            for (Traffic one : all) {
                sum = sum.plus(one);
            }
            out.emit(country, sum);
        });
        client.run(workflow);

        assertThat(client.scan(byCountry).toList()).containsExactly(Map.entry("?", new Traffic(1, 2)), Map.entry("UK", new Traffic(2, 12)));
    }

    @Test
    void countWordsAndUsersOfSpark() throws IOException {
        String text = Files.writeString(directory.resolve("text"), "to be or not to be\n").toString();
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
        TupleGroup<Long, String> ranked = TupleGroup.of("ranked", Codecs.LONG, Codecs.STRING).asTemporary();
        TupleGroup<Long, String> sorted = TupleGroup.of("sorted", Codecs.LONG, Codecs.STRING);
        TupleGroup<String, Long> distinct = TupleGroup.of("distinct", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("words");
        workflow.map(Sources.text(text), words, (position, line, out) -> {
            for (String word : line.split(" ")) {
                out.emit(word, 1L);
            }
        }).combine(Combiner.sumLong());
        workflow.aggregate(words, counts, Aggregators.sumLong());
        workflow.map(counts, ranked, (word, n, out) -> out.emit(-n, word));
        workflow.sort(ranked, sorted);
        workflow.mapAggregate(counts, distinct, (word, n, out) -> out.emit("words", word), Sketches.distinctCount());
        client.run(workflow);

        assertThat(client.scan(sorted).toList()).extracting(Map.Entry::getKey).containsExactly(-2L, -2L, -1L, -1L);
        assertThat(client.get(distinct, "words")).containsExactly(4L);
        assertThat(client.get(counts, "be")).containsExactly(2L);
    }

    /** What is in the last column of the tables of the page. */
    @Test
    void eachCallInTheTablesIsInThisFile() throws IOException {
        String source = Files.readString(Path.of("src/test/java/org/sss/client/TutorialMigratingTest.java"));
        List<String> missing = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            String[] columns = line.split("\\|");
            if (line.startsWith("| `") && columns.length == 3) {
                String[] parts = columns[2].split("`", -1);
                for (int i = 1; i < parts.length; i += 2) {
                    if (!parts[i].startsWith("./sss") && !parts[i].startsWith("sss") && !source.contains(parts[i])) {
                        missing.add(parts[i]);
                    }
                }
            }
        }
        assertThat(missing).as("calls that this test does not make: %s", missing.stream().collect(Collectors.joining(", "))).isEmpty();
    }
}
