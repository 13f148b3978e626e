package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.Scan;
import org.sss.client.SssClient;
import org.sss.net.rpc.Json;

/** Imports and exports files of all formats by commands. */
class ImportExportIT {
    private static final String CITIES =
            "name,country,people\nBern,CH,134000\n\"Biel, Bienne\",CH,55000\nLyon,FR,522000\n";
    private static final String EVENTS = """
            {"user":{"name":"ann","age":31},"ms":3,"tags":["a"]}
            {"user":{"name":"böb","age":4},"ms":4}
            """;

    @TempDir
    static Path directory;

    private static String address;

    private final Commands sss = new Commands(address);

    @BeforeAll
    static void start() throws IOException {
        ByteArrayOutputStream started = new ByteArrayOutputStream();
        int code = Main.run(
                new String[] {
                    "cluster",
                    "start",
                    "--nodes",
                    "2",
                    "--dir",
                    directory.resolve("cluster").toString(),
                    "--port",
                    "0",
                    "--json"
                },
                started,
                System.err,
                false);
        assertThat(code).isZero();
        address = Json.mapper().readTree(started.toByteArray()).get("cluster").asText();
    }

    @AfterAll
    static void stop() {
        Main.run(
                new String[] {
                    "cluster", "stop", "--dir", directory.resolve("cluster").toString()
                },
                OutputStream.nullOutputStream(),
                System.err,
                false);
    }

    @AfterEach
    void dropGroups() {
        try (SssClient client = SssClient.connect(address)) {
            client.groups().forEach(group -> client.drop(group.name()));
        }
    }

    @Test
    void importsLinesOfCompressedFiles() throws IOException {
        String plain = file("a.txt", "one\ntwo\n");
        sss.ok("group", "import", "g", plain, gzip("b.txt.gz", "three\n"), zstd("c.zst", "four\nfive"));
        assertThat(sss.ok("group", "export", "g", "-", "--values-only")).isEqualTo("one\ntwo\nthree\nfour\nfive\n");
        assertThat(sss.ok("group", "scan", "g", "--limit", "3")).isEqualTo("0\tone\n4\ttwo\n8\tthree\n");
        sss.ok("group", "import", "tsv", "--tsv", "--values", "long", gzip("d.tsv.gz", "k\t7\nk\t5\n"));
        assertThat(sss.ok("group", "scan", "tsv")).isEqualTo("k\t7\nk\t5\n");
    }

    @Test
    void aFailedExportLeavesTheExistingFile() throws IOException {
        TupleGroup<Bytes, Bytes> wrong = TupleGroup.of("wrong", Codecs.encoded("string"), Codecs.encoded("long"));
        Path file = Files.createDirectory(directory.resolve("exports")).resolve("file");
        Files.writeString(file, "before");
        try (SssClient client = SssClient.connect(address)) {
            try (GroupWriter<Bytes, Bytes> writer = client.write(wrong)) {
                writer.append(Bytes.of("key".getBytes(UTF_8)), Bytes.of("is no long".getBytes(UTF_8)));
                writer.commit();
            }
            assertThatThrownBy(() -> client.export("wrong", file)).isInstanceOf(SssException.class);
        }
        for (String format : new String[] {"--values-only", "--csv", "--json-lines"}) {
            sss.failed("group", "export", "wrong", file.toString(), format);
        }
        assertThat(file).hasContent("before");
        assertThat(file.getParent().toFile().list()).containsExactly("file");
    }

    @Test
    void rejectsABinaryFileWithoutAsText() throws IOException {
        String zip = file("a.zip", "PK\u0003\u0004\nx\n");
        for (String format : new String[] {"--tsv", "--csv", "--json-lines", "--bytes"}) {
            assertThat(sss.failed("group", "import", "g", zip, format))
                    .contains("a.zip' is a zip archive, not lines of text; unpack it first");
        }
        String inside = gzip("zip.gz", "PK\u0003\u0004\nx\n");
        for (String format : new String[] {"--tsv", "--csv", "--json-lines", "--bytes"}) {
            assertThat(sss.failed("group", "import", "g", inside, format))
                    .contains("zip.gz' has a zip archive inside of a gzip file, not lines of text");
        }
        assertThat(sss.ok("group", "ls", "--names")).isEmpty();
        sss.ok("group", "import", "g", zip, "--as-text");
        assertThat(sss.ok("group", "count", "g")).isEqualTo("2\n");
    }

    @Test
    void exportsSelectedColumns() throws IOException {
        sss.ok("group", "import", "rows", "--csv", "--key", "name", file("cities.csv", CITIES));
        String out = directory.resolve("some.csv").toString();
        sss.ok("group", "export", "rows", out, "--columns", "people,key");
        assertThat(Path.of(out)).hasContent("people,key\n134000,Bern\n55000,\"Biel, Bienne\"\n522000,Lyon\n");
        assertThat(sss.ok("group", "export", "rows", "-", "--csv", "--columns", "country", "--values-only"))
                .isEqualTo("country\nCH\nCH\nFR\n");
        assertThat(sss.failed("group", "export", "rows", out, "--columns", "peopel"))
                .contains("there is no column 'peopel' (did you mean 'people'?)");
        assertThat(sss.failed("group", "export", "rows", "-", "--columns", "people"))
                .contains("--columns requires --csv");
    }

    @Test
    void importsIntoMemory() throws IOException {
        sss.ok("group", "import", "lines", "--in-memory", file("a.txt", "one\ntwo\n"));
        sss.ok("group", "import", "packed", "--in-memory", gzip("a.gz", "one\n"));
        assertThat(sss.ok("group", "stat", "packed")).contains(", in memory");
        sss.ok("group", "import", "cities", "--in-memory", "--csv", "--key", "name", file("cities.csv", CITIES));
        assertThat(sss.ok("group", "stat", "lines")).contains(", hash partitioning, in memory\n");
        assertThat(sss.ok("group", "ls"))
                .containsPattern("cities +READY, in memory ")
                .containsPattern("lines +READY, in memory ");
        sss.ok("group", "import", "lines", "--replace", file("b.txt", "three\n"));
        assertThat(sss.ok("group", "stat", "lines")).doesNotContain("in memory");
        assertThat(sss.ok("group", "ls"))
                .containsPattern("cities +READY, in memory ")
                .containsPattern("lines +READY  ");
    }

    @Test
    void aCopyIsASeparateGroup() throws IOException {
        sss.ok("group", "import", "lines", file("a.txt", "one\ntwo\n"));
        assertThat(sss.ok("group", "cp", "lines", "copy")).isEqualTo("group copy: 2 tuples\n");
        assertThat(sss.failed("group", "cp", "lines", "copy")).contains("group 'copy' exists already");
        assertThat(sss.failed("group", "cp", "lins", "other"))
                .contains("there is no group 'lins' (did you mean 'lines'?)");
        sss.ok("group", "rm", "lines");
        assertThat(sss.ok("group", "export", "copy", "-", "--values-only")).isEqualTo("one\ntwo\n");
        assertThat(sss.ok("group", "get", "copy", "4")).isEqualTo("two\n");
        sss.ok("group", "import", "lines", file("b.txt", "three\n"));
        sss.ok("group", "cp", "lines", "copy", "--replace");
        assertThat(sss.ok("group", "ls", "--names")).isEqualTo("copy\nlines\n");
        assertThat(sss.ok("group", "export", "copy", "-", "--values-only")).isEqualTo("three\n");
        assertThat(sss.ok("group", "ls", "copy")).contains("copy of lines");
    }

    @Test
    void listsAndDropsGroupsByPattern() throws IOException {
        String file = file("a.txt", "one\n");
        for (String group : List.of("tmp-1", "tmp-2", "lines")) {
            sss.ok("group", "import", group, file);
        }
        assertThat(sss.ok("group", "ls", "tmp-*", "--names")).isEqualTo("tmp-1\ntmp-2\n");
        assertThat(sss.ok("group", "rm", "tmp-?", "--dry-run"))
                .contains("would drop tmp-1: 1 tuple, ")
                .hasLineCount(2);
        assertThat(sss.ok("group", "rm", "*", "--older-than", "1d", "--json")).isEqualTo("{\"dropped\":[]}\n");
        assertThat(sss.failed("group", "rm", "tmp-*", "lnes"))
                .contains("there is no group 'lnes' (did you mean 'lines'?)");
        assertThat(sss.ok("group", "ls", "--names")).hasLineCount(3);
        assertThat(sss.ok("group", "rm", "tmp-?", "lines"))
                .startsWith("dropped lines: 1 tuple, ")
                .hasLineCount(3);
        assertThat(sss.ok("group", "rm", "tmp-?")).isEmpty();
        assertThat(sss.err()).isEqualTo("no group matches\n");
    }

    @Test
    void importsGlobsAndDirectories() throws IOException {
        file("logs/1.log", "one\n");
        file("logs/2.log", "two\n");
        file("logs/3.txt", "three\n");
        assertThat(sss.ok("group", "import", "g", directory + "/logs/*.log"))
                .startsWith("group g: 2 tuples from 8 B in ");
        assertThat(sss.ok("group", "import", "all", directory + "/logs")).startsWith("group all: 3 tuples");
        assertThat(sss.failed("group", "import", "none", directory + "/logs/*.csv"))
                .isEqualTo("sss: no file matches '" + directory + "/logs/*.csv'; check the path\n");
    }

    @Test
    void importsCsvRowsAsRecordsOrColumns() throws IOException {
        String cities = file("cities.csv", CITIES);
        sss.ok("group", "import", "rows", "--csv", cities);
        assertThat(sss.ok("group", "scan", "rows", "--limit", "1"))
                .isEqualTo("20\t{name=\"Bern\", country=\"CH\", people=\"134000\"}\n");
        sss.ok(
                "group",
                "import",
                "byName",
                "--csv",
                "--key",
                "name",
                "--values",
                "record(people:long,country:string)",
                cities);
        assertThat(sss.ok("group", "get", "byName", "Biel, Bienne")).isEqualTo("{people=55000, country=\"CH\"}\n");
        sss.ok(
                "group",
                "import",
                "people",
                "--csv",
                "--key",
                "country",
                "--value",
                "people",
                "--values",
                "long",
                cities);
        assertThat(sss.ok("group", "get", "people", "CH")).isEqualTo("134000\n55000\n");
        sss.ok(
                "group",
                "import",
                "semicolons",
                "--csv",
                "--separator",
                ";",
                "--columns",
                "a,b",
                "--key",
                "b",
                "--value",
                "a",
                file("s.csv", "1;x\n2;y\n"));
        assertThat(sss.ok("group", "scan", "semicolons")).isEqualTo("x\t1\ny\t2\n");
    }

    @Test
    void importsJsonAsTextRecordsOrFields() throws IOException {
        String events = file("events.jsonl", EVENTS);
        sss.ok("group", "import", "whole", "--json-lines", events);
        assertThat(sss.ok("group", "export", "whole", "-", "--values-only")).isEqualTo(EVENTS);
        sss.ok(
                "group",
                "import",
                "records",
                "--json-lines",
                "--key",
                "ms",
                "--keys",
                "int",
                "--values",
                "record(user:record(name:string,age:int))",
                gzip("events.gz", EVENTS));
        assertThat(sss.ok("group", "get", "records", "4")).isEqualTo("{user={name=\"böb\", age=4}}\n");
    }

    @Test
    void importsExportedCsvAndJson() throws IOException {
        sss.ok(
                "group",
                "import",
                "cities",
                "--csv",
                "--key",
                "name",
                "--values",
                "record(country:string,people:long)",
                file("cities.csv", CITIES));
        String all = sss.ok("group", "scan", "cities");
        String csv = directory.resolve("out.csv").toString();
        assertThat(sss.ok("group", "export", "cities", csv)).startsWith(csv + ": 3 tuples, ");
        assertThat(Path.of(csv))
                .hasContent("key,country,people\nBern,CH,134000\n\"Biel, Bienne\",CH,55000\nLyon,FR,522000\n");
        sss.ok(
                "group",
                "import",
                "again",
                "--csv",
                "--key",
                "key",
                "--values",
                "record(country:string,people:long)",
                csv);
        assertThat(sss.ok("group", "scan", "again")).isEqualTo(all);

        String json = directory.resolve("out.jsonl").toString();
        sss.ok("group", "export", "cities", json, "--json-lines");
        assertThat(Files.readAllLines(Path.of(json)))
                .first()
                .isEqualTo("{\"key\":\"Bern\",\"value\":{\"country\":\"CH\",\"people\":134000}}");
        sss.ok(
                "group",
                "import",
                "third",
                "--json-lines",
                "--key",
                "key",
                "--value",
                "value",
                "--values",
                "record(country:string,people:long)",
                json);
        assertThat(sss.ok("group", "scan", "third")).isEqualTo(all);
    }

    @Test
    void preservesJsonNumbers() throws IOException {
        String prices = "{\"id\":1.10,\"price\":10000000.50,\"rate\":0.12345678901234567890}\n";
        String file = file("prices.jsonl", prices);
        sss.ok("group", "import", "whole", "--json-lines", file);
        assertThat(sss.ok("group", "export", "whole", "-", "--values-only")).isEqualTo(prices);
        sss.ok("group", "import", "byPrice", "--json-lines", "--key", "price", "--value", "rate", file);
        assertThat(sss.ok("group", "get", "byPrice", "10000000.50")).isEqualTo("0.12345678901234567890\n");
        sss.ok(
                "group",
                "import",
                "doubles",
                "--json-lines",
                "--key",
                "id",
                "--keys",
                "double",
                "--value",
                "price",
                "--values",
                "double",
                file);
        assertThat(sss.ok("group", "scan", "doubles")).isEqualTo("1.1\t1.00000005E7\n");
    }

    @Test
    void roundTripsNumbersThatJsonCannotExpress() throws IOException {
        TupleGroup<Long, Double> group = TupleGroup.of("odd", Codecs.LONG, Codecs.DOUBLE);
        List<Double> numbers = List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 0.1);
        try (SssClient client = SssClient.connect(address);
                GroupWriter<Long, Double> writer = client.write(group)) {
            for (int i = 0; i < numbers.size(); i++) {
                writer.append((long) i, numbers.get(i));
            }
            writer.commit();
        }
        String json = directory.resolve("odd.jsonl").toString();
        sss.ok("group", "export", "odd", json, "--json-lines");
        sss.ok(
                "group",
                "import",
                "again",
                "--json-lines",
                "--key",
                "key",
                "--keys",
                "long",
                "--value",
                "value",
                "--values",
                "double",
                json);
        assertThat(sss.ok("group", "scan", "again")).isEqualTo(sss.ok("group", "scan", "odd"));
    }

    enum Color {
        RED,
        GREEN
    }

    record Sale(
            Color color,
            LocalDate day,
            Instant at,
            UUID id,
            BigDecimal price,
            float share,
            short s,
            byte b,
            char c,
            List<Integer> list,
            Set<String> set,
            Map<String, List<Integer>> map,
            Optional<String> note) {}

    @Test
    void roundTripsRecordsOfAllFieldTypes() throws IOException {
        Codec<Sale> codec = Codecs.record(Sale.class);
        TupleGroup<Long, Sale> group = TupleGroup.of("sales", Codecs.LONG, codec);
        Sale one = new Sale(
                Color.GREEN,
                LocalDate.parse("2026-11-26"),
                Instant.parse("2026-11-26T22:05:56.5Z"),
                new UUID(1, 2),
                new BigDecimal("12.50"),
                0.1f,
                (short) -2,
                (byte) 3,
                ',',
                List.of(1, 2),
                Set.of("a, b", "\"c\""),
                Map.of("k", List.of(7)),
                Optional.of("a note"));
        Sale two = new Sale(
                Color.RED,
                LocalDate.MIN,
                Instant.EPOCH,
                new UUID(-1, -2),
                BigDecimal.ZERO,
                Float.POSITIVE_INFINITY,
                (short) 0,
                (byte) 0,
                'é',
                List.of(),
                Set.of(),
                Map.of(),
                Optional.empty());
        try (SssClient client = SssClient.connect(address);
                GroupWriter<Long, Sale> writer = client.write(group)) {
            writer.append(1L, one);
            writer.append(2L, two);
            writer.commit();
        }
        String scanned = sss.ok("group", "scan", "sales");
        assertThat(scanned)
                .contains(
                        "color=\"GREEN\", day=2026-11-26, at=2026-11-26T22:05:56.500Z",
                        "price=12.50",
                        "list=[1, 2]",
                        "note=none");
        String json = directory.resolve("sales.jsonl").toString();
        sss.ok("group", "export", "sales", json, "--json-lines");
        sss.ok(
                "group",
                "import",
                "sales-json",
                "--json-lines",
                "--key",
                "key",
                "--keys",
                "long",
                "--value",
                "value",
                "--values",
                codec.name(),
                json);
        assertThat(sss.ok("group", "scan", "sales-json")).isEqualTo(scanned);
        String csv = directory.resolve("sales.csv").toString();
        sss.ok("group", "export", "sales", csv, "--csv");
        sss.ok(
                "group",
                "import",
                "sales-csv",
                "--csv",
                "--key",
                "key",
                "--keys",
                "long",
                "--values",
                codec.name(),
                csv);
        assertThat(sss.ok("group", "scan", "sales-csv")).isEqualTo(scanned);
        String tsv = directory.resolve("sales.tsv").toString();
        sss.ok("group", "export", "sales", tsv, "--tsv");
        sss.ok("group", "import", "sales-tsv", "--tsv", "--keys", "long", "--values", codec.name(), tsv);
        assertThat(sss.ok("group", "scan", "sales-tsv")).isEqualTo(scanned);
    }

    @Test
    void roundTripsArbitraryBytes() throws IOException {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        TupleGroup<Bytes, Bytes> group = TupleGroup.of("raw", Codecs.BYTES, Codecs.BYTES);
        try (SssClient client = SssClient.connect(address);
                GroupWriter<Bytes, Bytes> writer = client.write(group)) {
            writer.append(Bytes.of(all), Bytes.of("text, \"quoted\""));
            writer.append(Bytes.of("k"), Bytes.of(all));
            writer.append(Bytes.of("k"), Bytes.of(new byte[] {(byte) 0xFF}));
            writer.commit();
        }
        for (String format : List.of("csv", "json-lines")) {
            String file = directory.resolve("raw." + format).toString();
            sss.ok("group", "export", "raw", file, "--" + format);
            sss.ok(
                    "group",
                    "import",
                    "bytes-" + format,
                    "--" + format,
                    "--key",
                    "key",
                    "--keys",
                    "bytes",
                    "--value",
                    "value",
                    "--values",
                    "bytes",
                    file);
            assertThat(tuples("bytes-" + format)).isEqualTo(tuples("raw")).hasSize(3);
            sss.ok("group", "import", "strings-" + format, "--" + format, "--key", "key", "--value", "value", file);
            assertThat(tuples("strings-" + format)).isEqualTo(tuples("raw"));
        }
        sss.ok(
                "group",
                "import",
                "inRecords",
                "--json-lines",
                "--values",
                "record(value:bytes)",
                directory.resolve("raw.json-lines").toString());
        assertThat(sss.ok("group", "stat", "inRecords")).contains("3 tuples");
    }

    @Test
    void oneTupleIsNotManyTuples() throws IOException {
        assertThat(sss.ok("group", "put", "one", "key", file("value", "a value")))
                .isEqualTo("group one: 1 tuple\n");
        assertThat(sss.ok("group", "stat", "one")).contains(", 1 tuple, ");
    }

    /** Keys and values as stored. */
    private static List<Map.Entry<Bytes, Bytes>> tuples(String name) {
        TupleGroup<Bytes, Bytes> group = TupleGroup.of(name, Codecs.BYTES, Codecs.BYTES);
        try (SssClient client = SssClient.connect(address);
                Scan<Bytes, Bytes> scan = client.scan(group)) {
            return scan.toList();
        }
    }

    @Test
    void reportsAnInvalidRowAndWritesNothing() throws IOException {
        String cities = file("cities.csv", CITIES + "Olten,CH,many\n");
        assertThat(sss.failed(
                        "group",
                        "import",
                        "g",
                        "--csv",
                        "--key",
                        "name",
                        "--value",
                        "people",
                        "--values",
                        "long",
                        cities))
                .isEqualTo("sss: file '" + cities + "', line 5 (byte 74): column 'people' has 'many', which is no whole"
                        + " number; nothing was imported (--skip-bad N skips up to N such rows, --bad-rows "
                        + "FILE writes them to a file)\n");
        assertThat(sss.failed("group", "import", "g", "--csv", "--key", "city", cities))
                .contains("there is no column 'city', but name, country, people");
        assertThat(sss.failed("group", "import", "g", "--json-lines", cities))
                .contains("'name,country,people' is not the JSON");
        String towns = file("towns.csv", "name,country,people\nUster,CH,35000\n");
        assertThat(sss.failed(
                        "group",
                        "import",
                        "g",
                        "--csv",
                        "--key",
                        "name",
                        "--value",
                        "people",
                        "--values",
                        "long",
                        towns,
                        cities))
                .startsWith("sss: file '" + cities + "', line 5 (byte 74): column 'people' has 'many'");
        String longKey = "k".repeat(70_000);
        assertThat(sss.failed("group", "import", "g", "--tsv", file("long.tsv", "a\tb\n" + longKey + "\tc\n")))
                .contains("long.tsv', line 2: ", "a key of 70000 bytes", "nothing was imported");
        assertThat(sss.failed(
                        "group",
                        "import",
                        "g",
                        "--csv",
                        "--key",
                        "name",
                        file("long.csv", "name\na\n" + longKey + "\n")))
                .contains("long.csv', line 3 (byte 7): ", "a key of 70000 bytes", "nothing was imported");
        assertThat(sss.ok("group", "ls")).doesNotContainPattern("(?m)^g ");
    }

    @Test
    void rejectsAFieldWithoutAValueByDefault() throws IOException {
        String json = file(
                "null.jsonl",
                "{\"k\":\"a\",\"n\":1}\n{\"k\":\"b\",\"n\":null}\n{\"k\":\"c\"}\n{\"k\":\"d\",\"n\":4}\n");
        String csv = file("null.csv", "k,n\na,1\nb,\nc,\nd,4\n");
        for (String[] rows : new String[][] {{"--json-lines", json}, {"--csv", csv}}) {
            String[] words = {
                "group", "import", "g", "--replace", rows[0], "--key", "k", "--value", "n", "--values", "long", rows[1]
            };
            assertThat(sss.failed(words))
                    .contains(
                            "field 'n' has no value (it is ",
                            "skip such rows with --null skip",
                            "nothing was imported");
            assertThat(sss.ok(and(words, "--null", "skip")))
                    .contains("2 tuples")
                    .endsWith("; 2 rows without a value skipped\n");
            assertThat(sss.ok("group", "scan", "g")).isEqualTo("a\t1\nd\t4\n");
            sss.ok(and(words, "--null", "-1"));
            assertThat(sss.ok("group", "scan", "g")).isEqualTo("a\t1\nb\t-1\nc\t-1\nd\t4\n");
            assertThat(sss.failed(and(words, "--null", "none"))).contains("--null: 'none' is no long");
        }
        sss.ok("group", "import", "texts", "--csv", "--key", "k", "--value", "n", csv);
        assertThat(sss.ok("group", "scan", "texts")).isEqualTo("a\t1\nb\t\nc\t\nd\t4\n");
        assertThat(sss.failed("group", "import", "no", "--csv", "--null", "fail", "--key", "k", "--value", "n", csv))
                .contains("field 'n' has no value");
        sss.ok(
                "group",
                "import",
                "records",
                "--json-lines",
                "--null",
                "0",
                "--key",
                "k",
                "--values",
                "record(n:long,r:record(b:boolean))",
                file("nested.jsonl", "{\"k\":\"a\",\"n\":null,\"r\":{\"b\":true}}\n"));
        assertThat(sss.ok("group", "scan", "records")).isEqualTo("a\t{n=0, r={b=true}}\n");
    }

    @Test
    void skipsBadRowsUpToALimit() throws IOException {
        String csv = file("bad.csv", "k,n\na,1\nb,two\nc\nd,4\n");
        String[] words = {"group", "import", "g", "--csv", "--key", "k", "--value", "n", "--values", "long", csv};
        assertThat(sss.failed(and(words, "--skip-bad", "1"))).contains("this exceeds the limit of --skip-bad");
        assertThat(sss.ok(and(words, "--skip-bad", "2")))
                .contains("2 tuples", "; 2 bad rows skipped, such as: file '" + csv + "'");
        assertThat(sss.ok("group", "scan", "g")).isEqualTo("a\t1\nd\t4\n");
        String json = file("bad.jsonl", "{\"k\":\"a\"}\n{\"k\":\n");
        assertThat(sss.ok("group", "import", "j", "--json-lines", "--key", "k", "--skip-bad", "5", "--json", json))
                .contains("\"skippedBad\":1");
        String tsv = file("bad.tsv", "a\t1\nno tab\nb\ttwo\nc\t3\n");
        assertThat(sss.failed("group", "import", "t", "--tsv", "--values", "long", tsv))
                .contains("bad.tsv', line 2: it has no tab", "--skip-bad N");
        assertThat(sss.ok("group", "import", "t", "--tsv", "--values", "long", "--skip-bad", "2", tsv))
                .contains("bad.tsv', line 2: it has no tab");
        assertThat(sss.ok("group", "scan", "t")).isEqualTo("a\t1\nc\t3\n");
        assertThat(sss.failed("group", "import", "no", "--csv", "--key", "none", "--skip-bad", "9", csv))
                .contains("there is no column 'none'");
    }

    @Test
    void writesBadRowsToAFile() throws IOException {
        String csv = file("bad.csv", "k,n\na,1\nb,two\n\"c\nd\",\"3\"x\nd,4\n");
        String out = directory.resolve("bad-rows.csv").toString();
        assertThat(sss.ok(
                        "group",
                        "import",
                        "g",
                        "--csv",
                        "--key",
                        "k",
                        "--value",
                        "n",
                        "--values",
                        "long",
                        "--bad-rows",
                        out,
                        csv))
                .contains(
                        "2 tuples",
                        "; 2 bad rows written to " + out + ", such as: file '" + csv
                                + "', line 3 (byte 8): column 'n' has 'two'");
        assertThat(Path.of(out))
                .hasContent("file,line,reason,row\n" + csv
                        + ",3,\"column 'n' has 'two', which is no whole number\",\"b,two\"\n" + csv
                        + ",4,field 2 has text after its closing quotation mark; double quotation marks within "
                        + "a field,\"\"\"c\nd\"\",\"\"3\"\"x\"\n");
        sss.ok("group", "import", "bad", "--csv", "--key", "line", "--keys", "int", "--value", "row", out);
        assertThat(sss.ok("group", "get", "bad", "3")).isEqualTo("b,two\n");
        String json = file("bad.jsonl", "{\"k\":\"a\"}\n{\"k\":\n[1]\n");
        String lines = directory.resolve("bad-rows.jsonl").toString();
        sss.ok("group", "import", "j", "--json-lines", "--key", "k", "--bad-rows", lines, json);
        assertThat(Files.readString(Path.of(lines)))
                .startsWith("{\"file\":\"" + json + "\",\"line\":2,\"reason\":")
                .contains("\"row\":\"[1]\"");
        String tsv = file("bad.tsv", "a\t1\nno tab\n");
        String text = directory.resolve("bad-rows.dat").toString();
        sss.ok("group", "import", "t", "--tsv", "--values", "long", "--bad-rows", text, tsv);
        assertThat(sss.err()).contains("the extension .dat selects no format");
        assertThat(Path.of(text)).hasContent(tsv + "\t2\tit has no tab between key and value\tno tab\n");
        assertThat(sss.failed(
                        "group",
                        "import",
                        "l",
                        "--csv",
                        "--key",
                        "k",
                        "--value",
                        "n",
                        "--values",
                        "long",
                        "--bad-rows",
                        out,
                        "--skip-bad",
                        "1",
                        csv))
                .contains("this exceeds the limit of --skip-bad 1");
        assertThat(Files.readString(Path.of(out))).contains("b,two").contains("field 2 has text");
        assertThat(sss.failed("group", "import", "l", "--csv", "--bad-rows", csv, csv))
                .contains("would overwrite a file of the import");
    }

    @Test
    void anImportInWhichNoRowCanBeReadFails() throws IOException {
        String text = file("no.txt", "one\ntwo\n");
        for (String[] format : new String[][] {{"--json-lines"}, {"--tsv"}, {"--csv", "--columns", "a,b"}}) {
            assertThat(sss.failed(and(new String[] {"group", "import", "g", text, "--skip-bad", "9"}, format)))
                    .contains("can be read; the first: file '" + text + "', line 1", "nothing was imported");
        }
        assertThat(sss.ok("group", "ls", "--names")).isEmpty();
    }

    @Test
    void aFieldThatNoRowHasIsAnError() throws IOException {
        String events = file(
                "users.jsonl",
                "{\"ms\":1,\"user\":{\"id\":\"a\"}}\n{\"ms\":null,\"user\":{}}\n{\"ms\":3,\"user\":{\"id\":\"b\"},"
                        + "\"x.y\":\"flat\"}\n");
        String[] words = {
            "group", "import", "g", "--replace", "--json-lines", events, "--value", "ms", "--values", "long"
        };
        sss.ok(and(words, "--null", "skip", "--key", "user.id"));
        assertThat(sss.ok("group", "scan", "g")).isEqualTo("a\t1\nb\t3\n");
        sss.ok(and(words, "--null", "skip", "--key", "x.y"));
        assertThat(sss.ok("group", "scan", "g")).isEqualTo("flat\t3\n");
        String fields = "; the fields of the first row are: ms, user.id; nothing was imported";
        for (String rule : List.of("skip", "7")) {
            assertThat(sss.failed(and(words, "--null", rule, "--key", "usr.id")))
                    .contains("no row has the field 'usr.id' (did you mean 'user.id'?)" + fields);
        }
        assertThat(sss.failed(and(words, "--key", "usr.id")))
                .contains("line 1 (byte 0): field 'usr.id' has no value (it is missing (did you mean 'user.id'?),"
                        + " the fields are: ms, user.id); skip such rows");
        assertThat(sss.failed(
                        "group",
                        "import",
                        "m",
                        "--json-lines",
                        events,
                        "--key",
                        "user.id",
                        "--null",
                        "skip",
                        "--value",
                        "mss"))
                .contains("no row has the field 'mss'");
        assertThat(sss.failed(
                        "group",
                        "import",
                        "r",
                        "--json-lines",
                        events,
                        "--values",
                        "record(user:record(nme:optional(string)))"))
                .contains("no row has the field 'user.nme'", "the fields of the first row are: user.id");
        String empty = file("header.csv", "name,people\n");
        assertThat(sss.failed("group", "import", "c", "--csv", empty, "--key", "nme", "--null", "skip"))
                .contains("there is no column 'nme' (did you mean 'name'?), but name, people");
        assertThat(sss.failed("group", "import", "c", "--csv", empty, "--value", "peple"))
                .contains("there is no column 'peple' (did you mean 'people'?)");
        assertThat(sss.failed("group", "import", "c", "--csv", empty, "--values", "record(nam:string)"))
                .contains("there is no column 'nam'");
        assertThat(sss.ok("group", "ls", "--names")).isEqualTo("g\n");
    }

    @Test
    void printsTheLargestValues() throws IOException {
        sss.ok(
                "group",
                "import",
                "n",
                "--tsv",
                "--values",
                "long",
                file("n.tsv", "a\t3\nb\t-7\nc\t20\nd\t3\nd\t100\n"));
        assertThat(sss.ok("group", "top", "n", "3")).isEqualTo("d\t100\nc\t20\na\t3\n");
        assertThat(sss.ok("group", "top", "n")).isEqualTo("d\t100\nc\t20\na\t3\nd\t3\nb\t-7\n");
        assertThat(sss.ok("group", "scan", "n", "--top", "1", "--to", "d")).isEqualTo("c\t20\n");
        assertThat(sss.ok("group", "top", "n", "1", "--json")).isEqualTo("{\"key\":\"d\",\"value\":100}\n");
        sss.ok("group", "import", "x", "--tsv", "--values", "double", file("x.tsv", "a\t-0.5\nb\t1e9\nc\t-1e9\n"));
        assertThat(sss.ok("group", "top", "x")).isEqualTo("b\t1.0E9\na\t-0.5\nc\t-1.0E9\n");
        assertThat(sss.failed("group", "top", "n", "0")).contains("K is a number from 1 to 1000000, not '0'");
    }

    @Test
    void joinsTwoGroups() throws IOException {
        sss.ok(
                "group",
                "import",
                "users",
                "--csv",
                "--key",
                "id",
                "--values",
                "record(name:string,n:int)",
                file("u.csv", "id,name,n\n1,ann,7\n2,bo,8\n"));
        sss.ok("group", "import", "hits", "--tsv", "--values", "long", file("h.tsv", "1\t5\n1\t6\n3\t9\n"));
        sss.ok("join", "users", "hits", "inner", "--quiet");
        assertThat(sss.ok("group", "scan", "inner"))
                .isEqualTo("1\t{name=\"ann\", n=7, right=5}\n1\t{name=\"ann\", n=7, right=6}\n");
        sss.ok("join", "users", "hits", "left", "--kind", "left");
        assertThat(sss.ok("group", "scan", "left", "--from", "2")).isEqualTo("2\t{name=\"bo\", n=8, right=none}\n");
        sss.ok("join", "users", "hits", "right", "--kind", "right");
        assertThat(sss.ok("group", "export", "right", "-", "--csv"))
                .isEqualTo("key,name,n,right\n1,ann,7,5\n1,ann,7,6\n3,\"\",\"\",9\n");
        sss.ok("join", "users", "users", "self", "--kind", "full");
        assertThat(sss.ok("group", "export", "self", "-", "--csv"))
                .isEqualTo("key,left_name,left_n,right_name,right_n\n1,ann,7,ann,7\n2,bo,8,bo,8\n");
        sss.ok("join", "users", "hits", "full", "--kind", "full");
        assertThat(sss.ok("group", "export", "full", "-", "--csv"))
                .isEqualTo("key,name,n,right\n1,ann,7,5\n1,ann,7,6\n2,bo,8,\"\"\n3,\"\",\"\",9\n");
        sss.ok("group", "import", "lines", file("a.txt", "one\n"));
        assertThat(sss.failed("join", "users", "lines", "no"))
                .contains("the keys of 'users' are string, those of 'lines' are long");
    }

    @Test
    void listsGroupsInTheOrderThatIsAskedFor() throws IOException {
        sss.ok("group", "import", "a", file("a.txt", "one\n"));
        sss.ok("group", "import", "b", file("b.txt", "one\ntwo\nthree\n"));
        assertThat(sss.ok("group", "ls", "--names")).isEqualTo("a\nb\n");
        assertThat(sss.ok("group", "ls", "--names", "--sort", "bytes")).isEqualTo("b\na\n");
        assertThat(sss.ok("group", "ls", "--names", "--sort", "tuples")).isEqualTo("b\na\n");
        assertThat(sss.ok("group", "ls", "--sort", "created"))
                .containsPattern("(?s)\nb .*\na ")
                .doesNotContain("COMPRESSION");
        assertThat(sss.failed("group", "ls", "--sort", "age"))
                .contains("--sort takes name, bytes, tuples or created, not 'age'");
    }

    @Test
    void readsStandardInput() throws IOException {
        java.io.InputStream before = System.in;
        try {
            assertThat(from("one\ntwo\n", "group", "import", "text", "-")).startsWith("group text: 2 tuples from 8 B");
            assertThat(sss.ok("group", "scan", "text")).isEqualTo("0\tone\n4\ttwo\n");
            String gz = gzip("in.gz", "a,b\n1,2\nx\n");
            from(
                    Files.readAllBytes(Path.of(gz)),
                    "group",
                    "import",
                    "csv",
                    "--csv",
                    "--skip-bad",
                    "1",
                    "-",
                    file("more.csv", "b,a\n4,3\n"));
            assertThat(sss.out()).contains("standard input, line 3 (byte 8 of its content): it has 1 fields");
            assertThat(sss.ok("group", "export", "csv", "-", "--values-only"))
                    .isEqualTo("{a=\"1\", b=\"2\"}\n{a=\"3\", b=\"4\"}\n");
            from(
                    "{\"k\":\"a\",\"n\":\"x\"}\n",
                    "group",
                    "import",
                    "json",
                    "--json-lines",
                    "--key",
                    "k",
                    "--value",
                    "n",
                    "-");
            assertThat(sss.ok("group", "scan", "json")).isEqualTo("a\tx\n");
            from("k\t7\n", "group", "import", "tsv", "--tsv", "--values", "long", "-", "--as-text");
            assertThat(sss.ok("group", "scan", "tsv")).isEqualTo("k\t7\n");
            System.setIn(new java.io.ByteArrayInputStream("PK\u0003\u0004\n".getBytes(UTF_8)));
            assertThat(sss.failed("group", "import", "zip", "-"))
                    .contains("standard input is a zip archive, not lines of text");
            assertThat(sss.failed("group", "import", "twice", "-", "-"))
                    .contains("'-' (standard input) is named twice");
            assertThat(sss.failed("stream", "--map", "cat", "--input", "files:-", "--output", "o"))
                    .contains("the nodes cannot read standard input; import it first");
        } finally {
            System.setIn(before);
        }
    }

    private String from(String input, String... words) {
        return from(input.getBytes(UTF_8), words);
    }

    private String from(byte[] input, String... words) {
        System.setIn(new java.io.ByteArrayInputStream(input));
        return sss.ok(words);
    }

    @Test
    void quietImportAndExportPrintNothing() throws IOException {
        assertThat(sss.ok("group", "import", "lines", "--quiet", file("a.txt", "one\n")))
                .isEmpty();
        assertThat(sss.err()).isEmpty();
        assertThat(sss.ok(
                        "group",
                        "export",
                        "lines",
                        directory.resolve("quiet.odd").toString(),
                        "--quiet"))
                .isEmpty();
        assertThat(sss.err()).isEmpty();
        assertThat(sss.failed("group", "import", "lines", "--quiet", file("a.txt", "one\n")))
                .contains("exists already");
    }

    private static String[] and(String[] words, String... more) {
        return java.util.stream.Stream.of(words, more)
                .flatMap(java.util.stream.Stream::of)
                .toArray(String[]::new);
    }

    @Test
    void rejectsAdditionalColumnsOfLaterFiles() throws IOException {
        String empty = file("csv/1.csv", "");
        String two = file("csv/2.csv", "a,b\n1,2\n");
        String three = file("csv/3.csv", "b,a,c\n3,4,5\n");
        sss.ok("group", "import", "two", "--csv", empty, two);
        assertThat(sss.ok("group", "scan", "two")).isEqualTo("4\t{a=\"1\", b=\"2\"}\n");
        assertThat(sss.failed("group", "import", "g", "--csv", empty, two, three))
                .contains(
                        "column 'c' is not in the first file",
                        "--values 'record(NAME:TYPE,...)'",
                        "nothing was imported");
        sss.ok("group", "import", "some", "--csv", "--values", "record(a:int,b:int)", empty, two, three);
        assertThat(sss.ok("group", "scan", "some")).isEqualTo("4\t{a=1, b=2}\n14\t{a=4, b=3}\n");
    }

    @Test
    void rejectsInconsistentOptions() throws IOException {
        String cities = file("cities.csv", "the name,people\nBern,1\n");
        assertThat(sss.failed("group", "import", "g", "--csv", "--tsv", cities)).contains("are mutually exclusive");
        assertThat(sss.failed("group", "import", "g", "--key", "name", cities))
                .contains("--key requires --csv or --json-lines");
        assertThat(sss.failed("group", "import", "g", "--values", "long", cities))
                .contains("plain lines have long keys and string values");
        assertThat(sss.failed("group", "import", "g", "--csv", "--values", "long", cities))
                .contains("requires --value COLUMN");
        assertThat(sss.failed("group", "import", "g", "--csv", cities))
                .contains("column 'the name'")
                .contains("--columns");
    }

    private static String file(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }

    private static String gzip(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(file))) {
            to.write(text.getBytes(UTF_8));
        }
        return file.toString();
    }

    private static String zstd(String name, String text) throws IOException {
        return Files.write(directory.resolve(name), Zstd.compress(text.getBytes(UTF_8)))
                .toString();
    }
}
