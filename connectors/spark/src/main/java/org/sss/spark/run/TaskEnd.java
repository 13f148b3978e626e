package org.sss.spark.run;

import java.util.List;
import org.sss.net.control.Progress;

/**
 * What a task says at its end, after its last block.
 *
 * @param task     its number
 * @param progress counters and sizes
 * @param sent     for each output
 * @param files    that the driver renames when all tasks have succeeded
 */
public record TaskEnd(int task, Progress progress, List<Sent> sent, List<WrittenFile> files) {
    public TaskEnd {
        sent = List.copyOf(sent);
        files = List.copyOf(files);
    }

    /** Tuples that were sent, and bytes of their keys and values. */
    public record Sent(long tuples, long dataBytes) {
        static final Sent NOTHING = new Sent(0, 0);

        Sent plus(Sent other) {
            return new Sent(tuples + other.tuples, dataBytes + other.dataBytes);
        }
    }

    /** A file under its temporary name. */
    public record WrittenFile(String file, String target) {}
}
