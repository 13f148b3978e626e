package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.ScanPosition;
import org.sss.net.block.TupleMerge;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.data.BlockBatch;
import org.sss.net.data.RemoteSource;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;

/** Scans that are cut and continue by key, merged once by the client and once by the server. */
final class CutScanIT {
    private static final int RUNS = 8;
    private static final int MERGED_BY_CLIENT = 8 << 20;
    private static final int MERGED_BY_SERVER = 1;

    @TempDir
    Path directory;

    private final Random random = new Random(17);
    private TestNode node;

    @BeforeEach
    void store() {
        node = TestNode.open(directory, TestNode.UNHELD, () -> new TcpTransport(TcpConfig.DEFAULTS.withIo("epoll")));
        PutClient put = node.openPut(7, attempt(0));
        for (int run = 0; run < RUNS; run++) {
            Tuples tuples = new Tuples();
            for (int i = 0; i < 60; i++) {
                tuples.add(Tuples.bytes("key" + random.nextInt(300)), value(random.nextInt(4000)));
                tuples.add(Tuples.bytes("many"), value(2000));
            }
            tuples.add(Tuples.bytes("many"), value(600_000));
            tuples.add(Tuples.bytes("pieces" + run % 3), value(300_000));
            put.put(3, run, tuples);
        }
        put.finish();
        node.server().commit(GroupKey.of(7), List.of(attempt(0)));
    }

    @AfterEach
    void close() {
        node.close();
    }

    private byte[] value(int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return value;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void scansThatAreCutAgainAndAgainGiveTheSameTuples(int blocks) {
        List<String> all = read(null, MERGED_BY_SERVER, Integer.MAX_VALUE);
        assertThat(all).hasSize(RUNS * 122);
        assertThat(read(null, MERGED_BY_CLIENT, blocks)).isEqualTo(all);
        assertThat(read(null, MERGED_BY_SERVER, blocks)).isEqualTo(all);
    }

    @Test
    void rangesDoSoToo() {
        for (String key : List.of("", "key", "key150", "many", "pieces1", "z")) {
            byte[] from = Tuples.bytes(key);
            List<String> all = read(null, MERGED_BY_SERVER, Integer.MAX_VALUE);
            all.removeIf(tuple -> tuple.substring(0, tuple.indexOf('=')).compareTo(key) < 0);
            assertThat(read(from, MERGED_BY_CLIENT, 3)).as(key).isEqualTo(all);
        }
    }

    private List<String> read(byte[] from, int mergeBytes, int blocks) {
        List<String> tuples = new ArrayList<>();
        try (TupleMerge merge = new TupleMerge(List.of(new Cut(from, mergeBytes, blocks)))) {
            while (merge.next()) {
                byte[] key =
                        Arrays.copyOfRange(merge.keyArray(), merge.keyOffset(), merge.keyOffset() + merge.keyLength());
                byte[] array = merge.valueArray();
                int offset = merge.valueOffset();
                int hash = Arrays.hashCode(Arrays.copyOfRange(array, offset, offset + merge.valueLength()));
                tuples.add(new String(key, StandardCharsets.UTF_8) + "=" + merge.valueLength() + ":" + hash);
            }
        }
        return tuples;
    }

    /** A scan that ends after some blocks, and is continued by another one. */
    private final class Cut implements BlockSource {
        private final ClusterMap cluster =
                new ClusterMap("test", 1, List.of(new NodeInfo(0, node.address(), node.address())), 4);
        private final RemoteSource remote =
                new RemoteSource(address -> node.connection(), cluster, Duration.ofSeconds(20));
        private final ScanPosition position;
        private final int blocks;
        private int mergeBytes;
        private BlockSource scan;
        private int given;

        Cut(byte[] from, int mergeBytes, int blocks) {
            position = new ScanPosition(from);
            this.mergeBytes = mergeBytes;
            this.blocks = blocks;
            start();
        }

        private void start() {
            position.start();
            scan = remote.range(7, 3, true, position.from(), null, mergeBytes, BlockBatch.FRAME_BYTES);
        }

        @Override
        public boolean next(BlockReader reader) {
            position.leave(reader);
            if (given++ == blocks) {
                given = 1;
                mergeBytes = mergeBytes == MERGED_BY_CLIENT ? MERGED_BY_SERVER : MERGED_BY_CLIENT;
                scan.close();
                start();
            }
            while (scan.next(reader)) {
                if (position.enter(reader)) {
                    return true;
                }
            }
            position.end();
            return false;
        }

        @Override
        public void close() {
            scan.close();
        }
    }
}
