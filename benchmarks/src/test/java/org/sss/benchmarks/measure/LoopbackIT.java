package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class LoopbackIT {
    private static final int BYTES = 3_000_000;

    @Test
    void whatProcessesOfThisMachineSendToEachOtherIsCounted() throws Exception {
        try (UsageMonitor monitor = UsageMonitor.watch(ProcessHandle.current().pid());
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread sender = new Thread(() -> send(server));
            sender.start();
            try (Socket socket = server.accept()) {
                assertThat(socket.getInputStream().readAllBytes()).hasSize(BYTES);
            }
            sender.join();
            assertThat(monitor.usage().wireBytes()).isGreaterThan(BYTES);
        }
    }

    private static void send(ServerSocket server) {
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                OutputStream out = socket.getOutputStream()) {
            out.write(new byte[BYTES]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
