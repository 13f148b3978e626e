package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Shuffle;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** What a recording of the Flight Recorder has of a job. */
class FlightRecordingIT {
    private static final TupleGroup<Long, Long> IN = TupleGroup.of("in", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.LONG);
    private static final long TUPLES = 300;

    @TempDir
    Path directory;

    @Test
    void aRecordingHasTasksStepsMergesAndCommits() throws IOException {
        try (SssClient client = LocalCluster.start(2);
                Recording recording = new Recording()) {
            try (GroupWriter<Long, Long> writer = client.write(IN)) {
                for (long i = 0; i < TUPLES; i++) {
                    writer.append(i, i);
                }
                writer.commit();
            }
            recording.start();
            client.run(copy());
            recording.stop();
            Path file = directory.resolve("job.jfr");
            recording.dump(file);
            Map<String, List<RecordedEvent>> events = RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getCategoryNames().contains("SSS"))
                    .collect(Collectors.groupingBy(event -> event.getEventType().getName()));
            assertThat(events).containsOnlyKeys("sss.Task", "sss.ShuffleStep", "sss.Commit", "sss.Merge");
            assertThat(events.get("sss.Task"))
                    .hasSize(client.cluster().subgroupCount())
                    .allSatisfy(task -> {
                        assertThat(task.getString("job")).startsWith("map");
                        assertThat(task.getString("kind")).isEqualTo("MAP");
                        assertThat(task.getBoolean("succeeded")).isTrue();
                        assertThat(task.getDuration()).isPositive();
                    });
            assertThat(sum(events, "sss.Task", "tuplesRead")).isEqualTo(TUPLES);
            assertThat(sum(events, "sss.Task", "tuplesEmitted")).isEqualTo(TUPLES);
            assertThat(sum(events, "sss.Commit", "tuples")).isEqualTo(TUPLES);
            assertThat(events.get("sss.ShuffleStep"))
                    .allSatisfy(step -> assertThat(step.getString("method")).isEqualTo("pairwise"));
            assertThat(events.get("sss.Merge"))
                    .allSatisfy(merge -> assertThat(merge.getInt("runs")).isGreaterThan(1));
        }
    }

    /** Each task writes to all subgroups, whose runs are then merged. */
    private static Workflow copy() {
        Workflow workflow = Workflow.named("copies").set(Shuffle.PARAMETER, Shuffle.PAIRWISE.methodName());
        workflow.map(IN, OUT, (key, value, out) -> out.emit(key * 31 + 7, value));
        return workflow;
    }

    private static long sum(Map<String, List<RecordedEvent>> events, String name, String field) {
        return events.get(name).stream()
                .mapToLong(event -> event.getLong(field))
                .sum();
    }
}
