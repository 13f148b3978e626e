package org.sss.io.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;

class TupleParserTest {
    private static final ProcessCommand LINES = ProcessCommand.of(List.of("x"));
    private static final ProcessCommand BINARY = LINES.with(TupleFormat.BINARY);
    private static final ProcessCommand FRAMED = LINES.with(TupleFormat.FRAMED);
    private static final ProcessCommand ESCAPED = LINES.with(TupleFormat.ESCAPED);

    private final List<String> emitted = new ArrayList<>();

    @Test
    void parsesKeyTabValue() {
        parse(LINES, Codecs.STRING, Codecs.LONG, "a b\t7\n\t-1\nlast\t+12");
        assertThat(emitted).containsExactly("a b=7", "=-1", "last=12");
    }

    @Test
    void parsesNumbersOfPythonAndC() {
        parse(LINES, Codecs.STRING, Codecs.DOUBLE, "a\tnan\nb\tinf\nc\t-Infinity\nd\t1e+16\n");
        assertThat(emitted).containsExactly("a=NaN", "b=Infinity", "c=-Infinity", "d=1.0E16");
        for (String number : List.of("1d", "0x1p3", " 7", "7\r", "\u0667", "")) {
            assertThatThrownBy(() -> parse(LINES, Codecs.STRING, Codecs.DOUBLE, "a\t" + number + "\n"))
                    .as(number)
                    .isInstanceOf(SssException.class)
                    .hasMessageContaining("value is not of type double");
        }
    }

    @Test
    void lineWithoutTabIsAKey() {
        parse(LINES, Codecs.STRING, Codecs.STRING, "a\n\nb\tc\td\n");
        assertThat(emitted).containsExactly("a=", "=", "b=c\td");
    }

    @Test
    void readsPlainTextUnchanged() {
        parse(LINES, Codecs.STRING, Codecs.STRING, "C:\\new\t1\n\\x41\t\\q\r\n");
        assertThat(emitted).containsExactly("C:\\new=1", "\\x41=\\q\r");
    }

    @Test
    void supportsOtherSeparators() {
        ProcessCommand comma = LINES.withSeparator(',');
        parse(comma, Codecs.STRING, Codecs.LONG, "a\tb,7\n");
        parse(comma, Codecs.STRING, Codecs.STRING, "c,d,e\nno\n");
        assertThat(emitted).containsExactly("a\tb=7", "c=d,e", "no=");
        assertThatThrownBy(() -> comma.with(TupleFormat.ESCAPED)).hasMessageContaining("text format");
        assertThatThrownBy(() -> LINES.withSeparator('\n')).hasMessageContaining("one ASCII character");
    }

    @Test
    void writesPlainTextUnchanged() {
        assertThat(written(LINES, "a\\b\r", "c\td\\\r")).isEqualTo("a\\b\r\tc\td\\\r\n");
        assertThat(written(LINES.withSeparator(';'), "a\tb", "c;d")).isEqualTo("a\tb;c;d\n");
        assertThat(written(LINES.withValuesOnly(), "not\nread", "c\td")).isEqualTo("c\td\n");
    }

    @Test
    void rejectsTuplesThatALineCannotContain() {
        assertThatThrownBy(() -> written(LINES, "a\tb", "c"))
                .hasMessageContaining("the key has the separator (a tab)")
                .hasMessageContaining("--format");
        assertThatThrownBy(() -> written(LINES.withSeparator(','), "a,b", "c"))
                .hasMessageContaining("the key has the separator ','");
        assertThatThrownBy(() -> written(LINES, "a\nb", "c")).hasMessageContaining("the key has a newline");
        assertThatThrownBy(() -> written(LINES, "a", "a long line\nand another"))
                .hasMessageContaining("the value has a newline")
                .hasMessageContaining("escaped()");
        assertThatThrownBy(() -> written(LINES.withValuesOnly(), "a", "\n"))
                .hasMessageContaining("the value has a newline");
    }

    private static String written(ProcessCommand command, String key, String value) {
        ByteSink sink = new ByteSink(16);
        new TupleWriter<>(command, Codecs.STRING, Codecs.STRING).write(key, value, sink);
        return new String(sink.toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void unescapes() {
        parse(ESCAPED, Codecs.STRING, Codecs.BYTES, "a\\tb\\n\t\\\\ \\x07\\\"\n");
        assertThat(emitted).containsExactly("a\tb\n=\\ \u0007\"");
    }

    /** Of 8 MiB in pieces of 64 bytes: looked through again for each piece, that would be 512 GiB. */
    @Test
    @Timeout(10)
    void scansLongLineOnce() {
        String line = "x".repeat(8 << 20);
        parse(LINES, Codecs.STRING, Codecs.STRING, (line + "\nend\n").getBytes(StandardCharsets.UTF_8), () -> 64);
        assertThat(emitted).hasSize(2).first().isEqualTo(line + "=");
    }

    @Test
    void reportsLineWithWrongType() {
        assertThatThrownBy(() -> parse(LINES, Codecs.STRING, Codecs.LONG, "a\t1\nb\ttwo\n"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("command 'x' wrote tuple 2 'b\ttwo'")
                .hasMessageContaining("value is not of type long");
        assertThatThrownBy(() -> parse(ESCAPED, Codecs.STRING, Codecs.STRING, "a\\qb\n"))
                .hasMessageContaining("starts none of");
        assertThatThrownBy(() -> parse(BINARY, Codecs.LONG, Codecs.STRING, "\0\0\0\1k\0\0\0\0"))
                .hasMessageContaining("key is not of type long");
    }

    /**
     * As of the command {@code sss stream}, which hands encodings on: others would take the group for a damaged one.
     */
    @Test
    void rejectsInvalidEncodingOfTypeKnownByName() {
        assertThatThrownBy(() -> parse(BINARY, Codecs.STRING, Codecs.encoded("long"), "\0\0\0\1k\0\0\0\0041234"))
                .isInstanceOf(SssException.class)
                .hasMessageContainingAll("command 'x' wrote tuple 1", "value is not of type long", "found 4");
        assertThatThrownBy(() -> parse(BINARY, Codecs.encoded("record(n:int)"), Codecs.STRING, "\0\0\0\1k\0\0\0\0"))
                .hasMessageContaining("key is not of type record(n:int)");
        parse(BINARY, Codecs.encoded("int"), Codecs.encoded("string"), "\0\0\0\0041234\0\0\0\1v");
        assertThat(emitted).containsExactly("1234=v");
    }

    @Test
    void explainsLinesInsteadOfBinaryFormat() {
        assertThatThrownBy(() -> parse(BINARY, Codecs.STRING, Codecs.STRING, "hello\tworld\n"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("writes the binary format");
    }

    @Test
    void rejectsTruncatedTuple() {
        assertThatThrownBy(() -> parse(BINARY, Codecs.STRING, Codecs.STRING, "\0\0\0\1k\0\0\0\2v"))
                .hasMessageContaining("ends in the middle of a tuple");
    }

    @Test
    void parsesChunksOfAnySize() {
        long seed = 20_261_121;
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            ProcessCommand command = List.of(ESCAPED, BINARY, FRAMED).get(round % 3);
            ByteSink sink = new ByteSink(16);
            List<String> expected = new ArrayList<>();
            TupleWriter<String, String> writer = new TupleWriter<>(command, Codecs.STRING, Codecs.STRING);
            for (int i = random.nextInt(6); i >= 0; i--) {
                String key = text(random);
                String value = text(random);
                expected.add(key + "=" + value);
                writer.write(key, value, sink);
            }
            if (command == FRAMED) {
                sink.writeInt(TupleFormat.END);
            }
            emitted.clear();
            parse(command, Codecs.STRING, Codecs.STRING, sink.toByteArray(), () -> 1 + random.nextInt(7));
            assertThat(emitted).as("seed %d, round %d", seed, round).isEqualTo(expected);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(12); length > 0; length--) {
            text.append("ab\t\n\\é\u0001\"".charAt(random.nextInt(8)));
        }
        return text.toString();
    }

    private <K, V> void parse(ProcessCommand command, Codec<K> keys, Codec<V> values, String output) {
        parse(command, keys, values, output.getBytes(StandardCharsets.UTF_8), () -> 1000);
    }

    private <K, V> void parse(
            ProcessCommand command,
            Codec<K> keys,
            Codec<V> values,
            byte[] output,
            java.util.function.IntSupplier pieceBytes) {
        TupleParser<K, V> parser = new TupleParser<>(command, keys, values);
        Emitter<K, V> out = new Emitted<>();
        for (int from = 0, to; from < output.length; from = to) {
            to = Math.min(output.length, from + pieceBytes.getAsInt());
            parser.take(Arrays.copyOfRange(output, from, to), to - from, out);
        }
        parser.end(out);
    }

    private final class Emitted<K, V> implements Emitter<K, V> {
        @Override
        public void emit(K key, V value) {
            emitted.add(key + "=" + value);
        }

        @Override
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
            throw new AssertionError("no other output");
        }

        @Override
        public void count(String counter, long amount) {
            throw new AssertionError("no counter");
        }
    }
}
