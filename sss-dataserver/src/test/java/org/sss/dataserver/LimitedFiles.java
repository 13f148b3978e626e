package org.sss.dataserver;

import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Path;
import java.util.List;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.net.control.GroupKey;

/** A data server in a JVM of its own whose files may have 4 MiB at most. Argument: directory. */
final class LimitedFiles {
    private LimitedFiles() {}

    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        Tuples small = Tuples.of("key", "value");
        Tuples large = Tuples.numbered("key", 12_000, "x".repeat(1000));
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD)) {
            node.store(1, 0, small);
            say(() -> node.put(2, attempt(0), 5, large));
            node.server().drop(TestNode.keys(2L));
        }
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withMemoryBytes(32 << 20))) {
            node.put(3, attempt(0), 5, large);
            say(() -> node.server().commit(GroupKey.of(3), List.of(attempt(0))));
            node.server().drop(TestNode.keys(3L));
            node.store(4, 0, small);
            boolean whole = node.read(1, 0).equals(small)
                    && node.read(4, 0).equals(small)
                    && node.server().memoryUsedBytes() == 0
                    && DataFiles.temporary(directory).isEmpty();
            System.out.println("SAID " + (whole ? "everything else continues" : "something is missing"));
        }
    }

    /** Prints the error. */
    static void say(Runnable fails) {
        try {
            fails.run();
            System.out.println("SAID nothing");
        } catch (SssException e) {
            System.out.println("SAID " + e.code() + " " + e.getMessage().replace('\n', ' '));
        }
    }
}
