package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        static final Duration PATIENCE = Duration.ofSeconds(1);
        static final Codec<String> CODEC = Codecs.STRING;
        static final TupleGroup<String, Long> COUNTS = TupleGroup.of(NAME, CODEC, Codecs.LONG);

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

    record Point(int x, String y) {
        static final Point ORIGIN = new Point(0, "0");
    }

    static final class Recursive {
        static final Recursive ROOT = new Recursive(null);

        private final Recursive parent;

        Recursive(Recursive parent) {
            this.parent = parent;
        }

        Recursive parent() {
            return parent;
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

    static final class Box {
        private int content;

        void set(int value) {
            content = value;
        }

        int get() {
            return content;
        }
    }

    static class Boxed {
        static final Box BOX = new Box();
    }

    record Boxes(Box box) {
        static final Boxes ALL = new Boxes(new Box());
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

    @Test
    void constantsAreNoState() {
        for (Class<?> type : List.of(Plain.class, Colour.class, Point.class, Recursive.class, Box.class)) {
            assertThat(Constants.only(List.of(type))).as(type.getName()).isTrue();
        }
        assertThat(Colour.name(Colour.GREEN)).isEqualTo("green2");
    }

    @Test
    void whatCanChangeIsState() {
        for (Class<?> type : List.of(Counting.class, Remembering.class, Table.class, PerThread.class, Boxed.class, Boxes.class, Switch.class,
                Opened.class)) {
            assertThat(Constants.only(List.of(type))).as(type.getName()).isFalse();
            assertThat(Constants.only(List.of(Plain.class, type))).as(type.getName()).isFalse();
        }
    }
}
