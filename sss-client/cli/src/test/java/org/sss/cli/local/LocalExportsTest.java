package org.sss.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.DeadLetter;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

class LocalExportsTest {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> NEXT = TupleGroup.of("next", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> PASSING =
            TupleGroup.of("passing", Codecs.LONG, Codecs.LONG).asTemporary();

    private final LocalExports exports = new LocalExports(workflow());

    /** A loop that keeps iterations, a job with dead letters, and one between them whose group is temporary. */
    private static Workflow workflow() {
        Workflow workflow = Workflow.named("test");
        workflow.repeat(
                        3,
                        body -> body.map(
                                NUMBERS, NEXT, (Long key, Long value, Emitter<Long, Long> out) -> out.emit(key, value)))
                .carry(NEXT, NUMBERS)
                .keep(2);
        workflow.map(NEXT, PASSING, (key, value, out) -> out.emit(key, value));
        workflow.map(PASSING, TupleGroup.of("all", Codecs.LONG, Codecs.LONG), (key, value, out) -> out.emit(key, value))
                .deadLetters(DeadLetter.group("failed"));
        return workflow;
    }

    @Test
    void acceptsGroupsThatJobsWriteOrThatExist() {
        for (String group : new String[] {"next", "all", "failed", "numbers.iteration-2", "lines"}) {
            exports.check(group, Set.of("lines"));
        }
    }

    @Test
    void rejectsAGroupThatNoJobWrites() {
        assertThatThrownBy(() -> exports.check("al", Set.of("lines")))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessage("no job writes group 'al'; the jobs write [all, failed, next]");
        assertThatThrownBy(() -> exports.check("passing", Set.of()))
                .hasMessage("group 'passing' is temporary and is deleted when the workflow ends; the jobs write [all, "
                        + "failed, next]");
    }
}
