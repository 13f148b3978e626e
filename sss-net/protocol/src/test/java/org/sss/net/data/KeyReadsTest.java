package org.sss.net.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.local.LocalTransport;

/** Looks up one key in all of eight subgroups, four on each of two nodes. */
@Timeout(60)
class KeyReadsTest {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final int KEYS = 4;
    /** Values larger than this do not fit twice into an answer. */
    private static final int WINDOW = 1_500;

    private static final byte[] KEY = {7};
    private static final byte[] NO_TRAILER = {};

    private final LocalTransport transport = new LocalTransport(new StreamConfig(WINDOW, Duration.ofSeconds(3), 10));
    private final Connections connections = new Connections(transport, WAIT);
    private final List<Acceptor> nodes = List.of(new Acceptor(), new Acceptor());
    private final CompletableFuture<List<String>> found = new CompletableFuture<>();
    private Thread reader;
    private Stream first;
    private Stream second;

    @BeforeEach
    void ask() throws Exception {
        List<NodeInfo> infos = new ArrayList<>();
        for (Acceptor node : nodes) {
            NodeAddress data =
                    transport.listen(new NodeAddress("local", 0), node).address();
            infos.add(new NodeInfo(infos.size(), data, data));
        }
        KeyReads<String> reads = new KeyReads<>(
                connections::to,
                new ClusterMap("test", 1, infos, nodes.size() * KEYS),
                new KeyReads.Source(GroupKey.of(9), "words", false),
                (bytes, offset, length) -> new String(bytes, offset, 2, StandardCharsets.US_ASCII),
                new NoFallback());
        reader = new Thread(() -> read(reads));
        reader.start();
        first = nodes.get(0).next().stream();
        second = nodes.get(1).next().stream();
    }

    private void read(KeyReads<String> reads) {
        try {
            found.complete(reads.read(KEY));
        } catch (RuntimeException e) {
            found.completeExceptionally(e);
        }
    }

    @AfterEach
    void close() throws Exception {
        transport.close();
        reader.join();
    }

    @Test
    void readsAnswerWhileAnotherNodeIsSilent() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            second.send(answer("b" + key));
        }
        second.end(NO_TRAILER);
        for (int key = 0; key < KEYS; key++) {
            first.send(answer("a" + key));
        }
        first.end(NO_TRAILER);
        assertThat(values()).containsExactly("a0", "b0", "a1", "b1", "a2", "b2", "a3", "b3");
    }

    @Test
    void readsAnswersAlternately() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            first.send(answer("a" + key));
            second.send(answer("b" + key));
        }
        second.end(NO_TRAILER);
        first.end(NO_TRAILER);
        assertThat(values()).hasSize(2 * KEYS);
    }

    @Test
    void readsKeysFromTheTrailer() throws Exception {
        first.send(answer("a0"));
        second.send(answer("b0"));
        second.send(Unpooled.wrappedBuffer(answer("b1"), answer("b2"), answer("b3")));
        second.end(NO_TRAILER);
        byte[] rest = new byte[3 * 4];
        first.end(rest);
        assertThat(values()).containsExactly("a0", "b0", "b1", "b2", "b3");
    }

    @Test
    void reportsErrorOfOneNodeWhileAnotherIsSilent() {
        second.fail(new SssException(ErrorCode.STORAGE, "the disk is broken"));
        assertThatThrownBy(this::values)
                .hasCauseInstanceOf(SssException.class)
                .hasMessageContaining("the disk is broken")
                .hasMessageContaining("'words'")
                .hasMessageContaining("node 1");
    }

    @Test
    void interruptedReaderIsCancelled() {
        reader.interrupt();
        assertThatThrownBy(this::values)
                .isInstanceOfSatisfying(
                        ExecutionException.class,
                        e -> assertThat(((SssException) e.getCause()).code()).isEqualTo(ErrorCode.CANCELLED));
    }

    private List<String> values() throws Exception {
        return found.get(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** One value that starts with {@code text}. */
    private static ByteBuf answer(String text) {
        byte[] value = new byte[1_000];
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, value, 0, text.length());
        return Unpooled.buffer().writeInt(1).writeInt(value.length).writeBytes(value);
    }

    private static final class NoFallback implements KeyReadFallback {
        @Override
        public void scan(int subgroup, byte[] key, Consumer<byte[]> values) {
            throw new AssertionError("subgroup " + subgroup + " was scanned");
        }

        @Override
        public void checkEmpty(int subgroup) {
            throw new AssertionError("subgroup " + subgroup + " was reported to be empty");
        }
    }
}
