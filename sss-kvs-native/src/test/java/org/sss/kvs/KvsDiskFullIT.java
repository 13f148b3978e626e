package org.sss.kvs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sss.kvs.Records.TUNING;
import static org.sss.kvs.Records.direct;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.format.BdbFileWriter;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.format.BdbRecordsIT;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsReader;
import org.sss.kvs.library.KvsWriter;

/** A full disk is an exception, at the write or at the close, and never a file that looks finished. */
class KvsDiskFullIT {
    @TempDir
    Path directory;

    private TinyFileSystem disk;
    private Path file;
    private KvsWriter writer;

    @BeforeEach
    void mountATinyDisk() throws Exception {
        disk = TinyFileSystem.mount(directory.resolve("disk"), "size=1m");
        assumeTrue(disk.isMounted(), "needs root and mount rights for a tmpfs of 1 MiB");
        file = disk.directory().resolve("segment.bdb");
    }

    @AfterEach
    void unmount() throws Exception {
        if (writer != null) {
            writer.abandon();
        }
        disk.close();
    }

    private void put(int number) {
        writer.put(direct(ByteBuffer.allocate(4).putInt(number).array()), direct(Records.pattern(number, 32 << 10)));
    }

    private static void assertDiskFull(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        KvsException.class,
                        e -> assertThat(e.error()).as(e.getMessage()).isEqualTo(KvsError.WRITE));
    }

    @Test
    void closeSaysThatWhatWasInMemoryDidNotFit() {
        writer = KvsWriter.create(file, TUNING);
        for (int i = 0; i < 40; i++) {
            put(i); // fits in the leaf cache
        }
        assertThatThrownBy(writer::close)
                .satisfies(KvsDiskFullIT::assertDiskFull)
                .hasMessageContaining("no space left");
        writer.close();
        assertThatThrownBy(() -> KvsReader.open(file, TUNING)).hasMessageContaining("WRITE_FAILED");
        assertThatThrownBy(() -> BdbRecords.walk(file, 0, BdbRecordsIT.NOBODY)).hasMessageContaining("WRITE_FAILED");
    }

    @Test
    void everyCallAfterAFailedWriteFails() {
        writer = KvsWriter.create(file, TUNING.withLeafCacheCount(9));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 400; i++) {
                        put(i);
                    }
                })
                .satisfies(KvsDiskFullIT::assertDiskFull)
                .hasMessageContaining("no space left");
        assertThatThrownBy(() -> put(1000)).satisfies(KvsDiskFullIT::assertDiskFull);
        assertThatThrownBy(writer::sync).satisfies(KvsDiskFullIT::assertDiskFull);
        assertThatThrownBy(writer::close)
                .satisfies(KvsDiskFullIT::assertDiskFull)
                .hasMessageContaining("delete the file");
        writer.close();
    }

    @Test
    void anAbandonedWriterSaysNothing() throws Exception {
        writer = KvsWriter.create(file, TUNING);
        for (int i = 0; i < 40; i++) {
            put(i);
        }
        writer.abandon();
        Files.delete(file);
        assertThatThrownBy(() -> put(0)).hasMessageContaining("CLOSED");
    }

    @Test
    void aFileThatDoesNotFitAtAllIsDeleted() throws Exception {
        Files.write(disk.directory().resolve("filler"), new byte[(1 << 20) - 4096]);
        assertThatThrownBy(() -> KvsWriter.create(file, TUNING)).satisfies(KvsDiskFullIT::assertDiskFull);
        assertThat(file).doesNotExist();
    }

    @Test
    void aFileThatIsWrittenInOnePassIsDeletedToo() throws Exception {
        ByteBuffer heads = ByteBuffer.allocateDirect(4 << 10);
        BdbFileWriter.create(directory.resolve("other.bdb"), heads).close();
        Files.write(disk.directory().resolve("filler"), new byte[1 << 20]);
        assertThatThrownBy(() -> BdbFileWriter.create(file, heads))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left");
        assertThat(file).doesNotExist();
    }
}
