package org.sss.dataserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.dataserver.process.DataServerConfig;

/** As {@link BadSectors}, for the file of layout tuples, which cannot be read for a while. */
final class BadTuples {
    private static final DataServerConfig CONFIG = TestNode.CONFIG.withLayout(DataServerConfig.Layout.TUPLES);
    private static final Tuples TUPLES = Tuples.numbered("key", 1000, "value");

    private BadTuples() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Path control = Path.of(arguments[1]);
        try (TestNode node = TestNode.open(directory, CONFIG)) {
            node.store(1, 0, TUPLES);
        }
        Files.writeString(control, "read /tuples.bdb 0");
        LimitedFiles.say(() -> DataServer.open(directory, CONFIG).close());
        Files.delete(control);
        try (TestNode node = TestNode.open(directory, CONFIG)) {
            Files.writeString(control, "read /tuples.bdb 1000");
            LimitedFiles.say(() -> node.read(1, 0));
            LimitedFiles.say(() -> node.scan(1, 0, false));
            Files.delete(control);
            System.out.println("SAID nothing is lost: " + node.read(1, 0).equals(TUPLES));
        }
    }
}
