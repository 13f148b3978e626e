package org.sss.benchmarks.host;

import java.nio.file.Path;
import java.util.Map;
import org.sss.benchmarks.measure.Workload;
import org.sss.net.rpc.Nullable;

/** What the two processes say to each other, each a line of JSON. */
final class HostMessage {
    /** The three things that a process is asked for, once {@link Open} was answered. */
    enum Ask { LOAD, RUN, DIGEST }

    /** The first line. */
    record Open(String programs, WorkloadText workload) {
    }

    /** A workload with file names as text. */
    record WorkloadText(String name, @Nullable String input, Map<String, String> parameters, String directory) {
        static WorkloadText of(Workload workload) {
            return new WorkloadText(workload.name(), workload.input() == null ? null : workload.input().toString(),
                    workload.parameters(), workload.directory().toString());
        }

        Workload workload() {
            return new Workload(name, input == null ? null : Path.of(input), parameters,
                    Path.of(directory));
        }
    }

    /** @param error null when all went well; of the others, what was not asked for is 0, empty or null */
    record Answer(@Nullable String error, double seconds, @Nullable String digest, Map<String, Double> details) {
        static Answer error(String error) {
            return new Answer(error, 0, null, Map.of());
        }
    }

    private HostMessage() {
    }
}
