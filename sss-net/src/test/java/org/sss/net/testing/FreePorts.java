package org.sss.net.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Ports of this machine without a listener, each of which is returned once. Thread-safe. */
public final class FreePorts {
    /** Then a port may be returned again: the system has some ten thousand. */
    private static final int MAX_TAKEN = 5_000;
    /** A port that was returned, but has no listener yet, is free for the system. */
    private static final Set<Integer> TAKEN = new HashSet<>(); // guarded by the class

    private FreePorts() {
    }

    public static int one() throws IOException {
        return take(1).get(0);
    }

    /** Returns distinct ports. */
    public static synchronized List<Integer> take(int count) throws IOException {
        if (TAKEN.size() > MAX_TAKEN) {
            TAKEN.clear();
        }
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            while (ports.size() < count) {
                ServerSocket socket = new ServerSocket(0);
                sockets.add(socket);
                if (TAKEN.add(socket.getLocalPort())) {
                    ports.add(socket.getLocalPort());
                }
            }
            return ports;
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
