package org.sss.spark.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;

/** Each type of SSS in Spark, and back. */
class SqlTypesIT {
    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00.123456Z");

    @TempDir
    private static Path directory;

    private static SqlCluster cluster;

    enum Color {
        RED,
        GREEN
    }

    record Place(String country, int year) {}

    record Everything(
            boolean flag,
            float ratio,
            short small,
            byte tiny,
            char letter,
            UUID id,
            Instant at,
            LocalDate day,
            Color color,
            List<Optional<Integer>> list,
            Map<String, Long> map,
            Set<String> set,
            Optional<Double> maybe,
            Place place) {}

    record Price(BigDecimal amount) {}

    private static final Everything ALL = new Everything(
            true,
            0.5f,
            (short) 3,
            (byte) 4,
            'ä',
            UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
            NOON,
            LocalDate.of(1969, 7, 20),
            Color.GREEN,
            List.of(Optional.of(1), Optional.empty()),
            Map.of("a", 1L),
            Set.of("x"),
            Optional.empty(),
            new Place("jp", 2012));

    @BeforeAll
    static void start() throws IOException {
        cluster = SqlCluster.start(
                directory,
                Map.of(
                        "spark.sql.session.timeZone", "UTC",
                        "spark.sql.catalog.flat", SssCatalog.class.getName(),
                        "spark.sql.catalog.flat.flatten", "true",
                        "spark.sql.catalog.flat.truncate", "true",
                        "spark.sql.catalog.flat.decimal", "10,2"));
        // Catalogs are made at their first use, so that the address can be set now.
        cluster.spark.conf().set("spark.sql.catalog.flat.cluster", cluster.address);
        cluster.spark.conf().set("spark.sql.catalog.flat.security", "off");
        cluster.write(everything("all"), List.of(Map.entry(new Place("fr", 2010), ALL)));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static TupleGroup<Place, Everything> everything(String name) {
        return TupleGroup.of(name, Codecs.record(Place.class), Codecs.record(Everything.class));
    }

    @Test
    void allTypesAreShown() {
        assertThat(cluster.spark
                        .table("sss.all")
                        .schema()
                        .apply("value")
                        .dataType()
                        .sql())
                .isEqualTo("STRUCT<flag: BOOLEAN NOT NULL, ratio: FLOAT NOT NULL, small: SMALLINT NOT NULL, "
                        + "tiny: TINYINT NOT NULL, letter: STRING NOT NULL, id: STRING NOT NULL, "
                        + "at: TIMESTAMP NOT NULL, day: DATE NOT NULL, color: STRING NOT NULL, "
                        + "list: ARRAY<INT> NOT NULL, "
                        + "map: MAP<STRING, BIGINT> NOT NULL, set: ARRAY<STRING> NOT NULL, maybe: DOUBLE, "
                        + "place: STRUCT<country: STRING NOT NULL, year: INT NOT NULL> NOT NULL>");
        assertThat(cluster.rows("SELECT key, value.* FROM sss.all"))
                .containsExactly("[[fr,2010],true,0.5,3,4,ä,00112233-4455-6677-8899-aabbccddeeff,"
                        + "2026-11-29 12:00:00.123456,1969-07-20,GREEN,ArraySeq(1, null),Map(a -> 1),ArraySeq(x),null,"
                        + "[jp,2012]]");
    }

    @Test
    void allTypesComeBack() {
        cluster.write(everything("back"), List.of());
        cluster.spark.sql("INSERT OVERWRITE sss.back SELECT * FROM sss.all");
        assertThat(cluster.client.group("back").valueType())
                .isEqualTo(cluster.client.group("all").valueType());
        assertThat(cluster.client.get(everything("back"), new Place("fr", 2010)))
                .containsExactly(ALL);
    }

    /** Rows have small decimals as numbers and large ones as bytes. */
    @Test
    void decimalsOfAllSizesAreWritten() {
        record Prices(BigDecimal small, BigDecimal large, List<BigDecimal> more) {}
        cluster.spark.sql("CREATE TABLE sss.decimals TBLPROPERTIES ("
                + "'values' = 'record(small:decimal,large:decimal,more:list(decimal))') AS "
                + "SELECT id AS key, struct(CAST(id + 0.25 AS DECIMAL(10,2)) AS a, "
                + "CAST(12345678901234567890.5 AS DECIMAL(30,1)) AS b, array(CAST(1.5 AS DECIMAL(4,1))) AS c) AS value "
                + "FROM range(2)");
        assertThat(cluster.client.get(TupleGroup.of("decimals", Codecs.LONG, Codecs.record(Prices.class)), 1L))
                .containsExactly(new Prices(
                        new BigDecimal("1.25"),
                        new BigDecimal("12345678901234567890.5"),
                        List.of(new BigDecimal("1.5"))));
        assertThatThrownBy(() -> TypeOptions.of(Map.of("decimal", "38"))).hasMessageContaining("such as 38,18");
    }

    @Test
    void fieldsOfRecordsAreColumns() {
        assertThat(cluster.rows("SELECT year, letter, place.country, maybe FROM flat.all WHERE country = 'fr'"))
                .containsExactly("[2010,ä,jp,null]");
        TupleGroup<Place, Place> twice = TupleGroup.of("twice", Codecs.record(Place.class), Codecs.record(Place.class));
        cluster.write(twice, List.of());
        assertThatThrownBy(() -> cluster.rows("SELECT * FROM flat.twice"))
                .hasStackTraceContaining("two of its columns are named 'country'; set the option 'flatten' to false");
        assertThatThrownBy(() -> cluster.spark.sql("INSERT OVERWRITE flat.all SELECT * FROM flat.all"))
                .hasMessageContaining("is written from the columns key and value");
    }

    @Test
    void scalarsOfAllKindsAreKeys() {
        cluster.write(
                TupleGroup.of("doubles", Codecs.DOUBLE, Codecs.BYTES),
                List.of(Map.entry(-0.0, Bytes.of("zero")), Map.entry(Double.NaN, Bytes.of("nan"))));
        assertThat(cluster.rows("SELECT key, CAST(value AS STRING) FROM sss.doubles WHERE key = 0.0D"))
                .containsExactly("[0.0,zero]");
        assertThat(cluster.rows("SELECT CAST(value AS STRING) FROM sss.doubles WHERE key > 1.0D"))
                .containsExactly("[nan]");
        cluster.write(TupleGroup.of("ints", Codecs.INT, Codecs.STRING), List.of(Map.entry(-5, "a"), Map.entry(6, "b")));
        assertThat(cluster.rows("SELECT value FROM sss.ints WHERE key < 0")).containsExactly("[a]");
        cluster.write(
                TupleGroup.of("bytes", Codecs.BYTES, Codecs.STRING),
                List.of(Map.entry(Bytes.of(new byte[] {(byte) 0xff}), "high"), Map.entry(Bytes.of("low"), "low")));
        assertThat(cluster.rows("SELECT value FROM sss.bytes WHERE key >= X'80'"))
                .containsExactly("[high]");
        assertThat(cluster.rows("SELECT value FROM sss.bytes WHERE key = X'FF'"))
                .containsExactly("[high]");
    }

    @Test
    void whatSparkWouldLoseIsRefusedByName() {
        record Times(Instant at) {}
        Instant nanos = Instant.parse("2026-11-29T12:00:00.123456789Z");
        cluster.write(
                TupleGroup.of("times", Codecs.LONG, Codecs.record(Times.class)),
                List.of(Map.entry(1L, new Times(nanos))));
        assertThatThrownBy(() -> cluster.rows("SELECT * FROM sss.times"))
                .hasStackTraceContaining("2026-11-29T12:00:00.123456789Z does not fit")
                .hasStackTraceContaining("set the option 'truncate'");
        assertThat(cluster.rows("SELECT at FROM flat.times")).containsExactly("[2026-11-29 12:00:00.123456]");
        cluster.write(
                TupleGroup.of("prices", Codecs.LONG, Codecs.record(Price.class)),
                List.of(
                        Map.entry(1L, new Price(new BigDecimal("1.5"))),
                        Map.entry(2L, new Price(new BigDecimal("0.001")))));
        assertThatThrownBy(() -> cluster.rows("SELECT * FROM sss.prices"))
                .hasStackTraceContaining("group 'prices'")
                .hasStackTraceContaining("set the option 'decimal'");
        assertThat(cluster.rows("SELECT amount FROM flat.prices WHERE key = 1")).containsExactly("[1.50]");
        assertThatThrownBy(() -> cluster.rows("SELECT amount FROM flat.prices WHERE key = 2"))
                .hasStackTraceContaining("0.001 does not fit")
                .hasStackTraceContaining("larger scale");
    }
}
