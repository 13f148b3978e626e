package org.sss.dataserver;

import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.fsck.Fsck;
import org.sss.net.control.DataVerbs.Checks;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.tcp.TcpTransport;

/**
 * A data server in a JVM of its own whose system calls fail as a file says (see {@code bad-disk.c}). Arguments:
 * directory, that file.
 */
final class BadSectors {
    private static final Tuples SMALL = Tuples.of("key", "value");
    private static final int LARGE_TUPLES = 12_000;
    private static final Tuples LARGE = Tuples.numbered("key", LARGE_TUPLES, "x".repeat(1000));
    private static final int IN_THE_MIDDLE = LARGE_TUPLES * 1000 / 2;

    private BadSectors() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Path control = Path.of(arguments[1]);
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD, TcpTransport::new)) {
            node.store(1, 0, SMALL);
            node.store(2, 0, LARGE);
            readBadSectors(node, control);
            Files.writeString(control, "write /groups/3/ " + IN_THE_MIDDLE);
            LimitedFiles.say(() -> node.put(3, attempt(0), 5, LARGE));
            resume(node, directory, control);
        }
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withMemoryBytes(32 << 20))) {
            node.put(3, attempt(0), 5, LARGE);
            Files.writeString(control, "write /groups/3/ " + IN_THE_MIDDLE);
            LimitedFiles.say(() -> node.server().commit(GroupKey.of(3), List.of(attempt(0))));
            resume(node, directory, control);
        }
        Files.writeString(control, "list /groups/2 0");
        LimitedFiles.say(() -> Fsck.verify(directory, finding -> {}));
        try (TestNode node = TestNode.open(directory)) {
            LimitedFiles.say(() -> node.read(2, 0));
            System.out.println("SAID others are served: " + node.read(1, 0).equals(SMALL));
        }
    }

    private static void readBadSectors(TestNode node, Path control) throws IOException {
        Files.writeString(control, "read /groups/2/ " + IN_THE_MIDDLE);
        LimitedFiles.say(() -> node.read(2, 0));
        LimitedFiles.say(() -> node.scan(2, 0, true));
        LimitedFiles.say(() -> new Batches(node, new Scan(2, 0, false, null, null, 256 << 10, Checks.CLIENT)));
        LimitedFiles.say(() ->
                new GetClient(node.connection(), 2, 0).get(Tuples.bytes(String.format("key%08d", LARGE_TUPLES - 1))));
        System.out.println("SAID others are served: " + node.read(1, 0).equals(SMALL));
        Files.delete(control);
        System.out.println("SAID nothing is lost: " + node.read(2, 0).equals(LARGE));
    }

    private static void resume(TestNode node, Path directory, Path control) throws IOException {
        node.server().drop(TestNode.keys(3L));
        boolean served = node.read(1, 0).equals(SMALL) && node.read(2, 0).equals(LARGE);
        Files.delete(control);
        node.store(4, 0, LARGE);
        served &= node.read(4, 0).equals(LARGE) && node.server().memoryUsedBytes() == 0;
        node.server().drop(TestNode.keys(4L));
        await().until(() -> DataFiles.trash(directory).isEmpty());
        System.out.println("SAID everything else continues: "
                + (served && DataFiles.temporary(directory).isEmpty()));
    }
}
