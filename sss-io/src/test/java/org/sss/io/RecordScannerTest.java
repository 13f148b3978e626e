package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.io.ByteWindowTest.CHUNK;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;

class RecordScannerTest {
    private static final String LONG = "x".repeat(1000);

    /** Tasks whose range starts within a line of hundreds of MiB do not buffer it. */
    @Test
    void skippingALineTakesNoMemory() throws IOException {
        RecordScanner lines = lines(LONG + "\na\n");
        assertThat(lines.skipLine()).isTrue();
        assertThat(lines.array()).hasSize(CHUNK);
        assertThat(lines.next()).isTrue();
        assertThat(lines.position()).isEqualTo(LONG.length() + 1);
        assertThat(text(lines)).isEqualTo("a");
        assertThat(lines.next()).isFalse();
    }

    @Test
    void nothingFollowsASkippedLastLine() throws IOException {
        RecordScanner lines = lines(LONG);
        assertThat(lines.skipLine()).isFalse();
        assertThat(lines.next()).isFalse();
        assertThat(lines("").skipLine()).isFalse();
    }

    @Test
    void limitsLengthOfLines() {
        assertThatThrownBy(() -> lines(LONG).next())
                .isInstanceOf(SssException.class)
                .hasMessageContaining("more than 100 bytes");
    }

    @Test
    void hintsAtUnclosedQuotationMarkInLongRecord() throws IOException {
        RecordScanner records = new CsvScanner(window("a,b\n1,\"open\n" + "2,x\n".repeat(100)), CsvFormat.DEFAULT);
        assertThat(records.next()).isTrue();
        assertThatThrownBy(records::next)
                .isInstanceOf(SssException.class)
                .hasMessageContaining("more than 100 bytes at byte 4")
                .hasMessageContaining("quotation mark that is never closed");
        RecordScanner plain = new CsvScanner(window(LONG), CsvFormat.DEFAULT);
        assertThatThrownBy(plain::next).hasMessageNotContaining("quotation");
    }

    private static RecordScanner lines(String text) {
        return new RecordScanner.Lines(window(text));
    }

    private static ByteWindow window(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new ByteWindow(new ByteArrayInputStream(bytes), "it", 0, 100, CHUNK);
    }

    private static String text(RecordScanner record) {
        return new String(record.array(), record.offset(), record.length(), StandardCharsets.UTF_8);
    }
}
