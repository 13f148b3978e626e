package org.sss.benchmarks.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of this machine that nobody listens at. Stateless. */
final class FreePorts {
    private FreePorts() {
    }

    /** Two different ones. */
    static int[] two() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket first = new ServerSocket(0, 1, loopback); ServerSocket second = new ServerSocket(0, 1, loopback)) {
            return new int[] {first.getLocalPort(), second.getLocalPort()};
        }
    }
}
