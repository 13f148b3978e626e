package org.sss.net.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of this machine without a listener. Stateless. */
public final class FreePorts {
    private FreePorts() {
    }

    public static int one() throws IOException {
        return take(1).get(0);
    }

        /** Returns distinct ports. */
    public static List<Integer> take(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
