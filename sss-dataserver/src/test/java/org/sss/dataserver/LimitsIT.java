package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.CONFIG;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.StreamHandler;

final class LimitsIT {
    @TempDir
    Path directory;

    private static void isOverloaded(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessageContaining("try again later");
    }

    @Test
    void putsBeyondTheLimitAreRefusedUntilOneEnds() {
        try (TestNode node = TestNode.open(directory, CONFIG.withMaxStreams(1, 1))) {
            PutClient first = node.openPut(1, attempt(0));
            isOverloaded(() -> node.openPut(1, attempt(1)).await());
            first.finish();
            node.put(1, attempt(1), 0, Tuples.of("a", "1"));
            node.openPut(1, attempt(2)).fail();
            node.put(1, attempt(3), 0, Tuples.of("a", "1"));
        }
    }

    @Test
    void scansBeyondTheLimitAreRefusedUntilOneEnds() {
        try (TestNode node = TestNode.open(directory, CONFIG.withMaxStreams(9, 1))) {
            node.store(1, 0, Tuples.numbered("k", 100_000, "x".repeat(100)));
            try (ScanClient first = node.openScan(new Scan(1, 0, false, null, null))) {
                assertThat(first.next(new BlockReader())).isTrue();
                isOverloaded(() -> node.scan(1, 0, false));
            }
            await().untilAsserted(
                            () -> assertThat(node.scan(1, 0, false).count()).isEqualTo(100_000));
        }
    }

    @Test
    void fewOpenFilesServeManyGroupsOneAfterAnother() {
        try (TestNode node = TestNode.open(directory, CONFIG.withOpenSegments(2, 1 << 20))) {
            for (int group = 0; group < 6; group++) {
                node.store(group, 0, Tuples.of("group", String.valueOf(group)));
            }
            for (int i = 0; i < 18; i++) {
                assertThat(node.read(i % 6, 0).values("group")).containsExactly(String.valueOf(i % 6));
            }
        }
    }

    @Test
    void readsOfMoreFilesThanStayOpenDoNotWait() {
        try (TestNode node = TestNode.open(directory, CONFIG.withOpenSegments(2, 1 << 20))) {
            List<BlockSource> open = new ArrayList<>();
            for (int group = 0; group < 6; group++) {
                node.store(group, 0, Tuples.of("group", String.valueOf(group)));
                open.add(node.server().blocks(group, 0));
            }
            for (int group = 5; group >= 0; group--) {
                assertThat(Tuples.readAll(open.get(group)).values("group")).containsExactly(String.valueOf(group));
            }
            assertThat(DataFiles.openIn(directory)).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void readsOfMoreIndexPagesThanAreCachedSucceed() {
        try (TestNode node = TestNode.open(directory, CONFIG.withOpenSegments(100, 2000))) {
            List<BlockSource> open = new ArrayList<>();
            for (int group = 0; group < 40; group++) {
                node.store(group, 0, Tuples.of("group", String.valueOf(group)));
                assertThat(node.read(group, 0).count()).isEqualTo(1);
            }
            assertThat(DataFiles.openIn(directory)).isLessThanOrEqualTo(10L);
            for (int group = 0; group < 40; group++) {
                open.add(node.server().blocks(group, 0));
            }
            for (int group = 39; group >= 0; group--) {
                assertThat(Tuples.readAll(open.get(group)).values("group")).containsExactly(String.valueOf(group));
            }
            assertThat(DataFiles.openIn(directory)).isLessThanOrEqualTo(10L);
        }
    }

    /** Takes what comes and never gives credit. */
    private static final class Staller implements StreamHandler {
        private final CompletableFuture<SssException> error = new CompletableFuture<>();

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            error.completeExceptionally(new AssertionError("the scan ended without credit"));
        }

        @Override
        public void onError(SssException e) {
            error.complete(e);
        }
    }

    @Test
    void aClientThatGivesNoCreditIsCutAndTheThreadIsFree() throws Exception {
        DataServerConfig config = CONFIG.withThreads(2, 1).withStallTimeout(Duration.ofSeconds(3));
        try (TestNode node = TestNode.open(directory, config)) {
            node.store(1, 0, Tuples.numbered("k", 50_000, "x".repeat(100)));
            Staller staller = new Staller();
            node.connection().open(DataVerbs.SCAN.name(), Json.write(new Scan(1, 0, true, null, null)), staller);
            assertThat(node.scan(1, 0, true).count()).isEqualTo(50_000); // the only thread is not held by the staller
            SssException error = staller.error.get(60, TimeUnit.SECONDS);
            assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(error).hasMessageContaining("took nothing for 3000 ms");
        }
    }

    @Test
    void stoppingServerNotifiesItsClients() {
        PutClient put;
        ScanClient scan;
        try (TestNode node = TestNode.open(directory)) {
            node.store(1, 0, Tuples.numbered("k", 100_000, "x".repeat(100)));
            put = node.openPut(2, attempt(0)).put(0, 0, Tuples.of("a", "1"));
            scan = node.openScan(new Scan(1, 0, false, null, null));
            assertThat(scan.next(new BlockReader())).isTrue();
            node.server().close();
            assertThatThrownBy(put::await).hasMessageContaining("stopping");
            assertThatThrownBy(() -> Tuples.readAll(scan)).hasMessageContaining("stopping");
        }
    }
}
