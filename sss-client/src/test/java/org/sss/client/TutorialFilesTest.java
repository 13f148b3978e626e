package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.DeadLetter;
import org.sss.api.OnError;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;
import org.sss.io.Outputs;
import org.sss.io.Sources;

/** The programming guide, files: each test is one example, quoted in docs/guide/files.md. */
class TutorialFilesTest {
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
    void readTextWithoutAnImport() throws IOException {
        Files.writeString(directory.resolve("1.txt"), "to be or\n");
        Files.writeString(directory.resolve("2.txt"), "not to be\n");
        String files = directory + "/*.txt";
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("words");
        workflow.map(Sources.text(files), words, (position, line, out) -> {
            for (String word : line.split(" ")) {
                out.emit(word, 1L);
            }
        }).combine(Combiner.sumLong());
        workflow.reduce(words, counts, (word, ones, out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(word, sum);
        });
        client.run(workflow);

        assertThat(client.scan(counts).toList()).containsExactly(Map.entry("be", 2L), Map.entry("not", 1L), Map.entry("or", 1L),
                Map.entry("to", 2L));
    }

    @Test
    void readLinesAsBytes() throws IOException {
        String file = Files.writeString(directory.resolve("a.txt"), "one\ntwo\n").toString();
        TupleGroup<Bytes, Bytes> longest = TupleGroup.of("lines", Codecs.BYTES, Codecs.BYTES);

        Workflow workflow = Workflow.named("bytes");
        workflow.map(Sources.text(file).as(Codecs.BYTES, Codecs.BYTES), longest, (position, line, out) -> out.emit(line, position));
        client.run(workflow);

        assertThat(client.get(longest, Bytes.of("two"))).containsExactly(Bytes.of(new byte[] {(byte) 0x80, 0, 0, 0, 0, 0, 0, 4}));
    }

    /** What a line of the file holds. */
    record City(String name, long people) {
    }

    @Test
    void readCommaSeparatedValues() throws IOException {
        String file = Files.writeString(directory.resolve("cities.csv"), "name,country,people\nBern,CH,134000\nLyon,FR,522000\n"
                + "\"Biel, Bienne\",CH,55000\n").toString();
        TupleGroup<String, Long> people = TupleGroup.of("people", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> cities = TupleGroup.of("cities", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("people");
        workflow.map(Sources.csv(file), people, (position, row, out) -> out.emit(row.text("country"), row.getLong("people")));
        workflow.map(Sources.csv(file).as(City.class), cities, (position, city, out) -> out.emit(city.name(), city.people()));
        WorkflowReport status = client.run(workflow);

        assertThat(status.jobs().get(0).progress().bytesIn()).isEqualTo(Files.size(Path.of(file)) - "name,country,people\n".length());
        assertThat(client.get(people, "CH")).containsExactlyInAnyOrder(134000L, 55000L);
        assertThat(client.get(cities, "Biel, Bienne")).containsExactly(55000L);
    }

    @Test
    void leaveOutRowsThatCannotBeRead() throws IOException {
        String file = Files.writeString(directory.resolve("cities.csv"), "name,people\nBern,134000\nBiel,many\nLyon\nNice,342000\n").toString();
        TupleGroup<String, Long> cities = TupleGroup.of("cities", Codecs.STRING, Codecs.LONG);

        TupleGroup<Bytes, DeadLetter> broken = DeadLetter.group("broken");
        Workflow workflow = Workflow.named("cities");
        workflow.map(Sources.csv(file).as(City.class), cities, (position, city, out) -> out.emit(city.name(), city.people()))
                .deadLetters(broken).onError(OnError.skip(100));
        WorkflowReport status = client.run(workflow);

        assertThat(client.scan(cities).toList()).containsExactly(Map.entry("Bern", 134_000L), Map.entry("Nice", 342_000L));
        assertThat(status.jobs().get(0).progress().counters()).isEqualTo(Map.of("errors.skipped", 2L));
        List<Map.Entry<Bytes, DeadLetter>> letters = client.scan(broken).toList();
        assertThat(letters).extracting(letter -> letter.getKey() + ": " + Bytes.of(letter.getValue().value()))
                .containsExactly("24: Biel,many", "34: Lyon");
        assertThat(letters.get(0).getValue().error()).contains("file '" + file + "', line 3 (byte 24): column 'people' has 'many'");
        assertThatThrownBy(() -> client.replay(status.id(), "map-1").run("24", (group, key, value) -> { }))
                .hasMessageContainingAll("job 'map-1' reads no group", "call the mapper in a test with the text of a dead letter");
    }

    @Test
    void readJsonLines() throws IOException {
        String file = Files.writeString(directory.resolve("events.jsonl"),
                "{\"user\":{\"name\":\"ann\"},\"ms\":3}\n{\"user\":{\"name\":\"bob\"},\"ms\":4}\n").toString();
        TupleGroup<String, Long> times = TupleGroup.of("times", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("times");
        workflow.map(Sources.jsonLines(file), times,
                (position, event, out) -> out.emit(event.get("user").text("name"), event.getLong("ms")));
        client.run(workflow);

        assertThat(client.get(times, "bob")).containsExactly(4L);
    }

    /** The numbers from 1 to {@code last}, a thousand to a task. */
    record Numbers(long last) implements TupleSource<Long, String> {
        private static final long STEP = 1000;

        @Override
        public String name() {
            return "numbers to " + last;
        }

        @Override
        public List<Split> splits() {
            List<Split> splits = new ArrayList<>();
            for (long from = 1; from <= last; from += STEP) {
                splits.add(new Split("numbers from " + from, Long.toString(from).getBytes()));
            }
            return splits;
        }

        @Override
        public void read(Split split, TupleSink<Long, String> to) {
            long from = Long.parseLong(new String(split.data()));
            LongStream.rangeClosed(from, Math.min(last, from + STEP - 1)).forEach(n -> to.accept(n, Long.toBinaryString(n)));
        }
    }

    @Test
    void readFromASourceOfYourOwn() {
        TupleGroup<Long, Long> ones = TupleGroup.of("ones", Codecs.LONG, Codecs.LONG);

        Workflow workflow = Workflow.named("ones");
        workflow.map(new Numbers(2500), ones, (n, bits, out) -> out.emit(n, bits.chars().filter(bit -> bit == '1').count()));
        client.run(workflow);

        assertThat(client.count("ones")).isEqualTo(2500);
        assertThat(client.get(ones, 2047L)).containsExactly(11L);
    }

    @Test
    void writeAGroupToFiles() throws IOException {
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
        write(counts, Map.of("be", 2L, "or", 1L, "to\tbe", 2L));
        Path out = directory.resolve("out");
        TupleGroup<String, Long> files = TupleGroup.of("files", Codecs.STRING, Codecs.LONG).asTemporary();

        Workflow workflow = Workflow.named("export");
        workflow.reduce(counts, files, Outputs.text(out.toString(), counts));
        client.run(workflow);

        assertThat(linesIn(out)).containsExactlyInAnyOrder("be\t2", "or\t1", "to\\tbe\t2");
        assertThat(client.groups()).extracting(group -> group.name()).containsExactly("counts");
    }

    @Test
    void writeWhatAReducerEmitsToFiles() throws IOException {
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);
        write(words, Map.of("to", 1L, "be", 5L, "or", 2L));
        String out = directory.resolve("out").toString();
        TupleGroup<String, Long> files = TupleGroup.of("files", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("sums");
        workflow.reduce(words, files, Outputs.text(out, Codecs.STRING, Codecs.LONG).gzip().reducer((word, ns, lines) -> {
            long sum = 0;
            for (long n : ns) {
                sum += n;
            }
            lines.emit(word, sum);
        }));
        client.run(workflow);

        TupleGroup<String, Long> again = TupleGroup.of("again", Codecs.STRING, Codecs.LONG);
        Workflow read = Workflow.named("read");
        read.map(Sources.csv(out).separator('\t').columns("word", "sum"), again,
                (position, row, lines) -> lines.emit(row.text("word"), row.getLong("sum")));
        client.run(read);
        assertThat(client.scan(again).toList()).isEqualTo(client.scan(words).toList());
        assertThat(client.scan(files).toList()).hasSize(client.cluster().subgroupCount())
                .allMatch(file -> file.getKey().startsWith(out + "/part-0000") && file.getKey().endsWith(".gz"));
    }

    @Test
    void writeCommaSeparatedValuesAndJson() throws IOException {
        TupleGroup<String, City> cities = TupleGroup.of("cities", Codecs.STRING, Codecs.record(City.class));
        write(cities, Map.of("CH", new City("Biel, \"Bienne\"", 55_000)));
        String out = directory.resolve("out").toString();
        String json = directory.resolve("json").toString();
        TupleGroup<String, Long> files = TupleGroup.of("files", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> documents = TupleGroup.of("documents", Codecs.STRING, Codecs.LONG).asTemporary();

        Workflow workflow = Workflow.named("export");
        workflow.map(cities, files, Outputs.csv(out, cities));
        workflow.map(cities, documents, Outputs.jsonLines(json, cities).valuesOnly());
        client.run(workflow);

        assertThat(linesIn(directory.resolve("out"))).contains("key,name,people", "CH,\"Biel, \"\"Bienne\"\"\",55000")
                .hasSize(client.cluster().subgroupCount() + 1);
        assertThat(linesIn(directory.resolve("json"))).containsExactly("{\"name\":\"Biel, \\\"Bienne\\\"\",\"people\":55000}");

        TupleGroup<String, Long> again = TupleGroup.of("again", Codecs.STRING, Codecs.LONG);
        Workflow read = Workflow.named("read");
        read.map(Sources.csv(out).as(City.class), again, (at, city, to) -> to.emit(city.name(), city.people()))
                .from(Sources.jsonLines(json).as(City.class), (at, city, to) -> to.emit(city.name(), city.people()));
        client.run(read);
        assertThat(client.get(again, "Biel, \"Bienne\"")).containsExactly(55_000L, 55_000L);
    }

    @Test
    void importFromAnySource() throws IOException {
        String file = Files.writeString(directory.resolve("cities.csv"), "name,people\nBern,134000\nLyon,522000\n").toString();
        TupleGroup<Long, City> cities = TupleGroup.of("cities", Codecs.LONG, Codecs.record(City.class));
        try (GroupWriters<Long, City> writers = client.writers(cities, 4)) {
            writers.appendAll(Sources.csv(file).as(City.class), new Transferred());
            writers.commit();
        }
        assertThat(client.get(cities, 24L)).containsExactly(new City("Lyon", 522000));

        TupleGroup<Long, String> bits = TupleGroup.of("bits", Codecs.LONG, Codecs.STRING);
        Transferred done = new Transferred();
        try (GroupWriters<Long, String> writers = client.writers(bits, 2)) {
            writers.appendAll(new Numbers(25_000), done);
            writers.commit();
        }
        assertThat(client.count("bits")).isEqualTo(25_000).isEqualTo(done.tuples());
        assertThat(client.get(bits, 5L)).containsExactly("101");
    }

    @Test
    void aSourceThatFailsIsNamedAndNothingIsImported() throws IOException {
        String file = Files.writeString(directory.resolve("cities.csv"), "name,people\nBern\n").toString();
        TupleGroup<Long, City> cities = TupleGroup.of("cities", Codecs.LONG, Codecs.record(City.class));
        try (GroupWriters<Long, City> writers = client.writers(cities, 4)) {
            assertThatThrownBy(() -> writers.appendAll(Sources.csv(file).as(City.class), new Transferred()))
                    .hasMessageContaining(file).hasMessageContaining("it has 1 fields, there are 2 columns");
        }
        assertThat(client.groups()).isEmpty();
    }

    @Test
    void aSourceWithNothingToReadIsRefused() {
        TupleGroup<Long, String> none = TupleGroup.of("none", Codecs.LONG, Codecs.STRING);
        Workflow workflow = Workflow.named("none");
        workflow.map(new Numbers(0), none, (n, bits, out) -> out.emit(n, bits));
        assertThatThrownBy(() -> client.run(workflow)).isInstanceOf(SssException.class)
                .hasMessageContaining("job 'map-1' without input").hasMessageContaining("its source has nothing to read");
    }

    private <K, V> void write(TupleGroup<K, V> group, Map<K, V> tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }

    private static List<String> linesIn(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }
}
