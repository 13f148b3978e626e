package org.sss.server.coordinator.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.testing.FailingDisk;

class BlobStoreTest {
    @TempDir
    Path directory;

    private BlobStore store;

    @BeforeEach
    void open() {
        store = new BlobStore(directory, 100);
    }

    private String put(int fill, int length) {
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) fill);
        String id = BlobId.of(content);
        try (BlobWriter writer = store.write(id)) {
            writer.write(content, 0, length / 2);
            writer.write(content, length / 2, length - length / 2);
            writer.commit();
        }
        return id;
    }

    private static ErrorCode codeOf(Throwable e) {
        return ((SssException) e).code();
    }

    @Test
    void blobSurvivesReopen() {
        String id = put(1, 40);
        open();
        assertThat(store.has(id)).isTrue();
        assertThat(store.read(id)).hasSize(40).containsOnly(1);
    }

    @Test
    void aBlobIsNotStoredAfterAWriteThatFailed() {
        FailingDisk disk = new FailingDisk();
        store = new BlobStore(disk.path(directory), 100);
        byte[] content = new byte[40];
        String id = BlobId.of(content);
        try (BlobWriter writer = store.write(id)) {
            disk.before = change -> FailingDisk.<RuntimeException>fail(new IOException("No space left on device"));
            assertThatThrownBy(() -> writer.write(content, 0, 40))
                    .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.STORAGE));
            disk.before = change -> {};
            writer.write(content, 0, 40);
            assertThatThrownBy(writer::commit)
                    .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.STORAGE));
        }
        assertThat(store.has(id)).isFalse();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void deletesTheLeastRecentlyUsedOfTooManyBlobs() throws IOException {
        store = new BlobStore(directory, 10_000, 16);
        String pinned = put(1, 10);
        String used = put(2, 10);
        store.pin(List.of(pinned));
        for (int fill = 3; fill <= 16; fill++) {
            put(fill, 10);
        }
        assertThat(store.has(used)).isTrue();
        String last = put(17, 10);
        assertThat(directory.toFile().list()).hasSize(14);
        assertThat(List.of(pinned, used, last)).allMatch(store::has);
        for (int fill = 18; fill <= 100; fill++) {
            put(fill, 10);
        }
        assertThat(directory.toFile().list()).hasSizeLessThanOrEqualTo(16);
        assertThat(store.has(pinned)).isTrue();
        store = new BlobStore(directory, 10_000, 8);
        assertThat(directory.toFile().list()).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void deletesDamagedBlobWhichCanBeStoredAgain() throws IOException {
        String id = put(1, 40);
        byte[] content = Files.readAllBytes(directory.resolve(id));
        content[17] ^= 4;
        Files.write(directory.resolve(id), content);
        open();
        assertThat(store.has(id)).isFalse();
        assertThatThrownBy(() -> store.read(id)).hasMessageContaining("there is no blob " + id);
        put(1, 40);
        assertThat(store.read(id)).hasSize(40).containsOnly(1);
    }

    @Test
    void rejectsContentWithWrongHash() {
        String id = BlobId.of(new byte[] {1});
        assertThatThrownBy(() -> {
                    try (BlobWriter writer = store.write(id)) {
                        writer.write(new byte[] {2}, 0, 1);
                        writer.commit();
                    }
                })
                .extracting(BlobStoreTest::codeOf)
                .isEqualTo(ErrorCode.CORRUPT);
        assertThat(store.has(id)).isFalse();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void rejectsInvalidId() {
        assertThatThrownBy(() -> store.file("../../etc/passwd"))
                .extracting(BlobStoreTest::codeOf)
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void evictsLeastRecentlyUsedBlob() {
        String first = put(1, 40);
        String second = put(2, 40);
        store.read(first);
        String third = put(3, 40);
        assertThat(List.of(first, second, third)).filteredOn(store::has).containsExactly(first, third);
    }

    @Test
    void doesNotEvictPinnedBlobs() {
        String pinned = put(1, 40);
        store.pin(List.of(pinned));
        put(2, 40);
        put(3, 40);
        assertThat(store.has(pinned)).isTrue();
        store.unpin(List.of(pinned));
        put(4, 100);
        assertThat(store.has(pinned)).isFalse();
    }

    @Test
    void rejectsBlobLargerThanStore() {
        assertThatThrownBy(() -> put(1, 202)).extracting(BlobStoreTest::codeOf).isEqualTo(ErrorCode.TOO_LARGE);
    }

    @Test
    void rejectsPinOfMissingBlob() {
        String there = put(1, 40);
        String missing = BlobId.of(new byte[3]);
        assertThatThrownBy(() -> store.pin(List.of(there, missing)))
                .extracting(BlobStoreTest::codeOf)
                .isEqualTo(ErrorCode.NOT_FOUND);
    }
}
