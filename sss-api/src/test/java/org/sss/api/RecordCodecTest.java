package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
    public record Point(double x, double y) {}

    private record Place(Point p, int n) {}

    private record Everything(
            String s,
            byte[] a,
            Bytes b,
            int i,
            Integer boxedInt,
            long l,
            Long boxedLong,
            double d,
            Double boxedDouble,
            boolean z,
            Boolean boxedBoolean,
            Point p) {}

    private record Two(String first, String second) {}

    private record Row(String s, long l, Bytes b, boolean z, double d) {}

    private record Nothing() {}

    private record Positive(int n) {
        Positive {
            if (n <= 0) {
                throw new IllegalStateException(n + " is not positive");
            }
        }
    }

    private record Loop(int n, Loop next) {}

    private record Unsupported(StringBuilder words) {}

    private static final Codec<Two> TWO = Codecs.record(Two.class);

    @Test
    void encodingOfRecordsIsStable() {
        assertThat(Probe.hex(Codecs.record(Place.class), new Place(new Point(1, -1), 1)))
                .isEqualTo("BF F0 00 00 00 00 00 00 40 0F FF FF FF FF FF FF 80 00 00 01");
        assertThat(Probe.hex(TWO, new Two("a\0b", ""))).isEqualTo("61 00 FF 62 00 00 00 00");
        assertThat(Probe.hex(Codecs.record(Row.class), new Row("é", 2, Bytes.of(new byte[] {0, -1}), true, 0)))
                .isEqualTo("C3 A9 00 00 80 00 00 00 00 00 00 02 00 FF FF 00 00 01 80 00 00 00 00 00 00 00");
        assertThat(Probe.hex(Codecs.record(Nothing.class), new Nothing())).isEmpty();
    }

    @Test
    void typeNameHasFieldsAndTypes() {
        assertThat(Codecs.record(Point.class).name()).isEqualTo("record(x:double,y:double)");
        assertThat(Codecs.record(Place.class).name()).isEqualTo("record(p:record(x:double,y:double),n:int)");
        assertThat(Codecs.record(Nothing.class).name()).isEqualTo("record()");
        assertThat(Codecs.record(Everything.class).name())
                .isEqualTo("record(s:string,a:bytes,b:bytes,i:int,boxedInt:int,"
                        + "l:long,boxedLong:long,d:double,boxedDouble:double,z:boolean,boxedBoolean:boolean,"
                        + "p:record(x:double,y:double))");
    }

    @Test
    void decodesRecordOfEveryFieldType() {
        Everything value = new Everything(
                "s\0é", new byte[] {0, 1}, Bytes.of("b"), 1, -2, 3, -4L, 5.5, -6.5, true, false, new Point(7, 8));

        Everything read = Probe.roundTrip(Codecs.record(Everything.class), value);

        assertThat(read).usingRecursiveComparison().isEqualTo(value);
        assertThat(read.b()).isEqualTo(value.b());
    }

    @Test
    void decodedRecordOwnsItsBytes() {
        Codec<Row> codec = Codecs.record(Row.class).forTask();
        byte[] stored = Probe.encode(codec, new Row("s", 1, Bytes.of("keep"), true, 2));
        Row kept = codec.decode(stored, 0, stored.length);
        Arrays.fill(stored, (byte) 0);

        assertThat(kept.b()).isEqualTo(Bytes.of("keep"));
    }

    @Test
    void byteOrderIsTheOrderOfFields() {
        Comparator<String> text = (a, b) -> Bytes.of(a).compareTo(Bytes.of(b));
        Comparator<Row> order = Comparator.comparing(Row::s, text)
                .thenComparing(Row::l)
                .thenComparing(Row::b)
                .thenComparing(Row::z)
                .thenComparing(Row::d);
        Codec<Row> codec = Codecs.record(Row.class);
        Probe.randomly(5000, random -> () -> {
            Row left = row(random);
            Row right = random.nextBoolean()
                    ? row(random)
                    : new Row(left.s(), random.nextInt(2), row(random).b(), true, 1);
            int byteOrder = Arrays.compareUnsigned(Probe.encode(codec, left), Probe.encode(codec, right));
            assertThat(Integer.signum(byteOrder))
                    .as("%s %s", left, right)
                    .isEqualTo(Integer.signum(order.compare(left, right)));
            assertThat(Probe.roundTrip(codec, left)).isEqualTo(left);
        });
    }

    private static Row row(Random random) {
        return new Row(
                Probe.text(random),
                random.nextInt(3) - 1,
                Bytes.of(Probe.someBytes(random)),
                random.nextBoolean(),
                Probe.real(random));
    }

    @Test
    void distinguishesTextAcrossFieldBoundary() {
        assertThat(Probe.encode(TWO, new Two("a", "b"))).isNotEqualTo(Probe.encode(TWO, new Two("ab", "")));
        assertThat(Probe.encode(TWO, new Two("a", "\0"))).isNotEqualTo(Probe.encode(TWO, new Two("a\0", "")));
    }

    @Test
    void decodesZeroBytesAnywhereInText() {
        for (int length = 1; length < 40; length++) {
            for (int zero = 0; zero < length; zero++) {
                Two value = new Two("x".repeat(zero) + "\0" + "\u0080".repeat(length - zero - 1), "\0".repeat(length));
                assertThat(Probe.roundTrip(TWO, value)).isEqualTo(value);
            }
        }
    }

    @Test
    void rejectsNullFieldByName() {
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT, () -> Probe.encode(TWO, new Two("a", null)), "field 'second'", "Two");
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> Probe.encode(TWO, null), "Two is null");
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> Probe.encode(Codecs.record(Place.class), new Place(null, 1)),
                "field 'p'",
                "Place");
    }

    @Test
    void rejectsUnsupportedFieldTypeByName() {
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> Codecs.record(Unsupported.class),
                "field 'words'",
                "java.lang.StringBuilder",
                "a Codec of your own");
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> Codecs.record(Loop.class), "contains itself");
    }

    @Test
    void rejectsClassRecordItself() {
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT, () -> Codecs.record(Record.class), "java.lang.Record is not a record");
    }

    @Test
    void rejectsCorruptRecords() {
        byte[] good = Probe.encode(TWO, new Two("a\0", "bc"));
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            Probe.assertFails(
                    ErrorCode.CORRUPT, () -> Probe.decode(TWO, cut), "record(first:string,second:string)", "ends");
        }
        Probe.assertFails(
                ErrorCode.CORRUPT,
                () -> Probe.decode(TWO, Arrays.copyOf(good, good.length + 1)),
                "1 bytes after its last field");
        Probe.assertFails(
                ErrorCode.CORRUPT, () -> Probe.decode(TWO, Probe.bytes("00 01 00 00")), "has 1 after a 00 at byte 0");
        Probe.assertFails(
                ErrorCode.CORRUPT,
                () -> Probe.decode(Codecs.record(Point.class), new byte[15]),
                "ends within a field of 8 bytes at byte 8");
        Codec<Row> row = Codecs.record(Row.class);
        byte[] encoded = Probe.encode(row, new Row("", 0, Bytes.of(""), true, 0));
        encoded[2 + 8 + 2] = 2;
        Probe.assertFails(ErrorCode.CORRUPT, () -> Probe.decode(row, encoded), "2 for a boolean");
    }

    @Test
    void taskCodecIsUsableAfterCorruptRecord() {
        Codec<Two> codec = TWO.forTask();
        byte[] good = Probe.encode(codec, new Two("a\0", "b"));

        Probe.assertFails(ErrorCode.CORRUPT, () -> codec.decode(good, 0, 3), "ends");
        assertThat(codec.decode(good, 0, good.length)).isEqualTo(new Two("a\0", "b"));
    }

    @Test
    void reportsExceptionOfConstructorAsUserCode() {
        byte[] zero = Probe.bytes("80 00 00 00");

        Probe.assertFails(
                ErrorCode.USER_CODE,
                () -> Probe.decode(Codecs.record(Positive.class), zero),
                "constructor",
                "Positive",
                "0 is not positive");
    }

    @Test
    void serializesOnlyTheClass() {
        Codec<Place> travelled = Probe.serialized(Codecs.record(Place.class).forTask());
        Place value = new Place(new Point(1, 2), 3);

        assertThat(travelled).isEqualTo(Codecs.record(Place.class)).hasSameHashCodeAs(Codecs.record(Place.class));
        assertThat(travelled).isNotEqualTo(Codecs.record(Point.class));
        assertThat(Probe.roundTrip(travelled, value)).isEqualTo(value);
    }
}
