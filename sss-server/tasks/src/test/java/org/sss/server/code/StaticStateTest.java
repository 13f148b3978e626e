package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;

class StaticStateTest {
    static final class Plain {
        static final Logger LOG = LoggerFactory.getLogger(Plain.class);
        static final int LIMIT = 3;
        static final String NAME = "words";
        static final Pattern SPACES = Pattern.compile(" +");
        static final long MASK = 1L << 40;
        static final double LOG_2 = Math.log(2);
        static final Codec<String> CODEC = Codecs.STRING;
        static final Codec<Point> POINTS = Codecs.record(Point.class);
        static final TupleGroup<String, Long> COUNTS =
                TupleGroup.of(NAME, CODEC, Codecs.LONG).replacing();
        static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
        static final VarHandle CALLS;
        static final Charset CHARSET = StandardCharsets.UTF_8;
        static final Duration MINUTE = Duration.ofMinutes(1);
        static final Long ONE = 1L;
        static final Integer MANY = 1_000_000;
        static final Double HALF = 0.5;
        static final Character SPACE = ' ';
        static final Boolean YES = true;
        static final List<String> STOP_WORDS =
                List.of("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "in");
        static final Map<String, Long> SIZES = Map.of("k", 1L << 10, "m", 1L << 20);
        static final Point ORIGIN = new Point(0, 0);
        static final Codec<String> OWN = new Stateless();
        static final Object LOCK = new Object();
        static final ToLongFunction<String> LENGTH = String::length;

        static {
            try {
                CALLS = MethodHandles.lookup().findVarHandle(Plain.class, "calls", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int calls;

        static int half(int n) {
            assert n % 2 == 0;
            return n / 2;
        }
    }

    record Point(long x, long y) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    static class Stateless implements Codec<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "own";
        }

        @Override
        public void encode(String text, ByteSink sink) {
            Codecs.STRING.encode(text, sink);
        }

        @Override
        public String decode(byte[] bytes, int offset, int length) {
            return Codecs.STRING.decode(bytes, offset, length);
        }
    }

    /** Keeps what it has seen, in a field of a type that says nothing of it. */
    static final class Remembering extends Stateless {
        private static final long serialVersionUID = 1L;
        private final AtomicLong seen = new AtomicLong();

        @Override
        public String decode(byte[] bytes, int offset, int length) {
            seen.incrementAndGet();
            return super.decode(bytes, offset, length);
        }
    }

    enum Colour {
        RED(1),
        GREEN(2) {
            @Override
            int twice() {
                return 4;
            }
        };

        private final int number;

        Colour(int number) {
            this.number = number;
        }

        int twice() {
            return 2 * number;
        }
    }

    static class Switching {
        static String name(Colour colour) {
            return switch (colour) {
                case RED -> "red";
                case GREEN -> "green";
            };
        }
    }

    interface Constants {
        Pattern COMMA = Pattern.compile(",");
    }

    static class Counting {
        static int calls;
    }

    static class Listing {
        static final List<String> SEEN = new ArrayList<>();
    }

    static class Table {
        static final int[] TABLE = {1, 2};
    }

    static class PerThread {
        static final ThreadLocal<String> OWN = new ThreadLocal<>();
    }

    enum Switch {
        ONE;

        private boolean on;

        boolean turn() {
            on = !on;
            return on;
        }
    }

    enum Started {
        ONE;

        private final long nanos = System.nanoTime();

        long nanos() {
            return nanos;
        }
    }

    enum Keeper {
        ONE;

        private final Map<String, String> kept = new HashMap<>();

        void put(String text) {
            kept.put(text, text);
        }
    }

    static class Dictionary {
        static final Codec<String> CODEC = new Remembering();
    }

    static class InAGroup {
        static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", new Remembering(), Codecs.LONG);
    }

    static class InAList {
        static final List<Codec<String>> CODECS = List.of(Codecs.STRING, new Remembering());
    }

    static class ArraysInAList {
        static final List<long[]> COUNTS = List.of(new long[1]);
    }

    record Holder(long[] counts) {}

    static class InARecord {
        static final Holder HOLDER = new Holder(new long[1]);
    }

    static class Captured {
        static final ToLongFunction<String> COUNTING = counting(new AtomicLong());

        private static ToLongFunction<String> counting(AtomicLong count) {
            return text -> count.incrementAndGet();
        }
    }

    static class Escaping {
        static final Escaping ONE = new Escaping();
        private final Runnable own = this::toString;

        Runnable own() {
            return own;
        }
    }

    static class OfAnother {
        static final String HOME = Configured.HOME;
    }

    static class SideEffect {
        static {
            Counting.calls = 1;
        }
    }

    static class Registering {
        static {
            System.setProperty("registered", "true");
        }
    }

    static class Today {
        static final LocalDate DAY = LocalDate.now();
    }

    static class Initial {
        static final long MILLIS = System.currentTimeMillis();
    }

    static class BoxedSetting {
        static final Integer LEVEL = Integer.getInteger("level", 1);
    }

    static class Branch {
        static final Boolean IS_LATE = System.nanoTime() > 0;
    }

    static class BranchOnly {
        static final long LEVEL;

        static {
            if (Boolean.getBoolean("level")) {
                LEVEL = 1;
            } else {
                LEVEL = 2;
            }
        }
    }

    static class Configured {
        static final String HOME = System.getProperty("user.home");
    }

    static class Native {
        native void call();
    }

    /** A handle may be bound to an object that changes. */
    static class Bound {
        static final MethodHandle ADD = bound();

        private static MethodHandle bound() {
            try {
                return MethodHandles.lookup()
                        .bind(new ArrayList<>(), "add", MethodType.methodType(boolean.class, Object.class));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static byte[] content(String internalName) {
        if (!internalName.startsWith(StaticStateTest.class.getName().replace('.', '/'))) {
            return null;
        }
        try (InputStream in = StaticStateTest.class.getResourceAsStream("/" + internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> state(String... classes) {
        StaticState state = new StaticState(StaticStateTest::content);
        for (String name : classes) {
            state.add(content(StaticStateTest.class.getName().replace('.', '/') + (name.isEmpty() ? "" : "$" + name)));
        }
        return state.find();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Plain",
                "Point",
                "Stateless",
                "Remembering",
                "Colour",
                "Colour$1",
                "Switching",
                "1",
                "Constants",
                "Holder"
            })
    void constantsAreNoState(String type) {
        assertThat(state(type)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Counting",
                "Listing",
                "Table",
                "PerThread",
                "Switch",
                "Started",
                "Keeper",
                "Dictionary",
                "InAGroup",
                "InAList",
                "ArraysInAList",
                "InARecord",
                "Captured",
                "Escaping",
                "OfAnother",
                "SideEffect",
                "Registering",
                "Today",
                "Initial",
                "BoxedSetting",
                "Branch",
                "BranchOnly",
                "Configured",
                "Native",
                "Bound"
            })
    void whatMayChangeIsState(String type) {
        assertThat(state(type)).isPresent();
        assertThat(state("Plain", type)).isPresent();
    }

    @Test
    void whereTheStateIsIsNamed() {
        String test = StaticStateTest.class.getName();
        assertThat(state("Plain", "Counting")).hasValue(test + "$Counting.calls");
        assertThat(state("Dictionary"))
                .hasValue(test + "$Remembering, whose constructor creates java.util.concurrent.atomic.AtomicLong");
        assertThat(state("Configured"))
                .hasValue(test + "$Configured, whose static initializer calls java.lang.System.getProperty");
    }

    @Test
    void whatIsNoClassFileIsState() {
        StaticState state = new StaticState(name -> null);
        state.add(new byte[0]);
        assertThat(state.find()).isPresent();
    }
}
