package org.sss.net.auth;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.sss.net.transport.NodeAddress;

/** A program that listens in place of a node, and passes all bytes on to that node. */
final class TcpRelay implements AutoCloseable {
    private final ServerSocket server;
    private final NodeAddress target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    TcpRelay(NodeAddress at, NodeAddress target) throws IOException {
        server = new ServerSocket(at.port(), 5, InetAddress.getByName(at.host()));
        this.target = target;
        start(this::accept);
    }

    NodeAddress address() {
        return new NodeAddress(server.getInetAddress().getHostAddress(), server.getLocalPort());
    }

    private void accept() throws IOException {
        while (!server.isClosed()) {
            Socket client = server.accept();
            Socket node = new Socket(target.host(), target.port());
            sockets.addAll(List.of(client, node));
            start(() -> client.getInputStream().transferTo(node.getOutputStream()));
            start(() -> node.getInputStream().transferTo(client.getOutputStream()));
        }
    }

    private interface Pump {
        void run() throws IOException;
    }

    private static void start(Pump pump) {
        Thread thread = new Thread(() -> {
            try {
                pump.run();
            } catch (IOException closed) {
                // one of both sides has ended
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
