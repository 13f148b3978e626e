package org.sss.kvs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sss.kvs.Records.TUNING;
import static org.sss.kvs.Records.bytes;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.format.BdbRecordsIT;
import org.sss.kvs.library.KvsCursor;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsReader;
import org.sss.kvs.library.KvsTuning;
import org.sss.kvs.library.KvsWriter;

/** Handles may be closed in any order and used by any thread; files that are not finished are refused. */
class KvsHandlesIT {
    @TempDir
    Path directory;

    private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("segment.bdb");
    }

    private KvsWriter writerOf(String... keys) {
        KvsWriter writer = KvsWriter.create(file, TUNING);
        writer.putAll(Records.ofKeys(keys));
        return writer;
    }

    private static void assertError(KvsError error, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        KvsException.class,
                        e -> assertThat(e.error()).as(e.getMessage()).isEqualTo(error));
    }

    @Test
    void aClosedWriterRefusesEverythingButClosingAgain() {
        KvsWriter writer = writerOf("a");
        writer.close();
        writer.close();
        writer.abandon();
        assertError(KvsError.CLOSED, () -> writer.putAll(Records.ofKeys("b")));
        assertError(KvsError.CLOSED, () -> writer.put(Records.ofKeys("b"), Records.ofKeys("c")));
        assertError(KvsError.CLOSED, writer::recordCount);
        assertError(KvsError.CLOSED, writer::fileBytes);
        assertError(KvsError.CLOSED, writer::sync);
    }

    @Test
    void closingTheReaderClosesItsCursors() {
        writerOf("a", "b").close();
        KvsReader reader = KvsReader.open(file, TUNING);
        KvsCursor first = reader.cursor();
        KvsCursor second = reader.cursor();
        first.close();
        first.close();
        assertThat(second.seek(bytes("b"))).isTrue();
        reader.close();
        reader.close();
        second.close();
        assertError(KvsError.CLOSED, () -> first.read(out, null));
        assertError(KvsError.CLOSED, () -> second.seek(bytes("a")));
        assertError(KvsError.CLOSED, () -> second.readValues(out, null));
        assertError(KvsError.CLOSED, reader::cursor);
        assertError(KvsError.CLOSED, () -> reader.get(bytes("a"), out));
        assertError(KvsError.CLOSED, reader::recordCount);
    }

    @Test
    void cursorsOfOneReaderKeepTheirOwnPositions() {
        writerOf("a", "b", "c").close();
        try (KvsReader reader = KvsReader.open(file, TUNING)) {
            KvsCursor first = reader.cursor();
            KvsCursor second = reader.cursor();
            assertThat(Records.nextKey(second)).isEqualTo("a");
            assertThat(Records.nextKey(second)).isEqualTo("b");
            assertThat(Records.nextKey(first)).isEqualTo("a");
            assertThat(Records.nextKey(second)).isEqualTo("c");
        }
    }

    @Test
    void threadsThatShareAReaderAllReadEverything() throws Exception {
        writerOf(IntStream.range(1000, 3000).mapToObj(Integer::toString).toArray(String[]::new))
                .close();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (KvsReader reader = KvsReader.open(file, new KvsTuning(512, 4, 4, 1, 9, 64))) {
            Callable<Integer> scan = () -> Records.keys(reader.cursor(), null).size();
            List<Future<Integer>> counts = threads.invokeAll(Collections.nCopies(12, scan));
            for (Future<Integer> count : counts) {
                assertThat(count.get()).isEqualTo(2000);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aWriterNeverTouchesAnExistingFile() throws Exception {
        Files.writeString(file, "precious");
        assertError(KvsError.KEEP, () -> KvsWriter.create(file, TUNING));
        assertThat(file).hasContent("precious");
        assertError(KvsError.NOFILE, () -> KvsWriter.create(directory.resolve("no/such.bdb"), TUNING));
    }

    @Test
    void aFileIsOpenOnceInAProcess() {
        writerOf("a").close();
        try (KvsReader first = KvsReader.open(file, TUNING)) {
            assertError(KvsError.THREAD, () -> KvsReader.open(file, TUNING));
            assertThat(first.recordCount()).isEqualTo(1);
        }
        KvsReader.open(file, TUNING).close();
    }

    @Test
    void theFileOfAKilledWriterIsRefused() throws Exception {
        Path copy = directory.resolve("copy.bdb");
        try (KvsWriter writer = writerOf("a", "b")) {
            Files.copy(file, copy);
            assertError(KvsError.NOT_CLOSED, () -> KvsReader.open(copy, TUNING));
            writer.sync();
            Files.delete(copy);
            Files.copy(file, copy);
        }
        assertError(KvsError.NOT_CLOSED, () -> KvsReader.open(copy, TUNING));
        assertError(KvsError.NOT_CLOSED, () -> BdbRecords.walk(copy, 0, BdbRecordsIT.NOBODY));
        assertThatThrownBy(() -> KvsReader.open(copy, TUNING)).hasMessageContaining("was not closed properly");
    }

    @Test
    void missingForeignAndCutFilesAreRefused() throws Exception {
        assertError(KvsError.NOFILE, () -> KvsReader.open(file, TUNING));
        assertError(KvsError.STAT, () -> KvsReader.open(directory, TUNING));
        writerOf("a", "b").close();
        byte[] good = Files.readAllBytes(file);
        Path bad = directory.resolve("bad.bdb");
        for (int length : new int[] {0, 1, 255, 256, 257, 4096, good.length / 2, good.length - 1}) {
            Files.write(bad, Arrays.copyOf(good, length));
            assertError(KvsError.META, () -> KvsReader.open(bad, TUNING));
        }
        Files.write(bad, new byte[good.length]);
        assertError(KvsError.META, () -> KvsReader.open(bad, TUNING));
    }

    @Test
    void namesOutsideOfAsciiAreTheOperatingSystemsNames() throws Exception {
        assumeTrue(System.getProperty("sun.jnu.encoding").startsWith("UTF-8"), "the locale has no such names");
        Path odd = directory.resolve("gruppe äöü 群.bdb");
        KvsWriter.create(odd, TUNING).close();
        assertThat(odd).exists();
        KvsReader.open(odd, TUNING).close();
    }
}
