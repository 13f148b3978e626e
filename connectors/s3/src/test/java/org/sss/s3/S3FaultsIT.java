package org.sss.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.FileStore;
import org.sss.io.store.PendingFile;
import org.sss.s3.FaultyProxy.Fault;

/** A server that is slow, busy, breaks connections, or refuses. */
class S3FaultsIT {
    private static final String ROOT = "s3://" + MotoServer.BUCKET + "/faults/";

    private FaultyProxy proxy;
    private S3Files files;

    @BeforeEach
    void start() throws IOException {
        proxy = new FaultyProxy(MotoServer.address());
        files = files(Duration.ofSeconds(60));
    }

    private S3Files files(Duration timeout) {
        return new S3Files(TestOptions.of(proxy.address(), timeout, null));
    }

    @AfterEach
    void stop() {
        proxy.close();
    }

    private byte[] read(String path) throws IOException {
        try (InputStream in = files.open(files.stat(path), 0, FileStore.END)) {
            return in.readAllBytes();
        }
    }

    private PendingFile write(String path, byte[] content, boolean replacing) throws IOException {
        PendingFile file = files.create(path, "wf-1", replacing);
        file.out().write(content);
        file.prepare();
        return file;
    }

    /** Half of each second answer arrives. */
    @Test
    void readsOnAfterACutConnection() throws IOException {
        byte[] content = MotoServer.lines(200_000, 5);
        MotoServer.put("faults/cut", content);
        AtomicInteger gets = new AtomicInteger();
        proxy.set((method, uri) -> method.equals("GET") && gets.incrementAndGet() % 2 == 1 ? Fault.CUT : Fault.NONE);
        assertThat(read(ROOT + "cut").length).isEqualTo(content.length);
        assertThat(java.util.Arrays.equals(read(ROOT + "cut"), content)).isTrue();
        assertThat(gets.get()).isGreaterThan(3);
    }

    @Test
    void stopsReadingAfterALimitedNumberOfFailures() {
        MotoServer.put("faults/broken", MotoServer.lines(1000, 6));
        proxy.set((method, uri) -> method.equals("GET") ? Fault.LOST : Fault.NONE);
        files = files(Duration.ofSeconds(4));
        assertThatThrownBy(() -> read(ROOT + "broken"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reading '" + ROOT + "broken' failed");
        assertThat(proxy.requests()).hasSizeLessThan(20);
    }

    @Test
    void repeatsRequestsOfABusyServer() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        proxy.set((method, uri) -> requests.incrementAndGet() % 2 == 1 ? Fault.BUSY : Fault.NONE);
        byte[] content = MotoServer.lines(300_000, 7);
        write(ROOT + "busy", content, false).publish();
        assertThat(java.util.Arrays.equals(read(ROOT + "busy"), content)).isTrue();
        assertThat(files.list(ROOT + "bus*")).hasSize(1);
    }

    @Test
    void aServerThatStaysBusyFailsWithinTheTimeout() {
        proxy.set((method, uri) -> Fault.BUSY);
        files = files(Duration.ofSeconds(4));
        assertThatThrownBy(() -> files.stat(ROOT + "x"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reading '" + ROOT + "x' failed at " + proxy.address());
        assertThat(proxy.requests()).hasSizeLessThan(10);
    }

    @Test
    void waitsForALateAnswer() throws IOException {
        proxy.set((method, uri) -> Fault.LATE);
        write(ROOT + "late", new byte[] {'x'}, false).publish();
        assertThat(MotoServer.get("faults/late")).containsExactly('x');
    }

    @Test
    void aRefusalSaysWhoseCredentialsAreRefused() {
        proxy.set((method, uri) -> Fault.DENIED);
        for (FaultyCall call : new FaultyCall[] {
            () -> files.stat(ROOT + "x"), () -> files.list(ROOT + "*"), () -> files.create(ROOT + "x", "wf-1", true)
        }) {
            assertThatThrownBy(call::run)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN))
                    .hasMessageContaining("is not allowed for the credentials of node 2")
                    .hasMessageContaining(ROOT)
                    .hasMessageNotContaining(TestOptions.SECRET);
        }
    }

    private interface FaultyCall {
        void run() throws IOException;
    }

    @Test
    void aMissingBucketIsRefusedBeforeAnythingIsWritten() {
        assertThatThrownBy(() -> files.create("s3://no-such-bucket/x", "wf-1", true))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("writing 's3://no-such-bucket/x'")
                .hasMessageContaining("NoSuchBucket");
    }

    @Test
    void aLostAnswerOfThePublishIsNotTakenForAnotherObject() throws IOException {
        AtomicInteger completes = new AtomicInteger();
        proxy.set(
                (method, uri) -> method.equals("POST") && uri.contains("uploadId=") && completes.incrementAndGet() == 1
                        ? Fault.LOST
                        : Fault.NONE);
        for (boolean replacing : new boolean[] {false, true}) {
            completes.set(0);
            PendingFile file = write(ROOT + "lost-" + replacing, new byte[] {'x'}, replacing);
            file.publish();
            assertThat(completes.get()).isGreaterThan(0);
            assertThat(MotoServer.get("faults/lost-" + replacing)).containsExactly('x');
            assertThat(MotoServer.openUploads("faults/lost")).isEmpty();
        }
    }

    @Test
    void aConflictIsTriedAgain() throws IOException {
        AtomicInteger completes = new AtomicInteger();
        proxy.set((method, uri) -> method.equals("POST") && uri.contains("uploadId=") && completes.incrementAndGet() < 3
                ? Fault.CONFLICT
                : Fault.NONE);
        write(ROOT + "conflict", new byte[] {'x'}, false).publish();
        assertThat(completes.get()).isEqualTo(3);
        assertThat(MotoServer.get("faults/conflict")).containsExactly('x');
    }

    @Test
    void aConflictThatLastsEndsWithTheTimeout() throws IOException {
        proxy.set((method, uri) -> method.equals("POST") && uri.contains("uploadId=") ? Fault.CONFLICT : Fault.NONE);
        files = files(Duration.ofSeconds(2));
        PendingFile file = write(ROOT + "endless", new byte[] {'x'}, false);
        assertThatThrownBy(file::publish)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("object '" + ROOT + "endless' cannot be published");
        proxy.set((method, uri) -> Fault.NONE);
        file.discard();
        assertThat(MotoServer.openUploads("faults/endless")).isEmpty();
        assertThat(MotoServer.find("faults/endless")).isEmpty();
    }
}
