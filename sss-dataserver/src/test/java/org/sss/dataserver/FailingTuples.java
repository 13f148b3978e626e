package org.sss.dataserver;

import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Durability;
import org.sss.dataserver.process.DataServerConfig.Layout;

/** As {@link BadTuples}: while the file is open for writing, reads of it fail for a while, then writes; and it is opened again after each. */
final class FailingTuples {
    private static final DataServerConfig CONFIG = TestNode.CONFIG.withDurability(Durability.COMMIT).withLayout(Layout.TUPLES);
    private static final int IN_THE_MIDDLE = 1 << 20;
    private static final Tuples TUPLES = Tuples.numbered("key", 5000, "x".repeat(1000));

    private FailingTuples() {
    }

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Path control = Path.of(arguments[1]);
        try (TestNode node = TestNode.open(directory, CONFIG)) {
            node.store(1, 0, TUPLES);
            node.store(2, 0, TUPLES);
        }
        try (TestNode node = TestNode.open(directory, CONFIG)) {
            node.store(3, 0, Tuples.of("a", "1"));
            Files.writeString(control, "read /tuples.bdb " + IN_THE_MIDDLE);
            LimitedFiles.say(() -> node.read(1, 0));
            Files.delete(control);
        }
        try (TestNode node = TestNode.open(directory, CONFIG)) {
            sayWhole(node, 2);
            node.store(4, 0, TUPLES);
            Files.writeString(control, "write /tuples.bdb " + IN_THE_MIDDLE);
            LimitedFiles.say(() -> IntStream.range(0, 8).forEach(source -> node.put(5, attempt(source), 5, TUPLES)));
            Files.delete(control);
            LimitedFiles.say(() -> node.put(6, attempt(0), 5, TUPLES));
            LimitedFiles.say(() -> node.read(1, 0));
        }
        Fsck.verify(directory, finding -> System.out.println("SAID " + finding.text()));
        try (TestNode node = TestNode.open(directory, CONFIG)) {
            sayWhole(node, 2);
            System.out.println("SAID the new one is whole: " + node.read(4, 0).equals(TUPLES) + " " + node.server().ids());
            node.store(5, 0, TUPLES);
        }
        Fsck.verify(directory, finding -> System.out.println("SAID " + finding.text()));
        try (TestNode node = TestNode.open(directory, CONFIG)) {
            sayWhole(node, 5);
        }
    }

    private static void sayWhole(TestNode node, int last) {
        boolean whole = node.read(1, 0).equals(TUPLES) && node.read(2, 0).equals(TUPLES)
                && node.read(3, 0).equals(Tuples.of("a", "1")) && node.read(last, 0).equals(TUPLES);
        System.out.println("SAID nothing is lost: " + whole);
    }
}
