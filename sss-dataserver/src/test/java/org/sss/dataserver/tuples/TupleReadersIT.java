package org.sss.dataserver.tuples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;

/** Several handles of one file. */
final class TupleReadersIT {
    private static final byte[] KEY = {1};

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() {
        file = directory.resolve("tuples.bdb");
        try (KvsTree tree = KvsTree.create(file, KvsTuning.defaults())) {
            ByteBuffer record = ByteBuffer.allocateDirect(10);
            tree.putAll(record.putInt(1).putInt(1).put(KEY).put((byte) 7).flip());
        }
    }

    private static byte valueOf(KvsTree tree) {
        ByteBuffer value = ByteBuffer.allocateDirect(1);
        assertThat(tree.get(KEY, value)).isEqualTo(1);
        return value.get(0);
    }

    @Test
    void eachHandleReadsTheFileAndNoLinkStays() {
        try (TupleReaders readers = TupleReaders.open(file, 4);
                TupleReaders.Reader a = readers.take();
                TupleReaders.Reader b = readers.take();
                TupleReaders.Reader c = readers.take();
                TupleReaders.Reader d = readers.take()) {
            assertThat(new KvsTree[] {a.tree(), b.tree(), c.tree(), d.tree()})
                    .doesNotHaveDuplicates()
                    .allSatisfy(tree -> assertThat(valueOf(tree)).isEqualTo((byte) 7));
            assertThat(directory.toFile().list()).containsExactly("tuples.bdb");
        }
    }

    @Test
    void aReadWaitsForAHandle() {
        try (TupleReaders readers = TupleReaders.open(file, 2);
                TupleReaders.Reader a = readers.take()) {
            TupleReaders.Reader b = readers.take();
            CompletableFuture<Byte> third = CompletableFuture.supplyAsync(() -> {
                try (TupleReaders.Reader reader = readers.take()) {
                    return valueOf(reader.tree());
                }
            });
            assertThat(third).isNotDone();
            b.close();
            assertThat(third.join()).isEqualTo((byte) 7);
            assertThat(valueOf(a.tree())).isEqualTo((byte) 7);
        }
    }

    @Test
    void closingWaitsForReadsAndAfterItTheFileCanBeWritten() {
        TupleReaders readers = TupleReaders.open(file, 3);
        TupleReaders.Reader reader = readers.take();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(readers::close);
        assertThat(closing).isNotDone();
        assertThat(valueOf(reader.tree())).isEqualTo((byte) 7);
        reader.close();
        closing.join();
        try (TupleReaders.Reader late = readers.take()) {
            assertThatThrownBy(() -> valueOf(late.tree()))
                    .isInstanceOfSatisfying(
                            KvsException.class, e -> assertThat(e.error()).isEqualTo(KvsError.CLOSED));
        }
        KvsTree.open(file, KvsTuning.defaults()).close();
    }

    /** As a file system without hard links: the name is taken, so the link is refused. */
    @Test
    void withoutHardLinksThereIsOneHandle() throws Exception {
        Files.createDirectory(TupleReaders.link(file, 1));
        try (TupleReaders readers = TupleReaders.open(file, 4)) {
            assertThat(readers.count()).isEqualTo(1);
            try (TupleReaders.Reader reader = readers.take()) {
                assertThat(valueOf(reader.tree())).isEqualTo((byte) 7);
            }
        }
    }

    @Test
    void linksOfAKilledServerAreDeleted() throws Exception {
        Files.createLink(TupleReaders.link(file, 1), file);
        Files.createLink(TupleReaders.link(file, 3), file);
        TupleReaders.deleteLinks(file);
        assertThat(directory.toFile().list()).containsExactly("tuples.bdb");
    }
}
