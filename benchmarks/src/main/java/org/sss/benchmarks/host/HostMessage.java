package org.sss.benchmarks.host;

import java.nio.file.Path;
import java.util.Map;
import org.sss.benchmarks.measure.Workload;
import org.sss.net.rpc.Nullable;

/** What {@link HostProcess} asks and {@link HostMain} answers. */
final class HostMessage {
    /** What a process is asked for, once {@link Open} was answered. */
    enum Ask { LOAD, RUN, DETAILS, DIGEST }

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

    /** What was not asked for is 0, empty or null. */
    record Answer(double seconds, @Nullable String digest, Map<String, Double> details) {
    }

    private HostMessage() {
    }
}
