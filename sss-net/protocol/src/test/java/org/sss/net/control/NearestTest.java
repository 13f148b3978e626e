package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    private static final String[] KNOWN = {"node.id", "task.threads", "block.bytes", "import", "group", "lines"};

    @ParameterizedTest
    @CsvSource({
        "gruop, group",
        "imprt, import",
        "task.thread, task.threads",
        "blok.byte, block.bytes",
        "Group, group",
        "line, lines",
        "node_id, node.id"
    })
    void aMisspelledNameIsRecognised(String typed, String meant) {
        assertThat(Nearest.of(typed, Stream.of(KNOWN))).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"zebra", "data.format", "x", "no", "replication.factor"})
    void aNameThatResemblesNoneHasNoNearest(String typed) {
        assertThat(Nearest.hint(typed, Stream.of(KNOWN))).isEmpty();
    }

    @Test
    void aNameOfOneCharacterIsNotMistakenForAnother() {
        assertThat(Nearest.of("a", Stream.of("b", "c"))).isEmpty();
    }

    @Test
    void theNearestOfSeveralIsChosen() {
        assertThat(Nearest.hint("counts2", Stream.of("counts10", "counts1", "count")))
                .isEqualTo(" (did you mean 'counts1'?)");
    }

    @Test
    void aLongNameAmongVeryManyIsNotSearchedWithoutEnd() {
        assertThat(Nearest.of("x".repeat(100_000), Stream.of("x".repeat(99_999))))
                .isEmpty();
        assertThat(Nearest.of(
                        "abc",
                        Stream.concat(IntStream.range(0, 1_000_000).mapToObj(i -> "group-" + i), Stream.of("abd"))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"abc, abc, 0", "abc, abd, 1", "abc, acb, 1", "abc, ab, 1", "abc, xabc, 1", "kitten, sitting, 3"})
    void theDistanceCountsEdits(String a, String b, int distance) {
        assertThat(Nearest.distance(a, b)).isEqualTo(distance);
    }
}
