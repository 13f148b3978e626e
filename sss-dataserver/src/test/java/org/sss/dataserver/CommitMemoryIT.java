package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommitMemoryIT {
    @Test
    void storesMoreAttemptsThanFitIntoTheHeap(@TempDir Path directory) throws Exception {
        assertThat(DiskErrorsIT.lines("true", "-Xmx24m", ManyCommits.class, directory))
                .containsExactly("SAID all are there");
    }
}
