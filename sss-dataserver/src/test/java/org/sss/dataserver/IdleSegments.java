package org.sss.dataserver;

import java.nio.file.Path;
import org.sss.api.SssException;
import org.sss.net.transport.tcp.TcpTransport;

/**
 * A data server in a JVM of its own, which may have few files open, with more groups than that. Argument: directory.
 */
final class IdleSegments {
    private static final int GROUPS = 150;

    private IdleSegments() {}

    public static void main(String[] arguments) {
        Tuples tuples = Tuples.of("key", "value");
        try (TestNode node = TestNode.open(Path.of(arguments[0]), TestNode.CONFIG, TcpTransport::new)) {
            boolean whole = true;
            for (int group = 0; group < GROUPS; group++) {
                node.store(group, 0, tuples);
                whole &= node.read(group, 0).equals(tuples);
            }
            node.connect().close();
            System.out.println("SAID " + (whole ? "stored, read, connected" : "something is missing"));
        } catch (SssException e) {
            System.out.println("SAID " + e.code() + " " + e.getMessage().replace('\n', ' '));
        }
    }
}
