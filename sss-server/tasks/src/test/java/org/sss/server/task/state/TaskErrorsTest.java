package org.sss.server.task.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class TaskErrorsTest {
    private final TaskErrors errors = new TaskErrors("map", 1, "subgroup 1");

    @Test
    void keysThatAreTextAreShownAsText() {
        assertThat(TaskErrors.render(Bytes.of("Biel, Bienne\tö"))).isEqualTo("<Biel, Bienne\tö>");
    }

    @Test
    void keysThatAreNoTextAreShownInHex() {
        assertThat(TaskErrors.render(Bytes.of(new byte[] {-128, 0, 7}))).isEqualTo("<0x800007>");
        assertThat(TaskErrors.render(Bytes.of(new byte[] {0, 0, 7}))).isEqualTo("<0x000007>");
    }

    @Test
    void aLongKeyIsNotCutWithinACharacter() {
        String end = "and more";
        assertThat(TaskErrors.render("x".repeat(79) + "\uD83D\uDE00" + end)).isEqualTo("<" + "x".repeat(79) + "...>");
        assertThat(TaskErrors.render("x".repeat(78) + "\uD83D\uDE00" + end))
                .isEqualTo("<" + "x".repeat(78) + "\uD83D\uDE00...>");
        assertThat(TaskErrors.render("x".repeat(81))).isEqualTo("<" + "x".repeat(80) + "...>");
    }

    @Test
    void reportsUndecodableValueWithItsKey() {
        byte[] bytes = "the key of it".getBytes(UTF_8);
        SssException e = errors.decoding(
                new IllegalArgumentException("too short"),
                "value",
                Codecs.LONG,
                "group 'in' (number 5)" + TaskErrors.ofKey(bytes, 4, 3));
        assertThat(e)
                .hasMessageStartingWith(
                        "job 'map', task 1 (subgroup 1): the codec 'long' cannot decode a value of group 'in' (number "
                                + "5) (key <key>): "
                                + "java.lang.IllegalArgumentException: too short");
    }

    @Test
    void outOfMemoryErrorUsesTheReserve() {
        OutOfMemoryReserve.keep();
        List<String> reported = new ArrayList<>();
        errors.onHeapEnd(listener(reported::add));
        assertThat(errors.ofUser(new IllegalStateException("no"), "k")).hasMessageContaining("key <k>");
        assertThat(OutOfMemoryReserve.areKept()).isTrue();
        assertThat(reported).isEmpty();
        assertThat(errors.ofUser(new IllegalStateException(new OutOfMemoryError()), "k"))
                .hasMessageContaining("key <k>");
        assertThat(OutOfMemoryReserve.areKept()).isFalse();
        assertThat(errors.ranOutOfMemory()).isTrue();
        assertThat(reported).hasSize(2).first().isEqualTo("met");
        assertThat(reported.get(1)).startsWith("key <k> at ").contains("(TaskErrorsTest.java:");
    }

    @Test
    void distinguishesLackOfThreadsFromLackOfHeap() {
        assertThat(errors.ofUser(new OutOfMemoryError("unable to create native thread: possibly out of memory"), "k"))
                .hasMessageContaining("can start no further thread")
                .hasMessageNotContaining("SSS_HEAP");
    }

    @Test
    void wordsAreLookedForAgainWhenThereIsNoMemoryForThem() {
        List<String> reported = new ArrayList<>();
        errors.onHeapEnd(listener(words -> {
            reported.add(words);
            if (!words.equals("met") && reported.size() < 5) {
                throw new OutOfMemoryError("taken by another thread");
            }
        }));
        errors.caught(new OutOfMemoryError());
        errors.ofUserAt(new OutOfMemoryError(), "setup");
        assertThat(reported).hasSize(5).startsWith("met", "met").endsWith(reported.get(2));
    }

    @Test
    void aKeyWhoseTextTakesAllMemoryIsNamedByItsType() {
        Object key = new Object() {
            @Override
            public String toString() {
                throw new OutOfMemoryError();
            }
        };
        assertThat(errors.ofUser(new OutOfMemoryError(), key))
                .hasMessageContaining("whose toString failed with java.lang.OutOfMemoryError");
    }

    /** Fails when it is asked for one thing. */
    static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String about;

        Mute(String about) {
            super("mute about " + about);
            this.about = about;
        }

        private <T> T unless(String asked, T answer) {
            if (asked.equals(about)) {
                throw new IllegalStateException("not " + asked);
            }
            return answer;
        }

        @Override
        public String getMessage() {
            return unless("message", super.getMessage());
        }

        @Override
        public synchronized Throwable getCause() {
            return unless("cause", super.getCause());
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return about.equals("null") ? null : unless("frames", super.getStackTrace());
        }

        @Override
        public String toString() {
            return about.equals("null") ? null : unless("text", getClass().getName() + ": " + super.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"message", "cause", "frames", "text", "null"})
    void reportsExceptionWhoseMethodsThrow(String about) {
        List<SssException> reported = List.of(
                errors.ofUser(new Mute(about), "k"),
                errors.ofUser(new IllegalStateException("outer", new Mute(about)), "k"),
                errors.ofUserAt(new Mute(about), "key <k>"));
        assertThat(reported).allSatisfy(e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
            assertThat(e).hasMessageStartingWith("job 'map', task 1 (subgroup 1), key <k>: ");
            assertThat(e.getCause()).isNull();
        });
        assertThat(errors.ofEngine(new Mute(about)))
                .hasMessageStartingWith("job 'map', task 1 (subgroup 1): ")
                .hasNoCause();
        if (!about.equals("null")) {
            assertThat(reported).allSatisfy(e -> assertThat(e).hasMessageContaining(Mute.class.getName()));
        }
    }

    @Test
    void fullHeapIsNamedIfTheSameErrorIsThrownAgainAtTheEnd() {
        OutOfMemoryError few = new OutOfMemoryError("Java heap space");
        AutoCloseable closesWithoutMemory = () -> {
            throw few;
        };
        Throwable thrown = catchThrowable(() -> {
            try (closesWithoutMemory) {
                throw few;
            }
        });
        assertThat(thrown).hasMessage("Self-suppression not permitted");
        SssException e = errors.ofEngine(thrown);
        assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(e).hasMessageContainingAll("the heap of this node", "is used up");
    }

    @Test
    void aKeyWithoutTextDoesNotHideTheEndOfMemory() {
        Object key = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException();
            }
        };
        assertThat(errors.ofUser(new OutOfMemoryError(), key))
                .hasMessageContaining("whose toString failed with java.lang.IllegalStateException");
    }

    private static HeapEndListener listener(Consumer<String> words) {
        return new HeapEndListener() {
            @Override
            public void met() {
                words.accept("met");
            }

            @Override
            public void said(String where) {
                words.accept(where);
            }
        };
    }
}
