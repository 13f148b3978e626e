package org.sss.kvs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.kvs.Records.TUNING;
import static org.sss.kvs.Records.direct;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sealed file is read as it was written, or not at all. */
class KvsSealIT {
    private static final int DAMAGED_COPIES = 300;

    @TempDir Path directory;
    private Path file;

    @BeforeEach
    void writeAFile() {
        file = directory.resolve("segment.bdb");
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            for (int i = 0; i < 60; i++) {
                writer.put(direct(ByteBuffer.allocate(4).putInt(i).array()), direct(Records.pattern(i, 600 * i)));
            }
        }
    }

    private static void assertError(KvsError error, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(
                KvsException.class, e -> assertThat(e.error()).as(e.getMessage()).isEqualTo(error));
    }

    @Test
    void aSealedFileIsVerifiedAndReadLikeAnUnsealedOne() throws IOException {
        long contentBytes = Files.size(file);
        assertThat(KvsSeal.write(file)).isEqualTo(contentBytes + KvsSeal.BYTES).isEqualTo(Files.size(file));
        assertThat(KvsSeal.verify(file)).isEqualTo(contentBytes);
        try (KvsReader reader = KvsReader.openVerified(file, TUNING)) {
            assertThat(reader.recordCount()).isEqualTo(60);
            assertThat(reader.fileBytes()).isEqualTo(contentBytes);
        }
    }

    @Test
    void aFileIsSealedOnce() {
        KvsSeal.write(file);
        assertError(KvsError.SEALED, () -> KvsSeal.write(file));
    }

    @Test
    void filesWithoutASealAreNotVerified() throws IOException {
        assertError(KvsError.NOT_SEALED, () -> KvsSeal.verify(file));
        Files.write(file, new byte[0]);
        assertError(KvsError.NOT_SEALED, () -> KvsSeal.verify(file));
        Files.delete(file);
        assertError(KvsError.NOFILE, () -> KvsSeal.verify(file));
        assertError(KvsError.NOFILE, () -> KvsSeal.write(file));
    }

    @Test
    void everyFlippedBitOfTheSealAndOfTheHeaderIsFound() throws IOException {
        KvsSeal.write(file);
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < (KvsSeal.BYTES + 256) * 8; i++) {
            int at = i < KvsSeal.BYTES * 8 ? good.length - 1 - i / 8 : i / 8 - KvsSeal.BYTES;
            byte[] bad = good.clone();
            bad[at] ^= (byte) (1 << i % 8);
            Files.write(file, bad);
            assertError(at < good.length - KvsSeal.BYTES ? KvsError.DAMAGED : KvsError.NOT_SEALED, () -> KvsSeal.verify(file));
        }
    }

    @Test
    void bytesLostOrAddedInTheMiddleAreFound() throws IOException {
        KvsSeal.write(file);
        byte[] good = Files.readAllBytes(file);
        byte[] shorter = Arrays.copyOf(good, good.length - 100);
        System.arraycopy(good, good.length - KvsSeal.BYTES, shorter, shorter.length - KvsSeal.BYTES, KvsSeal.BYTES);
        Files.write(file, shorter);
        assertError(KvsError.DAMAGED, () -> KvsSeal.verify(file));
    }

    @Test
    void damagedFilesNeverEndTheProcess() throws Exception {
        KvsSeal.write(file);
        long seed = new Random().nextLong();
        System.out.println("damagedFilesNeverEndTheProcess: seed " + seed);
        ChildJvm.Result result = ChildJvm.run(
                List.of(), DamagedFiles.class, file.toString(), Long.toString(seed), Integer.toString(DAMAGED_COPIES));
        assertThat(result.status()).as("seed %d: %s", seed, result.output()).isZero();
        assertThat(result.output().lines()).as("seed %d", seed).hasSize(DAMAGED_COPIES + 1).last().isEqualTo("finished");
        assertThat(result.output().lines().filter(line -> line.contains("refused")))
                .as("seed %d: damage that was found", seed).hasSize(DAMAGED_COPIES);
    }
}
