package org.sss.net.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of this machine without a listener. They are below those that systems give to connections, so that none is
 * taken before its listener starts, and each process takes them one after another from a random one on. Thread-safe.
 */
public final class FreePorts {
    private static final int FIRST = 22_000;
    private static final int COUNT = 10_000;
    private static int next = ThreadLocalRandom.current().nextInt(COUNT); // guarded by the class

    private FreePorts() {}

    public static int one() throws IOException {
        return take(1).get(0);
    }

    /** Returns distinct ports. */
    public static synchronized List<Integer> take(int count) throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (int tried = 0; ports.size() < count; tried++) {
            if (tried == COUNT) {
                throw new IOException(
                        "no " + count + " ports from " + FIRST + " to " + (FIRST + COUNT - 1) + " are free");
            }
            int port = FIRST + next;
            next = (next + 1) % COUNT;
            if (isFree(port)) {
                ports.add(port);
            }
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
