package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests record fields other than numbers, text and bytes. */
class RecordFieldTypesTest {
    enum Color {
        RED,
        GREEN {},
        BLUE
    }

    record Inner(Optional<Float> share, Color color) {}

    record Small(
            float f,
            Float boxedFloat,
            short s,
            Short boxedShort,
            byte b,
            Byte boxedByte,
            char c,
            Character boxedChar) {}

    record Times(Color color, Instant at, LocalDate day, UUID id, BigDecimal price) {}

    record Many(
            List<String> words,
            Set<Integer> numbers,
            Map<String, List<Inner>> inners,
            Optional<LocalDate> day,
            List<Bytes> raw) {}

    record Key(
            float f,
            short s,
            byte b,
            char c,
            Instant at,
            LocalDate day,
            List<Integer> list,
            Optional<String> text,
            Color color) {}

    private static final Codec<Small> SMALL = Codecs.record(Small.class);
    private static final Codec<Times> TIMES = Codecs.record(Times.class);
    private static final Codec<Many> MANY = Codecs.record(Many.class);
    private static final Codec<Key> KEY = Codecs.record(Key.class);
    private static final Small A_SMALL =
            new Small(1.5f, -0.0f, (short) -2, Short.MAX_VALUE, (byte) -1, Byte.MIN_VALUE, 'a', '\uD800');
    private static final Times A_TIME = new Times(
            Color.GREEN,
            Instant.parse("1969-12-31T23:59:59.5Z"),
            LocalDate.parse("2026-11-26"),
            UUID.fromString("123e4567-e89b-12d3-a456-426614174000"),
            new BigDecimal("-12.50"));
    private static final Many SOME = new Many(
            List.of("b", "a\0"),
            Set.of(3, -1, 2),
            Map.of(
                    "y",
                    List.of(),
                    "x",
                    List.of(new Inner(Optional.of(0.5f), Color.RED), new Inner(Optional.empty(), Color.BLUE))),
            Optional.empty(),
            List.of(Bytes.of("raw")));

    @Test
    void encodingIsStable() {
        assertThat(Probe.hex(SMALL, A_SMALL)).isEqualTo("BF C0 00 00 80 00 00 00 7F FE FF FF 7F 00 00 61 D8 00");
        assertThat(Probe.hex(TIMES, A_TIME))
                .isEqualTo("47 52 45 45 4E 00 00 7F FF FF FF FF FF FF FF 9D CD 65 00"
                        + " 80 00 00 00 00 00 51 2F 12 3E 45 67 E8 9B 12 D3 A4 56 42 66 14 17 40 00 80 00 00 "
                        + "02 FB 1E 00 00");
        assertThat(Probe.hex(MANY, SOME))
                .isEqualTo("01 62 00 00 01 61 00 FF 00 00 00 01 7F FF FF FF 01 80 00 00 02 01 80 00 00 03 00"
                        + " 01 78 00 00 01 01 BF 00 00 00 52 45 44 00 00 01 00 42 4C 55 45 00 00 00 01 79 00 "
                        + "00 00 00 00 01 72 61 77 00 00 00");
    }

    @Test
    void typeNameHasTheTypes() {
        assertThat(SMALL.name())
                .isEqualTo("record(f:float,boxedFloat:float,s:short,boxedShort:short,b:byte,boxedByte:byte,c:char,"
                        + "boxedChar:char)");
        assertThat(TIMES.name()).isEqualTo("record(color:string,at:instant,day:date,id:uuid,price:decimal)");
        assertThat(MANY.name())
                .isEqualTo("record(words:list(string),numbers:set(int),inners:map(string,"
                        + "list(record(share:optional(float),"
                        + "color:string))),day:optional(date),raw:list(bytes))");
        for (Codec<?> codec : List.of(SMALL, TIMES, MANY, KEY)) {
            assertThat(Codecs.isBuiltIn(codec.name())).isTrue();
            assertThat(Codecs.byName(codec.name()).name()).isEqualTo(codec.name());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "float",
                "date",
                "uuid",
                "list(int)",
                "record(a:list)",
                "record(a:list())",
                "record(a:list(int)",
                "record(a:map(int))",
                "record(a:set(int,int))",
                "record(a:optional(x))"
            })
    void rejectsFieldTypesForKeysAndValues(String name) {
        assertThat(Codecs.isBuiltIn(name)).isFalse();
    }

    @Test
    void decodesWhatItEncodes() {
        assertThat(Probe.roundTrip(SMALL, A_SMALL))
                .isEqualTo(
                        new Small(1.5f, 0.0f, (short) -2, Short.MAX_VALUE, (byte) -1, Byte.MIN_VALUE, 'a', '\uD800'));
        assertThat(Probe.roundTrip(TIMES, A_TIME)).isEqualTo(A_TIME);
        assertThat(Probe.roundTrip(MANY, SOME)).isEqualTo(SOME);
        Times extreme =
                new Times(Color.RED, Instant.MIN, LocalDate.MAX, new UUID(-1, 0), new BigDecimal("1e-999999999"));
        assertThat(Probe.roundTrip(TIMES, extreme)).isEqualTo(extreme);
        assertThatThrownBy(() -> Probe.roundTrip(MANY, SOME).words().add("c"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void byteOrderIsTheOrderOfTheFields() {
        Comparator<List<Integer>> lists =
                (a, b) -> Arrays.compare(a.toArray(Integer[]::new), b.toArray(Integer[]::new));
        Comparator<Key> order = Comparator.comparing(Key::f)
                .thenComparing(Key::s)
                .thenComparing(Key::b)
                .thenComparing(Key::c)
                .thenComparing(Key::at)
                .thenComparing(Key::day)
                .thenComparing(Key::list, lists)
                .thenComparing(key -> key.text().map(text -> "1" + text).orElse("0"))
                .thenComparing(key -> key.color().name());
        Probe.randomly(3000, random -> () -> {
            Key left = key(random, null);
            Key right = key(random, left);
            int byteOrder = Arrays.compareUnsigned(Probe.encode(KEY, left), Probe.encode(KEY, right));
            assertThat(Integer.signum(byteOrder))
                    .as("%s %s", left, right)
                    .isEqualTo(Integer.signum(order.compare(left, right)));
            assertThat(Probe.roundTrip(KEY, left)).isEqualTo(left);
        });
    }

    /** Returns a record that equals {@code like} up to one field, so that each field is decisive once. */
    private static Key key(Random random, Key like) {
        int same = like == null ? 0 : random.nextInt(10);
        return new Key(
                same > 0 ? like.f : random.nextInt(5) - 2.5f,
                same > 1 ? like.s : (short) (random.nextInt(3) - 1),
                same > 2 ? like.b : (byte) (random.nextInt(3) - 1),
                same > 3 ? like.c : (char) random.nextInt(),
                same > 4 ? like.at : Instant.ofEpochSecond(random.nextInt(3) - 1, random.nextInt(1_000_000_000)),
                same > 5 ? like.day : LocalDate.ofEpochDay(random.nextInt(9) - 4),
                same > 6
                        ? like.list
                        : random.ints(random.nextInt(3), -1, 2).boxed().toList(),
                same > 7
                        ? like.text
                        : Optional.of("ab".substring(random.nextInt(2))).filter(text -> random.nextBoolean()),
                Color.values()[random.nextInt(3)]);
    }

    @Test
    void equalSetsAndMapsHaveEqualEncodings() {
        Set<Integer> other = new LinkedHashSet<>(List.of(2, 3, -1));
        Many same = new Many(
                new ArrayList<>(SOME.words()), other, new TreeMap<>(SOME.inners()), Optional.empty(), SOME.raw());
        assertThat(Probe.encode(MANY, same)).isEqualTo(Probe.encode(MANY, SOME));
    }

    @Test
    void rejectsRecordsWithoutOrderAsKeys() {
        for (Codec<?> codec : List.of(TIMES, MANY)) {
            Probe.assertFails(
                    ErrorCode.INVALID_ARGUMENT,
                    () -> TupleGroup.of("g", codec, Codecs.LONG),
                    "group 'g' cannot have keys of type");
            TupleGroup.of("g", Codecs.LONG, codec);
        }
        TupleGroup.of("g", KEY, Codecs.LONG);
    }

    @Test
    void copiesRecordsWithLists() {
        assertThat(MANY.copy(SOME)).isNotSameAs(SOME).isEqualTo(SOME);
        assertThat(TIMES.copy(A_TIME)).isSameAs(A_TIME);
    }

    @Test
    void parsesEveryTextForm() {
        checkText(
                TIMES,
                A_TIME,
                "{color=\"GREEN\", at=1969-12-31T23:59:59.500Z, day=2026-11-26, "
                        + "id=123e4567-e89b-12d3-a456-426614174000,"
                        + " price=-12.50}");
        checkText(
                MANY,
                SOME,
                "{words=[\"b\", \"a\\x00\"], numbers=[-1, 2, 3], inners={\"x\"=[{share=0.5, color=\"RED\"}, "
                        + "{share=none,"
                        + " color=\"BLUE\"}], \"y\"=[]}, day=none, raw=[\"raw\"]}");
        Small plain = new Small(1.1f, Float.NaN, (short) 1, (short) 2, (byte) 3, (byte) 4, '"', '\t');
        checkText(
                SMALL,
                plain,
                "{f=1.1, boxedFloat=NaN, s=1, boxedShort=2, b=3, boxedByte=4, c=\"\\\"\", boxedChar=\"\\t\"}");
        assertThat(TextForm.of(MANY)
                        .parse("{words=[ b ,a\\x00], numbers=[3,2, -1], inners={ y = [], x=[{share=0.5,color=RED}, "
                                + "{share=none,"
                                + "color=BLUE}]}, day=none, raw=[raw]}"))
                .isEqualTo(Probe.encode(MANY, SOME));
    }

    private static <R> void checkText(Codec<R> codec, R value, String text) {
        byte[] encoded = Probe.encode(codec, value);
        assertThat(TextForm.of(codec).render(encoded, 0, encoded.length)).isEqualTo(text);
        assertThat(TextForm.of(codec).parse(text)).isEqualTo(encoded);
        Codec<?> byName = Codecs.byName(codec.name());
        Object view = byName.decode(encoded, 0, encoded.length);
        assertThat(view).hasToString(text);
        assertThat(encodedView(byName, view)).isEqualTo(encoded);
    }

    @SuppressWarnings("unchecked")
    private static byte[] encodedView(Codec<?> codec, Object view) {
        return Probe.encode((Codec<Object>) codec, view);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "short|40000|is not between -32768 and 32767",
                "date|26.11.2026|is not written as 2026-11-26",
                "instant|2026-11-26|is not written as 2026",
                "uuid|1-1-1-1-1|is not written as 123e",
                "decimal|x|is no decimal number",
                "char|ab|one character",
                "list(int)|[1, 2|needs ','",
                "set(int)|[1, 1]|two elements with the same encoding",
                "map(int,int)|{1=2, 1=3}|two keys with the same encoding"
            })
    void rejectsTextOfAnotherType(String type, String text, String message) {
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> RecordView.fieldOf(type, text), message);
    }

    record OfLists(List<List<Inner>> lists, Optional<Optional<String>> text) {}

    @Test
    void rejectsCorruptBytes() {
        for (byte[] good : List.of(Probe.encode(MANY, SOME))) {
            for (int length = 0; length < good.length; length++) {
                byte[] cut = Arrays.copyOf(good, length);
                Probe.assertFails(ErrorCode.CORRUPT, () -> Probe.decode(MANY, cut), "ends");
            }
        }
        Random random = new Random(7);
        for (Codec<?> codec : List.of(MANY, TIMES, SMALL, Codecs.record(OfLists.class))) {
            for (int i = 0; i < 3_000; i++) {
                byte[] any = new byte[random.nextInt(60)];
                random.nextBytes(any);
                for (int at = 0; at < any.length; at++) {
                    any[at] = random.nextInt(3) > 0 ? (byte) random.nextInt(2) : any[at];
                }
                checkDecoding(codec, any);
                checkDecoding(Codecs.byName(codec.name()), any);
            }
        }
        Probe.assertFails(ErrorCode.CORRUPT, () -> Probe.decode(MANY, new byte[] {2}), "has 2 before an element");
        Probe.assertFails(
                ErrorCode.CORRUPT,
                () -> Probe.decode(TIMES, Probe.bytes("50 00 00")),
                "has 'P' for the enum",
                "[BLUE, GREEN, RED]");
        byte[] late = Probe.encode(TIMES, A_TIME);
        late[7] = (byte) 0xFF;
        Probe.assertFails(ErrorCode.CORRUPT, () -> Probe.decode(TIMES, late), "has no instant");
    }

    private static void checkDecoding(Codec<?> codec, byte[] any) {
        try {
            codec.decode(any, 0, any.length);
        } catch (SssException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
        }
    }

    record RawList(@SuppressWarnings("rawtypes") List words) {}

    record Wild(List<?> words) {}

    record ArraySet(Set<byte[]> arrays) {}

    record Objects(List<Object> objects) {}

    @Test
    void rejectsFieldsThatCannotBeDecodedByName() {
        for (Class<? extends Record> type : List.of(RawList.class, Wild.class, Objects.class)) {
            Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> Codecs.record(type), "has field '", "List<T>");
        }
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> Codecs.record(ArraySet.class), "use Bytes");
        List<String> withNull = Arrays.asList("a", null);
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> Probe.encode(MANY, new Many(withNull, Set.of(), Map.of(), Optional.empty(), List.of())),
                "an element of field 'words'",
                "is null");
    }
}
