package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;

class ConstantsTest {
    static final class Plain {
        static final int LIMIT = 3;
        static final String NAME = "words";
        static final Pattern SPACES = Pattern.compile(" +");
        static final long MASK = 1L << 40;
        static final double RATIO = 0.5;
        static final Codec<String> CODEC = Codecs.STRING;
        static final TupleGroup<String, Long> COUNTS = TupleGroup.of(NAME, CODEC, Codecs.LONG);
        static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
        static final Charset CHARSET = StandardCharsets.UTF_8;
        static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd");
        static final Long ONE = 1L;
        static final Integer MANY = 1_000_000;
        static final Double HALF = 0.5;
        static final Character SPACE = ' ';
        static final Boolean YES = true;

        int calls;
    }

    enum Colour {
        RED(1), GREEN(2);

        private final int number;

        Colour(int number) {
            this.number = number;
        }

        static String name(Colour colour) {
            return switch (colour) {
                case RED -> "red";
                case GREEN -> "green" + colour.number;
            };
        }
    }

    static class Counting {
        static int calls;
    }

    static class Remembering {
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

    static class Opened {
        static final Object ANYTHING = "a string, but who knows";
    }

    static class Today {
        static final LocalDate DAY = LocalDate.now();
    }

    static class Begun {
        static final long MILLIS = System.currentTimeMillis();
    }

    static class BoxedTime {
        static final Long MILLIS = System.currentTimeMillis();
        static final Long ONE = 1L;
    }

    static class BoxedSetting {
        static final Integer LEVEL = Integer.getInteger("level", 1);
    }

    static class BoxedText {
        static final Long NUMBER = Long.valueOf(System.getProperty("number", "1"));
    }

    static class BehindABranch {
        static final Boolean IS_LATE = System.nanoTime() > 0;
        static final Long ONE = 1L;
    }

    /** A handle may be bound to an object that changes. */
    static class Bound {
        static final MethodHandle ADD = bound();

        private static MethodHandle bound() {
            try {
                return MethodHandles.lookup().bind(new ArrayList<>(), "add", MethodType.methodType(boolean.class, Object.class));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Configured {
        static final String HOME = System.getProperty("user.home");
    }

    private static Optional<String> state(Class<?>... types) throws IOException {
        Map<Class<?>, Set<String>> classes = new LinkedHashMap<>();
        for (Class<?> type : types) {
            try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
                classes.put(type, new ClassFile(in.readAllBytes()).computedStatics());
            }
        }
        return Constants.state(classes);
    }

    @Test
    void constantsAreNoState() throws IOException {
        for (Class<?> type : List.of(Plain.class, Colour.class)) {
            assertThat(state(type)).as(type.getName()).isEmpty();
        }
        assertThat(Colour.name(Colour.GREEN)).isEqualTo("green2");
    }

    @Test
    void whatCanChangeIsState() throws IOException {
        for (Class<?> type : List.of(Counting.class, Remembering.class, Table.class, PerThread.class, Switch.class, Opened.class,
                Bound.class)) {
            assertThat(state(type)).as(type.getName()).isPresent();
            assertThat(state(Plain.class, type)).as(type.getName()).isPresent();
        }
    }

    @Test
    void whatMayBeComputedAnewIsState() throws IOException {
        for (Class<?> type : List.of(Today.class, Begun.class, Configured.class, BoxedTime.class, BoxedSetting.class, BoxedText.class,
                BehindABranch.class)) {
            assertThat(state(type)).as(type.getName()).isPresent();
        }
    }

    @Test
    void theFieldIsNamed() throws IOException {
        assertThat(state(Plain.class, BoxedTime.class)).hasValue(BoxedTime.class.getName() + ".MILLIS");
    }
}
