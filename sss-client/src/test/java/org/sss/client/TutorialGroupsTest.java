package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.Partitioners;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** The programming guide, groups: each test is one example, quoted in docs/guide. */
class TutorialGroupsTest {
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

    @Test
    void placeTuplesWithAPartitioner() {
        TupleGroup<String, Long> stock = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        write(stock, Map.of("pear", 5L, "apple", 3L));
        TupleGroup<String, Long> sorted = TupleGroup.of("sorted", Codecs.STRING, Codecs.LONG);
        try (GroupWriter<String, Long> writer = client.write(sorted, Partitioners.range(stock))) {
            writer.append("plum", 2L);
            writer.append("fig", 1L);
            writer.commit();
        }

        assertThat(client.get(sorted, "fig")).containsExactly(1L);
    }

    @Test
    void writeFromSeveralProcesses() {
        TupleGroup<String, Long> stock = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        try (DistributedWrite<String, Long> write = client.openWrite(stock, 2)) {
            WriteTicket<String, Long> ticket = write.ticket(); // Serializable: send it to the other processes
            List<WrittenAttempt> done = List.of(writeSource(client, ticket, 0), writeSource(client, ticket, 1));
            write.commit(done);
        }

        assertThat(client.get(stock, "apple")).containsExactly(0L, 1L);
    }

    /** Runs in any process, with a client of its own; the result is Serializable, too. */
    static WrittenAttempt writeSource(SssClient client, WriteTicket<String, Long> ticket, int source) {
        try (AttemptWriter<String, Long> writer = ticket.writer(client, source, 1)) {
            writer.append("apple", (long) source);
            return writer.finish();
        }
    }

    @Test
    void readManyKeys() {
        TupleGroup<String, Long> stock = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        write(stock, Map.of("apple", 3L, "pear", 5L));

        GroupReader<String, Long> reader = client.reader(stock);
        List<List<Long>> amounts = reader.getAll(List.of("pear", "plum", "apple"));
        assertThat(amounts).containsExactly(List.of(5L), List.of(), List.of(3L));
    }

    @Test
    void readAGroupByParts() {
        TupleGroup<String, Long> stock = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        write(stock, Map.of("apple", 3L, "apricot", 1L, "cherry", 9L, "pear", 5L));

        long sum = IntStream.range(0, 4).parallel().mapToLong(part -> {
            try (Scan<String, Long> scan = client.scan(stock).part(part, 4)) {
                return scan.toList().stream().mapToLong(Map.Entry::getValue).sum();
            }
        }).sum();
        assertThat(sum).isEqualTo(18);
    }

    @Test
    void readPartOfAGroup() {
        TupleGroup<String, Long> stock = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        write(stock, Map.of("apple", 3L, "apricot", 1L, "cherry", 9L, "pear", 5L));

        try (Scan<String, Long> scan = client.scan(stock).prefix("ap").limit(10)) {
            assertThat(scan.toList()).containsExactly(Map.entry("apple", 3L), Map.entry("apricot", 1L));
        }
        try (Scan<String, Long> scan = client.scan(stock).from("b").to("d")) {
            assertThat(scan.toList()).containsExactly(Map.entry("cherry", 9L));
        }
    }

    @Test
    void compressAGroup() throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), "the same again\n".repeat(1000));
        TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING).compressed(Compression.LZ4);
        client.importText(lines, List.of(text), new Transferred());

        assertThat(client.group("lines").storedBytes()).isLessThan(client.group("lines").dataBytes() / 2);
        assertThat(client.get(lines, 15L)).containsExactly("the same again");
    }

    @Test
    void storeLargeValues() throws IOException {
        Path film = Files.write(directory.resolve("film"), new byte[9 << 20]);
        Path copy = directory.resolve("copy");

        TupleGroup<String, Bytes> films = TupleGroup.of("films", Codecs.STRING, Codecs.BYTES);
        try (GroupWriter<String, Bytes> writer = client.write(films); InputStream in = Files.newInputStream(film)) {
            writer.append("spring", in);
            writer.commit();
        }
        try (InputStream value = client.openValue(films, "spring")) {
            Files.copy(value, copy);
        }

        assertThat(copy).hasSameBinaryContentAs(film);

        try (RawTuples tuples = client.raw("films", null, null, null)) {
            while (tuples.next()) {
                String title = Codecs.STRING.decode(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength());
                byte[] first = tuples.valueStream().readNBytes(100);
                assertThat(title + " " + first.length).isEqualTo("spring 100");
            }
        }
    }

    @Test
    void moveTextInAndOut() throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), "one\ntwo\n");
        Path out = directory.resolve("lines.tsv");

        client.importText("lines", List.of(text));
        client.export("lines", out);

        assertThat(out).hasContent("0\tone\n4\ttwo\n");

        TupleGroup<Long, String> again = TupleGroup.of("again", Codecs.LONG, Codecs.STRING);
        client.importTsv(again, List.of(out), new Transferred());

        assertThat(client.get(again, 4L)).containsExactly("two");
    }

    @Test
    void listRenameAndDropGroups() {
        TupleGroup<String, Long> stock = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        write(stock, Map.of("apple", 3L));

        client.rename("stock", "stock-2012");
        assertThat(client.groups()).hasSize(1);
        assertThat(client.count("stock-2012")).isEqualTo(1);
        client.drop("stock-2012");
        assertThat(client.groups()).isEmpty();
    }

    /** A key made of several fields: any record of numbers, strings, booleans, byte arrays and other records. */
    record Visit(String country, int year) {
    }

    @Test
    void useRecordsAsKeys() {
        TupleGroup<Visit, Long> visits = TupleGroup.of("visits", Codecs.record(Visit.class), Codecs.LONG);
        write(visits, Map.of(new Visit("jp", 2010), 7L, new Visit("jp", 2012), 8L, new Visit("fr", 2012), 9L));

        assertThat(client.get(visits, new Visit("jp", 2010))).containsExactly(7L);
        try (Scan<Visit, Long> scan = client.scan(visits)) {
            assertThat(scan.toList()).extracting(Map.Entry::getKey).containsExactly(
                    new Visit("fr", 2012), new Visit("jp", 2010), new Visit("jp", 2012));
        }
        try (Scan<Visit, Long> scan = client.scan(visits)
                .from(new Visit("jp", Integer.MIN_VALUE)).to(new Visit("jp", 2012))) {
            assertThat(scan.toList()).containsExactly(Map.entry(new Visit("jp", 2010), 7L));
        }
    }

    /** Days as the number of days since 1970, so that their bytes are in the order of time. */
    static final class DayCodec implements Codec<LocalDate> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "day";
        }

        @Override
        public void encode(LocalDate day, ByteSink sink) {
            Codecs.LONG.encode(day.toEpochDay(), sink);
        }

        @Override
        public LocalDate decode(byte[] bytes, int offset, int length) {
            return LocalDate.ofEpochDay(Codecs.LONG.decode(bytes, offset, length));
        }
    }

    @Test
    void groupsInMemory() {
        TupleGroup<Long, Long> ranks = TupleGroup.of("ranks", Codecs.LONG, Codecs.LONG).inMemory();
        write(ranks, Map.of(1L, 10L, 2L, 20L));
        Workflow workflow = Workflow.named("double");
        TupleGroup<Long, Long> doubled = TupleGroup.of("doubled", Codecs.LONG, Codecs.LONG).inMemory();
        workflow.map(ranks, doubled, (k, v, out) -> out.emit(k, 2 * v));

        client.run(workflow);
        assertThat(client.get(doubled, 2L)).containsExactly(40L);
        assertThat(client.groups()).allSatisfy(group -> assertThat(group.inMemory()).isTrue());
    }

    @Test
    void writeACodecOfYourOwn() {
        TupleGroup<LocalDate, String> diary = TupleGroup.of("diary", new DayCodec(), Codecs.STRING);
        write(diary, Map.of(LocalDate.of(2012, 3, 1), "spring", LocalDate.of(1969, 12, 31), "cold"));

        try (Scan<LocalDate, String> scan = client.scan(diary)) {
            assertThat(scan.toList()).extracting(Map.Entry::getValue).containsExactly("cold", "spring");
        }
    }

    private <K, V> void write(TupleGroup<K, V> group, Map<K, V> tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }
}
