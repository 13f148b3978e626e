package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.text.TextFiles;
import org.sss.net.block.BlockStats;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.local.LocalTransport;

/** Writers of groups compare the totals that the data servers report as stored with those that were sent. */
@Timeout(60)
class StoredTuplesTest {
    private static final NodeAddress SERVER = new NodeAddress("server", 1);
    private static final NodeAddress DATA = new NodeAddress("data", 1);
    private static final TupleGroup<Long, byte[]> GROUP = TupleGroup.of("group", Codecs.LONG, Codecs.BYTE_ARRAY);

    @TempDir
    Path directory;

    private final LocalTransport transport = new LocalTransport();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private volatile int lostTuples;
    private volatile int lostBytes;
    private ClusterLink link;

    @BeforeEach
    void listen() {
        ClusterMap map = new ClusterMap("c", 1, List.of(new NodeInfo(0, SERVER, DATA)), 2);
        transport.listen(
                SERVER,
                new RpcService(executor)
                        .on(ServerVerbs.CLUSTER, Nothing.class, nothing -> map)
                        .onStream(ServerVerbs.GROUP_WRITE, (header, stream) -> open(stream)));
        transport.listen(DATA, new RpcService(executor).onStream(DataVerbs.PUT, (header, stream) -> new Put(stream)));
        link = new ClusterLink(transport, SERVER);
    }

    @AfterEach
    void close() {
        link.close();
        transport.close();
        executor.shutdownNow();
    }

    private StreamHandler open(Stream stream) {
        GroupInfo writing = new GroupInfo(
                GroupKey.of(7),
                "group",
                GroupInfo.State.WRITING,
                new GroupFormat("long", "bytes", true, Compression.NONE, false),
                new GroupOrigin(0, "test"),
                GroupInfo.Content.NONE);
        executor.execute(() -> stream.send(Unpooled.wrappedBuffer(Json.write(writing))));
        return new Ignored() {
            @Override
            public void onEnd(Message trailer) {
                stream.end(new byte[0]); // the writer aborts
            }
        };
    }

    private static class Ignored implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            // not expected
        }

        @Override
        public void onError(SssException error) {
            // the writer cancelled
        }
    }

    /** Reports fewer tuples and bytes as stored than it received. */
    private final class Put extends Ignored {
        private final Stream stream;
        private long tuples;
        private long dataBytes;

        Put(Stream stream) {
            this.stream = stream;
        }

        @Override
        public void onData(ByteBuf data) {
            stream.grant(data.readableBytes());
            BlockStats block = BlockStats.of(data.skipBytes(DataVerbs.PUT_FRAME_HEADER_BYTES));
            tuples += block.tuples();
            dataBytes += block.dataBytes();
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            stream.end(Json.write(new Stored(tuples - lostTuples, dataBytes - lostBytes, 0, 0, 0)));
        }
    }

    private static void failsAfter(int tuples, ThrowingCallable written) {
        assertThatThrownBy(written)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("stored " + (tuples - 1) + " tuples of " + tuples)
                .hasMessageContaining("group 7");
    }

    private static void append(GroupWriter<Long, byte[]> writer, int tuples) {
        for (long i = 0; i < tuples; i++) {
            writer.append(i, new byte[100]);
        }
    }

    @Test
    void finishSucceedsIfEverythingIsStored() {
        try (GroupWriter<Long, byte[]> writer = new GroupWriter<>(link, GROUP, "test")) {
            append(writer, 1000);
            writer.finish();
        }
    }

    @Test
    void finishFailsIfATupleIsLost() {
        lostTuples = 1;
        try (GroupWriter<Long, byte[]> writer = new GroupWriter<>(link, GROUP, "test")) {
            append(writer, 1000);
            failsAfter(1000, writer::finish);
        }
    }

    @Test
    void finishFailsIfAByteIsLost() {
        lostBytes = 1;
        try (GroupWriter<Long, byte[]> writer = new GroupWriter<>(link, GROUP, "test")) {
            append(writer, 10);
            assertThatThrownBy(writer::finish)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("stored 10 tuples of 10, and 1079 bytes of keys and values of 1080");
        }
    }

    @Test
    void appendFailsIfALargeValueIsLost() throws Exception {
        try (GroupWriter<Long, byte[]> writer = new GroupWriter<>(link, GROUP, "test")) {
            append(writer, 10);
            lostTuples = 1;
            failsAfter(1, () -> writer.append(5L, new ByteArrayInputStream(new byte[6 << 20])));
            assertThat(writer.attempts()).as("those to be committed").hasSize(1);
            lostTuples = 0;
            writer.append(5L, new ByteArrayInputStream(new byte[6 << 20]));
            assertThat(writer.attempts()).hasSize(2);
            writer.finish();
        }
    }

    @Test
    void anImportFailsIfALineIsLost() throws Exception {
        lostTuples = 1;
        TextFiles files = TextFiles.of(List.of(Files.write(directory.resolve("lines"), List.of("a", "b", "c"))));
        NewGroup group = new NewGroup("group", "long", "string", true, false, "test", Compression.NONE);
        failsAfter(3, () -> TextImport.into(link, group, files, new Transferred()));
    }
}
