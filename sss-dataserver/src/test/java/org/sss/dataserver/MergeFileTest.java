package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeFileTest {
    @TempDir
    Path directory;

    /** What it would have written from is looked for when all tests of this class are done. */
    @Test
    void aFileThatCannotBeMadeTakesNoMemory() {
        assertThatThrownBy(() -> new MergeFile.Writer(directory.resolve("missing/merge"))).isInstanceOf(NoSuchFileException.class);
    }
}
