package org.sss.io.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.ReduceJob;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.Groups;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.Program;
import org.sss.net.control.WorkflowSpec.ProgramFile;

/** Mappers and reducers of programs, with processes of the shell. */
class ProgramJobTest {
    private static final ProgramJob.Host HOST = new ProgramJob.Host("2", "sh");
    private static final String END = "printf '\\377\\377\\377\\377'";

    @TempDir
    Path directory;

    private FakeTask task;

    @BeforeEach
    void open() {
        task = new FakeTask(directory);
    }

    @AfterEach
    void close() throws Exception {
        task.end();
    }

    @Test
    void mapsByAProcessWithItsFilesAndVariables() throws Exception {
        Program program = new Program(
                List.of("./bin/map.sh", "x"),
                List.of(),
                "text",
                List.of(new ProgramFile("bin/map.sh", "b1", true, false)),
                Map.of("GREETING", "good day"));
        String script = "#!/bin/sh\nread line\necho \"$line $GREETING $1 $SSS_NODE $SSS_JOB\"";
        map(job(JobKind.MAP, program, "long", "string"), Map.of("b1", script), 7, "seven");
        assertThat(task.emitted).containsExactly("7=seven good day x 2 map");
    }

    @Test
    void reducesByAProcess() throws Exception {
        Program program = program("text", "sh", "-c", "cat -");
        Job job = ProgramJob.of(job(JobKind.REDUCE, program, "string", "string"), id -> new byte[0], HOST);
        assertThat(job).isInstanceOf(ReduceJob.class);
        assertThat(job.name()).isEqualTo("sum");
        @SuppressWarnings("unchecked")
        Reducer<Bytes, Bytes, Bytes, Bytes> reducer = ((ReduceJob<Bytes, Bytes, Bytes, Bytes>) job).reducer();
        reducer.setup(task);
        reducer.reduce(bytes("a"), List.of(bytes("1"), bytes("2")), task.out());
        reducer.close(task.out());
        assertThat(task.emitted).containsExactly("a=1", "a=2");
    }

    @Test
    void combinesByAProcess() throws Exception {
        Program program = new Program(
                List.of("sh", "-c", "cat; cat /dev/null"), List.of("sh", "-c", "uniq"), "text", List.of(), Map.of());
        map(job(JobKind.MAP, program, "string", "string"), Map.of(), "a", "1", "a", "1", "b", "2");
        assertThat(task.emitted).containsExactly("a=1", "b=2");
    }

    @Test
    void pythonIsThatOfTheNode() throws Exception {
        map(job(JobKind.MAP, program("text", Program.PYTHON, "-c", "cat"), "string", "string"), Map.of(), "a", "1");
        assertThat(task.emitted).containsExactly("a=1");
    }

    @Test
    void framedOutputHasAnEnd() throws Exception {
        map(job(JobKind.MAP, program("framed", "sh", "-c", "cat; " + END), "string", "string"), Map.of(), "a", "1\n");
        assertThat(task.emitted).containsExactly("a=1\n");
    }

    @Test
    void framedOutputWithoutItsEndIsAnErrorWhateverTheExitCode() {
        for (String script : List.of("exit 0", "cat", "cat; printf '\\377\\377'")) {
            JobSpec job = job(JobKind.MAP, program("framed", "sh", "-c", script), "string", "string");
            assertThatThrownBy(() -> map(job, Map.of(), "a", "1"))
                    .as(script)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                    .hasMessageContaining("without the end of its output");
        }
        JobSpec more = job(JobKind.MAP, program("framed", "sh", "-c", END + "; cat"), "string", "string");
        assertThatThrownBy(() -> map(more, Map.of(), "a", "1"))
                .hasMessageContaining("wrote a tuple after the end of its output");
    }

    @Test
    void reportedFailureIsTheErrorAndHasItsKey() {
        String report =
                "echo 'reporter:failure:{\"key\":\"k\",\"exception\":\"ValueError: bad\",\"trace\":\"line 7\"}' >&2";
        for (String end : List.of("exit 1", END)) {
            JobSpec job = job(
                    JobKind.MAP,
                    program("framed", "sh", "-c", report + "; cat > /dev/null; " + end),
                    "string",
                    "string");
            assertThatThrownBy(() -> map(job, Map.of(), "a", "1"))
                    .hasMessage("ValueError: bad")
                    .isInstanceOfSatisfying(SssException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
                        assertThat(e.remoteTrace()).isEqualTo("line 7");
                        assertThat(((ProcessFailure) e.getCause()).place()).isEqualTo("key <k>");
                    });
        }
    }

    @Test
    void filesStayInTheDirectoryOfTheProcess() {
        for (String name : List.of("../x", "/tmp/x", "a/../../x", ".", "")) {
            Program program = new Program(
                    List.of("cat"), List.of(), "text", List.of(new ProgramFile(name, "b1", false, false)), Map.of());
            assertThatThrownBy(
                            () -> ProgramJob.of(job(JobKind.MAP, program, "string", "string"), id -> new byte[0], HOST))
                    .as(name)
                    .hasMessageContaining("is no file of a program");
        }
    }

    @Test
    void unknownFormatIsRefused() {
        assertThatThrownBy(() -> ProgramJob.of(
                        job(JobKind.MAP, program("xml", "cat"), "string", "string"), id -> new byte[0], HOST))
                .hasMessageContaining("'xml'");
    }

    private static Program program(String format, String... command) {
        return new Program(List.of(command), List.of(), format, List.of(), Map.of());
    }

    private static JobSpec job(JobKind kind, Program program, String keys, String values) {
        GroupSpec input = new GroupSpec("lines", keys, values, true, false, false, Compression.NONE);
        GroupSpec output = new GroupSpec("counts", "string", "string", true, false, false, Compression.NONE);
        return new JobSpec(
                "sum",
                kind,
                new Groups(List.of(input), List.of(output), List.of()),
                List.of(),
                Map.of(),
                "",
                "",
                program);
    }

    /** @param tuples keys and values */
    private void map(JobSpec spec, Map<String, String> blobs, Object... tuples) throws Exception {
        Job job = ProgramJob.of(spec, id -> blobs.get(id).getBytes(UTF_8), HOST);
        assertThat(job.name()).isEqualTo("sum");
        assertThat(job.inputs()).extracting(group -> group.name()).containsExactly("lines");
        @SuppressWarnings("unchecked")
        Mapper<Bytes, Bytes, Bytes, Bytes> mapper = (Mapper<Bytes, Bytes, Bytes, Bytes>)
                ((MapJob<Bytes, Bytes>) job).from().get(0).mapper();
        mapper.setup(task);
        for (int i = 0; i < tuples.length; i += 2) {
            mapper.map(bytes(tuples[i]), bytes(tuples[i + 1]), task.out());
        }
        mapper.close(task.out());
    }

    private static Bytes bytes(Object object) {
        byte[] encoded = object instanceof Integer n
                ? new byte[] {(byte) 0x80, 0, 0, 0, 0, 0, 0, n.byteValue()}
                : object.toString().getBytes(UTF_8);
        return new Bytes().set(encoded, 0, encoded.length);
    }
}
