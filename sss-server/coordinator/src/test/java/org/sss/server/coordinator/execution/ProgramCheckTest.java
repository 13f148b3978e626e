package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.Groups;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.Program;
import org.sss.net.control.WorkflowSpec.ProgramFile;
import org.sss.net.control.WorkflowSpec.SplitSpec;

class ProgramCheckTest {
    private static final GroupSpec GROUP = new GroupSpec("g", "long", "bytes", true, false, false, Compression.NONE);
    private static final List<GroupSpec> ONE = List.of(GROUP);
    private static final List<GroupSpec> TWO = List.of(GROUP, GROUP);

    @Test
    void acceptsValidPrograms() {
        ProgramCheck.check(job(JobKind.MAP, new Groups(TWO, ONE, List.of()), program("framed")));
        ProgramCheck.check(job(JobKind.REDUCE, new Groups(ONE, ONE, List.of()), program("text")));
        ProgramCheck.check(
                new JobSpec("j", JobKind.CO_GROUP, new Groups(TWO, TWO, ONE), List.of(), Map.of(), "", "0f"));
    }

    @Test
    void refusesJobsWithNeitherOrBoth() {
        Groups groups = new Groups(ONE, ONE, List.of());
        refused(job(JobKind.MAP, groups, null), "job 'j' has neither functions nor a program");
        refused(
                new JobSpec("j", JobKind.MAP, groups, List.of(), Map.of(), "", "0f", program("text")),
                "has functions and a program");
    }

    @Test
    void refusesWhatAProgramCannotDo() {
        Program program = program("text");
        refused(job(JobKind.CO_GROUP, new Groups(TWO, ONE, List.of()), program), "joins groups");
        refused(job(JobKind.REDUCE, new Groups(TWO, ONE, List.of()), program), "a program reduces one group");
        refused(job(JobKind.MAP, new Groups(ONE, TWO, List.of()), program), "has 2 outputs");
        refused(job(JobKind.MAP, new Groups(ONE, ONE, ONE), program), "side groups");
        Groups groups = new Groups(ONE, ONE, List.of());
        refused(
                new JobSpec(
                        "j",
                        JobKind.MAP,
                        groups,
                        List.of(new SplitSpec(0, "f", new byte[0])),
                        Map.of(),
                        "",
                        "",
                        program),
                "sss group import");
        refused(new JobSpec("j", JobKind.MAP, groups, List.of(), Map.of(), "g", "", program), "range partitioner");
    }

    @Test
    void refusesInvalidCommandsAndFormats() {
        refused(map(new Program(List.of(), List.of(), "text", List.of(), Map.of())), "whose command is empty");
        refused(map(new Program(List.of(" "), List.of(), "text", List.of(), Map.of())), "whose command is empty");
        refused(map(new Program(List.of("a\0b"), List.of(), "text", List.of(), Map.of())), "NUL in its command");
        refused(map(new Program(List.of("a"), List.of(""), "text", List.of(), Map.of())), "whose combiner is empty");
        refused(map(program("lines")), "'lines'; it is one of text, escaped, binary, framed");
        Program combined = new Program(List.of("a"), List.of("b"), "text", List.of(), Map.of());
        refused(job(JobKind.REDUCE, new Groups(ONE, ONE, List.of()), combined), "a Reduce with a combiner");
        refused(
                map(new Program(List.of("a"), List.of(), "text", List.of(), Map.of("a b", "c"))),
                "sets the variable 'a b'");
    }

    @Test
    void refusesFilesOutsideOfTheDirectory() {
        for (String name : List.of("", "..", "../a", "/a", "a/../../b", "\0")) {
            assertThatThrownBy(() -> ProgramCheck.check(map(files(List.of(file(name))))))
                    .as(name)
                    .isInstanceOf(SssException.class);
        }
        refused(map(files(List.of(file("a"), file("./a")))), "two files named './a'");
        ProgramCheck.check(map(files(List.of(file("a"), file("b/a")))));
    }

    @Test
    void boundsSizes() {
        refused(map(files(Collections.nCopies(ProgramCheck.MAX_FILES + 1, file("a")))), "101 files");
        for (String word : List.of("x", "\u0001", "\u00e9")) {
            ProgramCheck.check(map(new Program(List.of(word.repeat(10_000)), List.of(), "text", List.of(), Map.of())));
            assertThatThrownBy(() -> ProgramCheck.check(map(new Program(
                            List.of(word.repeat(ProgramCheck.MAX_BYTES)), List.of(), "text", List.of(), Map.of()))))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE))
                    .hasMessageContaining("above the limit of 65536");
        }
        Groups many = new Groups(Collections.nCopies(1_000, GROUP), ONE, List.of());
        assertThatThrownBy(() -> ProgramCheck.check(job(JobKind.MAP, many, program("text"))))
                .hasMessageContaining("the rest are names of groups");
    }

    private static void refused(JobSpec job, String text) {
        assertThatThrownBy(() -> ProgramCheck.check(job))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageStartingWith("job 'j' ")
                .hasMessageContaining(text);
    }

    private static Program program(String format) {
        return new Program(List.of("a"), null, format, null, null);
    }

    private static Program files(List<ProgramFile> files) {
        return new Program(List.of("a"), List.of(), "text", files, Map.of());
    }

    private static ProgramFile file(String name) {
        return new ProgramFile(name, "0f", false, false);
    }

    private static JobSpec map(Program program) {
        return job(JobKind.MAP, new Groups(ONE, ONE, List.of()), program);
    }

    private static JobSpec job(JobKind kind, Groups groups, Program program) {
        return new JobSpec("j", kind, groups, List.of(), Map.of(), "", "", program);
    }
}
