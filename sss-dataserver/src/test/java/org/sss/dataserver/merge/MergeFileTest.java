package org.sss.dataserver.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.TestNode;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

class MergeFileTest {
    @TempDir
    Path directory;

    /** What it would have written from is looked for when all tests of this class are done. */
    @Test
    void aFileThatCannotBeMadeTakesNoMemory() {
        assertThatThrownBy(() -> new MergeFile.Writer(directory.resolve("missing/merge")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void interruptIsNotReportedAsDiskError() throws IOException {
        try (MergeFile.Writer writer = new MergeFile.Writer(directory.resolve("merge"))) {
            writer.add(new byte[100], 0, 100);
            writer.endRun();
            isCancelled(() -> writer.sources(TestNode.CONFIG));
        }
    }

    @Test
    void interruptAtReadIsNotReportedAsDiskError() throws IOException {
        try (MergeFile.Writer writer = new MergeFile.Writer(directory.resolve("merge"))) {
            writer.add(new byte[100], 0, 100);
            writer.endRun();
            try (BlockSource source = writer.sources(TestNode.CONFIG).get(0)) {
                isCancelled(() -> source.next(new BlockReader()));
            }
        }
    }

    private static void isCancelled(Runnable interrupted) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(interrupted::run)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
                    .hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
