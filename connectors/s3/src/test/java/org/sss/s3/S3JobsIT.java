package org.sss.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.io.FileOutput;
import org.sss.io.Outputs;
import org.sss.io.Sources;

/** Jobs that read and write objects. */
class S3JobsIT {
    private static final String ROOT = "s3://" + MotoServer.BUCKET + "/jobs/";
    private static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> FILES = TupleGroup.of("files", Codecs.STRING, Codecs.LONG);

    private SssClient client;

    @BeforeEach
    void start() {
        MotoServer.address();
        client = LocalCluster.start(2);
        MotoServer.put("jobs/in/a.txt", "to be or\nnot to be\n".getBytes(UTF_8));
        MotoServer.put("jobs/in/b.txt", "be\n".getBytes(UTF_8));
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private void count(FileOutput<String, Long> output) {
        Workflow words = Workflow.named("words");
        words.map(Sources.text(ROOT + "in/*.txt"), COUNTS.replacing(), (position, line, out) -> {
                    for (String word : line.split(" ")) {
                        out.emit(word, 1L);
                    }
                })
                .combine(Combiner.sumLong());
        words.reduce(COUNTS, FILES.replacing(), output.reducer((word, ones, out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(word, sum);
        }));
        client.submit(words).await();
    }

    private static FileOutput<String, Long> output(String directory) {
        return Outputs.text(ROOT + directory, Codecs.STRING, Codecs.LONG);
    }

    @Test
    void countsWordsFromObjectsToObjects() {
        count(output("out"));
        List<String> listed =
                client.scan(FILES).toList().stream().map(Map.Entry::getKey).toList();
        assertThat(listed).isNotEmpty().allMatch(path -> path.startsWith(ROOT + "out/part-0"));
        String all = listed.stream()
                .map(path -> new String(MotoServer.get(path.substring(ROOT.length() - "jobs/".length())), UTF_8))
                .collect(Collectors.joining());
        assertThat(all.lines()).containsExactlyInAnyOrder("be\t3", "not\t1", "or\t1", "to\t2");
        assertThat(MotoServer.openUploads("jobs/out")).isEmpty();
    }

    @Test
    void doesNotReplaceObjectsUnlessItIsTo() {
        count(output("twice").gzip());
        SssException refused = catchThrowableOfType(
                SssException.class, () -> count(output("twice").gzip()));
        assertThat(refused.code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
        assertThat(refused).hasMessageContaining("object '" + ROOT + "twice/part-0");
        count(output("twice").gzip().replacing());
        assertThat(MotoServer.openUploads("jobs/twice")).isEmpty();
    }

    @Test
    void aFailedJobLeavesNoObjectAndNoUpload() {
        Workflow failing = Workflow.named("failing");
        failing.map(
                Sources.text(ROOT + "in/*.txt"),
                FILES.replacing(),
                output("failed").mapper((Long position, String line, org.sss.api.Emitter<String, Long> out) -> {
                    out.emit(line, 1L);
                    if (line.startsWith("not")) {
                        throw new IllegalStateException("a line with not");
                    }
                }));
        assertThat(catchThrowableOfType(
                        SssException.class, () -> client.submit(failing).await()))
                .hasMessageContaining("a line with not");
        assertThat(MotoServer.keys("jobs/failed")).isEmpty();
        assertThat(MotoServer.openUploads("jobs/failed")).isEmpty();
    }

    @Test
    void anObjectThatIsMissingFailsBeforeTheJob() {
        List<String> messages = new ArrayList<>();
        for (String path : List.of(ROOT + "none/*.txt", "s3://AKIA:hunter2@bucket/x", "gs://bucket/x")) {
            Workflow workflow = Workflow.named("none");
            workflow.map(Sources.text(path), FILES, (position, line, out) -> out.emit(line, 1L));
            messages.add(catchThrowableOfType(SssException.class, () -> client.submit(workflow))
                    .getMessage());
        }
        assertThat(messages.get(0)).contains("no file matches '" + ROOT + "none/*.txt'");
        assertThat(messages.get(1))
                .contains("has a user, a password or a key in it")
                .doesNotContain("hunter2");
        assertThat(messages.get(2)).contains("no connector 'gs'", "unpack sss-gs.tar.gz into ext/");
        assertThat(client.workflows()).isEmpty();
    }
}
