package org.sss.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Sources;
import org.sss.spark.testing.TestSpark;

/** What is refused, by name. */
class RefusedIT {
    private static final TupleGroup<Long, String> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.STRING);

    @TempDir
    Path directory;

    private SparkOptions options() {
        return SparkOptions.store(directory.resolve("store").toString()).withSubgroups(2);
    }

    private Workflow copy() throws Exception {
        Path text = directory.resolve("text");
        Files.writeString(text, "a\nb\n");
        Workflow workflow = Workflow.named("copy");
        workflow.map(
                Sources.text(text.toString()),
                OUT,
                (Long at, String line, Emitter<Long, String> out) -> out.emit(at, line));
        return workflow;
    }

    private static void refused(ErrorCode code, String text, ThrowingCallable run) {
        assertThatThrownBy(run)
                .isInstanceOf(SssException.class)
                .hasMessageContaining(text)
                .extracting(e -> ((SssException) e).code())
                .isEqualTo(code);
    }

    @Test
    void aStoreThatIsACluster() throws Exception {
        Workflow workflow = copy();
        refused(
                ErrorCode.INVALID_ARGUMENT,
                "is a cluster of SSS",
                () -> SparkRunner.run(workflow, TestSpark.context(), SparkOptions.store("sss:127.0.0.1:21200")));
    }

    @Test
    void aJobThatRefusesFiles() throws Exception {
        Workflow workflow = copy().set("memory.only", "true");
        refused(
                ErrorCode.INVALID_ARGUMENT,
                "refuses files (memory.only)",
                () -> SparkRunner.run(workflow, TestSpark.context(), options()));
    }

    @Test
    void anotherNumberOfSubgroupsAndAGroupThatIsNotThere() throws Exception {
        SparkRunner.run(copy(), TestSpark.context(), options());
        Workflow next = Workflow.named("next");
        next.map(OUT, TupleGroup.of("again", Codecs.LONG, Codecs.STRING), (k, v, out) -> out.emit(k, v));
        refused(
                ErrorCode.INVALID_ARGUMENT,
                "has 2 subgroups, and this run has 3; set the number to 2",
                () -> SparkRunner.run(next, TestSpark.context(), options().withSubgroups(3)));
        Workflow missing = Workflow.named("missing");
        missing.map(
                TupleGroup.of("outt", Codecs.LONG, Codecs.STRING),
                TupleGroup.of("again", Codecs.LONG, Codecs.STRING),
                (k, v, out) -> out.emit(k, v));
        refused(
                ErrorCode.NOT_FOUND,
                "reads group 'outt', which neither exists",
                () -> SparkRunner.run(missing, TestSpark.context(), options()));
    }

    @Test
    void aSideGroupThatIsTooLarge() throws Exception {
        TupleGroup<Long, Bytes> huge =
                TupleGroup.of("huge", Codecs.LONG, Codecs.BYTES).asTemporary();
        long mebibytes = Runtime.getRuntime().maxMemory() / 4 / (1 << 20) + 2;
        Workflow workflow = copy();
        workflow.map(OUT, huge, (k, v, out) -> {
            for (long i = 0; k == 0 && i < mebibytes; i++) {
                out.emit(i, Bytes.of(new byte[1 << 20]));
            }
        });
        workflow.cross(
                OUT, huge, TupleGroup.of("pairs", Codecs.LONG, Codecs.STRING), (k, v, l, w, out) -> out.emit(k, v));
        refused(
                ErrorCode.TOO_LARGE,
                "looks into group 'huge'",
                () -> SparkRunner.run(workflow, TestSpark.context(), options()));
    }
}
