package org.sss.net.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.PeerLimit;
import org.sss.net.peer.Role;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Stream;
import org.sss.net.transport.local.LocalTransport;

class ServedCallTest {
    private final PeerLimit budget = new PeerLimit("bytes", 10);
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    @Test
    void requestMemoryIsReservedUntilParsed() {
        try (LocalTransport transport = new LocalTransport()) {
            Stream stream = open(transport, new Recorder());
            stream.send(json("\"abc\""));
            stream.end(Message.EMPTY);
            assertThat(budget.used()).isEqualTo(5);
            waiting.remove().run();
            assertThat(budget.used()).isZero();
        }
    }

    @Test
    void cancelledRequestIsFreed() {
        try (LocalTransport transport = new LocalTransport()) {
            Stream stream = open(transport, new Recorder());
            stream.send(json("\"ab"));
            assertThat(budget.used()).isEqualTo(3);
            stream.fail(new SssException(ErrorCode.CANCELLED, "enough"));
            assertThat(budget.used()).isZero();
        }
    }

    @Test
    void requestBeyondTheBudgetIsRejectedAndFreed() throws Exception {
        try (LocalTransport transport = new LocalTransport()) {
            Recorder caller = new Recorder();
            Stream stream = open(transport, caller);
            stream.send(json("\"abcdef"));
            stream.send(json("ghijkl\""));
            assertThat(caller.awaitError().code()).isEqualTo(ErrorCode.OVERLOADED);
            assertThat(budget.used()).isZero();
        }
    }

    private Stream open(LocalTransport transport, Recorder caller) {
        RpcService service = new RpcService(waiting::add)
                .onStream(
                        verb("echo"),
                        (header, stream) -> new ServedCall<String, String>(
                                "echo",
                                String.class,
                                text -> text,
                                waiting::add,
                                new PeerLimit("calls", 9),
                                new RequestMemory(budget, budget, stream.peer()),
                                stream,
                                header));
        NodeAddress address =
                transport.listen(new NodeAddress("n1", 0), service).address();
        Connection connection = transport.connect(address, Duration.ofSeconds(1));
        return connection.open("echo", Message.EMPTY, caller);
    }

    private static ByteBuf json(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }

    private static Verb verb(String name) {
        return Verb.of(name, Role.READ);
    }
}
