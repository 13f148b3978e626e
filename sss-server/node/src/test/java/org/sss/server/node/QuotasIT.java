package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.peer.Role;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Verb;
import org.sss.net.testing.ErrorLog;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Transport;

/** A token with a share of 10 % uses up its quotas; another token still works. */
class QuotasIT {
    private static final int STREAMS_PER_CONNECTION = 500;

    @TempDir
    private Path directory;

    private SecuredNode node;
    private Transport greedy;
    private TestClient other;
    private final List<Connection> connections = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        node = new SecuredNode(directory);
        TokenFile token = node.token(Role.WRITE, 10, 0);
        greedy = node.transport(token);
        other = node.client(node.token(Role.WRITE, 10, 0));
    }

    @AfterEach
    void stop() {
        other.close();
        connections.forEach(Connection::close);
        node.close();
    }

    private Connection connect(NodeAddress address) {
        Connection connection = greedy.connect(address, TestClient.WAIT);
        connections.add(connection);
        return connection;
    }

    @Test
    void connections() {
        SssException refusal = null;
        while (refusal == null) {
            try {
                connect(node.server());
            } catch (SssException e) {
                refusal = e;
            }
        }
        namesTheQuota(refusal, "409 connections open", "409 of 4096 are its share of 10 %");
        otherTokenWorks();
        connections.forEach(Connection::close);
        await().atMost(TestClient.WAIT)
                .ignoreExceptions()
                .until(() -> connect(node.server()).isOpen());
    }

    @Test
    void streams() {
        namesTheQuota(
                openUntilRefused(node.server(), ServerVerbs.GROUP_GET, new byte[0]),
                "streams open for token",
                "are its share of 10 %");
        otherTokenWorks();
    }

    @Test
    void putStreams() {
        try (DataQueue write = DataQueue.open(
                connect(node.server()),
                ServerVerbs.GROUP_WRITE,
                Message.of(
                        Json.write(new NewGroup("puts", "long", "string", true, false, "import", Compression.NONE))))) {
            ByteBuf answer = write.take(TestClient.WAIT);
            GroupKey group = Json.read(ByteBufUtil.getBytes(answer), GroupInfo.class, "group")
                    .key();
            answer.release();
            byte[] header = Json.write(new DataVerbs.Put(group, new AttemptId("import", 1, 0), true));
            namesTheQuota(
                    openUntilRefused(node.data(), DataVerbs.PUT, header), "put streams open", "are its share of 10 %");
            otherTokenWorks();
        }
    }

    @Test
    void uploads() {
        AtomicReference<SssException> refusal = new AtomicReference<>();
        Connection connection = node.transport(node.token(Role.RUN, 10, 0)).connect(node.server(), TestClient.WAIT);
        connections.add(connection);
        List<DataQueue> uploads = new ArrayList<>();
        while (refusal.get() == null) {
            byte[] header = Json.write(new ServerVerbs.Blob(String.format("%064x", uploads.size())));
            DataQueue upload = DataQueue.open(connection, ServerVerbs.BLOB_PUT, Message.of(header));
            uploads.add(upload);
            try {
                upload.stream().send(Unpooled.wrappedBuffer(new byte[1]));
                upload.take(Duration.ofMillis(200));
            } catch (SssException e) {
                refusal.set(e.code() == ErrorCode.TIMEOUT ? null : e);
            }
        }
        namesTheQuota(refusal.get(), "12 blobs to receive for token", "12 of 128 are its share of 10 %");
        otherTokenWorks();
        uploads.forEach(DataQueue::close);
    }

    /** Each writer that disconnects is a line. */
    @Test
    void logLines() {
        try (ErrorLog log = ErrorLog.open(Level.INFO)) {
            for (int i = 0; i < 100; i++) {
                abandonWriter(greedy, "greedy." + i);
            }
            abandonWriter(node.transport(node.token(Role.WRITE, 10, 0)), "other");
            List<String> lines = new ArrayList<>();
            await().until(() -> {
                log.take().stream()
                        .filter(line -> line.contains("The writer of a group has disconnected"))
                        .forEach(lines::add);
                return lines.size() > 5;
            });
            assertThat(lines).hasSize(6);
        }
    }

    private void abandonWriter(Transport transport, String group) {
        try (Connection connection = transport.connect(node.server(), TestClient.WAIT)) {
            DataQueue write = DataQueue.open(
                    connection,
                    ServerVerbs.GROUP_WRITE,
                    Message.of(Json.write(
                            new NewGroup(group, "long", "string", true, false, "import", Compression.NONE))));
            write.take(TestClient.WAIT).release();
        }
    }

    /** Puts into the groups that others will create next, and with their number into those that they have created. */
    @Test
    void numbersOfGroups() {
        long next = other.writeLines("lines", List.of("a")).id() + 1;
        AtomicReference<SssException> refusal = new AtomicReference<>();
        Connection connection = connect(node.data());
        for (long id = next; id < next + 100; id++) {
            refusal.set(null);
            connection.open(
                    DataVerbs.PUT.name(),
                    Json.write(
                            new DataVerbs.Put(new GroupKey(id, "f".repeat(32)), new AttemptId("import", 0, 0), false)),
                    new Open(refusal));
            await().until(() -> refusal.get() != null);
            assertThat(refusal.get()).hasMessageContaining("group " + id + " cannot be written");
        }
        other.call(ServerVerbs.GROUP_DROP, new ServerVerbs.Name("lines"), Void.class);
        otherTokenWorks();
    }

    /** Opens streams, and more connections for them, until one is refused. */
    private SssException openUntilRefused(NodeAddress address, Verb verb, byte[] header) {
        AtomicReference<SssException> refusal = new AtomicReference<>();
        while (refusal.get() == null) {
            Connection connection = connect(address);
            for (int i = 0; i < STREAMS_PER_CONNECTION && refusal.get() == null; i++) {
                connection.open(verb.name(), header, new Open(refusal));
            }
        }
        return refusal.get();
    }

    private record Open(AtomicReference<SssException> refusal) implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            // the peer waits for this side
        }

        @Override
        public void onError(SssException error) {
            refusal.compareAndSet(null, error);
        }
    }

    private static void namesTheQuota(SssException refusal, String... words) {
        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(refusal).hasMessageContainingAll(words).hasMessageContaining("'sss security token --share'");
    }

    private void otherTokenWorks() {
        assertThat(other.writeLines("lines", List.of("a", "b", "c")).tuples()).isEqualTo(3);
        assertThat(other.countTuples("lines")).isEqualTo(3);
        assertThat(other.groups()).extracting(GroupInfo::name).contains("lines");
    }
}
