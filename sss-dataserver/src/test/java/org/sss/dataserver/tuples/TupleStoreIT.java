package org.sss.dataserver.tuples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;

/** When the file of a node is open for writing, and when for reading. */
final class TupleStoreIT {
    private static final byte[] FROM = {0};
    private static final byte[] TO = {100};
    /** Enough of them after a write close the file. */
    private static final int MANY = 1000;

    @TempDir
    Path root;

    private TupleStore store;

    @BeforeEach
    void open() throws IOException {
        store = new TupleStore(new DataDirectory(root), Disk.UNSYNCED, 2);
        store.start();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void put(int key) {
        ByteBuffer record = ByteBuffer.allocateDirect(10);
        record.putInt(1).putInt(1).put((byte) key).put((byte) key).flip();
        try {
            assertThat(store.putAll(record)).isEqualTo(1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private int count() {
        return store.read(FROM, TO, ByteBuffer.allocateDirect(1000));
    }

    private void readOften(int expected) {
        for (int i = 0; i < MANY; i++) {
            assertThat(count()).isEqualTo(expected);
        }
    }

    /** A server that is killed now leaves the file like this. */
    private boolean survivesAKill() throws IOException {
        Path copy = Files.copy(store.file(), root.resolve("copy"));
        try (KvsTree tree = KvsTree.openForReading(copy, KvsTuning.defaults())) {
            return tree.recordCount() > 0;
        } catch (KvsException e) {
            assertThat(e.error()).isEqualTo(KvsError.NOT_CLOSED);
            return false;
        } finally {
            Files.delete(copy);
        }
    }

    @Test
    void readsAfterAWriteOpenTheFileForReadingAndTheNextWriteForWriting() throws IOException {
        put(1);
        assertThat(count()).isEqualTo(1);
        assertThat(survivesAKill()).isFalse();
        readOften(1);
        assertThat(survivesAKill()).isTrue();
        put(2);
        assertThat(survivesAKill()).isFalse();
        readOften(2);
        assertThat(root.toFile().list()).containsExactly("tuples.bdb");
    }

    @Test
    void runsAreNumberedOnAfterTheFileWasClosedForWriting() throws IOException {
        assertThat(store.takeRun()).isZero();
        put(1);
        readOften(1);
        assertThat(store.takeRun()).isEqualTo(1);
        put(2);
        close();
        open();
        assertThat(store.nextRun()).isEqualTo(2);
    }

    @Test
    void readsBesideWritesSeeEachWriteOnceItIsDone() throws IOException {
        put(1);
        CompletableFuture<?>[] readers = new CompletableFuture<?>[4];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = CompletableFuture.runAsync(() -> {
                int seen = 1;
                for (int n = 0; n < 3 * MANY; n++) {
                    int found = count();
                    assertThat(found).isGreaterThanOrEqualTo(seen);
                    seen = found;
                }
            });
        }
        for (int key = 2; key <= 40; key++) {
            put(key);
        }
        CompletableFuture.allOf(readers).join();
        assertThat(count()).isEqualTo(40);
    }

    @Test
    void closingWhileOthersReadEndsTheirReadsWithClosed() {
        put(1);
        readOften(1);
        CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> {
            while (true) {
                count();
            }
        });
        store.close();
        assertThatThrownBy(reading::join)
                .hasCauseInstanceOf(SssException.class)
                .cause()
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
}
