package org.sss.cli.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.sss.cli.terminal.Call;
import org.sss.net.transport.NodeAddress;

/** Chooses the ports of a cluster on this machine. Stateless. */
final class ClusterPorts {
    static final int MAX = 65_535;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final long POLL_MILLIS = 50;

    private ClusterPorts() {}

    /** Returns {@code count} ports, starting with the default port if all of them are free, else any free ports. */
    static List<Integer> defaultsIfFree(int count) throws IOException {
        List<Integer> defaults = range(NodeAddress.DEFAULT_SERVER_PORT, count);
        return areFree(defaults) ? defaults : anyFree(count);
    }

    static List<Integer> anyFree(int count) throws IOException {
        return listening(Collections.nCopies(count, 0));
    }

    static List<Integer> range(int base, int count) {
        return IntStream.range(base, base + count).boxed().toList();
    }

    /**
     * Waits up to a second until the address is free, as a process that has just ended may release it late.
     *
     * @throws IOException if it is in use
     */
    static void awaitFree(NodeAddress address) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                new ServerSocket(address.port(), 1, InetAddress.getByName(address.host())).close();
                return;
            } catch (IOException e) {
                if (System.nanoTime() - deadline >= 0) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        }
    }

    private static boolean areFree(List<Integer> ports) {
        try {
            listening(ports);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Listens on all ports at once, so that ports chosen by the system (0) differ, and closes them. */
    @SuppressWarnings("AddressSelection") // the host is an address
    private static List<Integer> listening(List<Integer> ports) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int port : ports) {
                sockets.add(new ServerSocket(port, 1, InetAddress.getByName(Call.DEFAULT_HOST)));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
