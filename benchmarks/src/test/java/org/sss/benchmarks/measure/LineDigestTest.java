package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LineDigestTest {
    @TempDir
    Path directory;

    @Test
    void theOrderOfLinesDoesNotMatter() {
        assertThat(digest("a\t1", "b\t2", "a\t1"))
                .isEqualTo(digest("a\t1", "a\t1", "b\t2"))
                .hasSize(16);
    }

    @Test
    void whatTheLinesAreAndHowOftenTheyComeDoes() {
        assertThat(digest("a", "b"))
                .isNotEqualTo(digest("a", "c"))
                .isNotEqualTo(digest("ab"))
                .isNotEqualTo(digest("a", "b", "b"));
        assertThat(digest()).isNotEqualTo(digest(""));
    }

    @Test
    void aFileHasTheDigestOfItsLinesAlsoWhenTheyAreNoText() throws IOException {
        Path file =
                Files.write(directory.resolve("lines"), "one\n\u00ff\u0080\n\n".getBytes(StandardCharsets.ISO_8859_1));
        LineDigest lines = new LineDigest();
        lines.add(new byte[] {(byte) 0xff, (byte) 0x80});
        lines.add("");
        lines.add("one");
        assertThat(LineDigest.ofFile(file)).isEqualTo(lines.digest());
    }

    private static String digest(String... lines) {
        LineDigest digest = new LineDigest();
        for (String line : lines) {
            digest.add(line);
        }
        return digest.digest();
    }
}
