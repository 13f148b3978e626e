package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;

class EncodedTuplesTest {
    private static final OutputStream FULL = new OutputStream() {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("No space left on device");
        }
    };

    @Test
    void failsInAllCallsAfterAFailure() {
        RecordFormat.Types types = RecordFormat.Types.of(Codecs.LONG, Codecs.STRING);
        EncodedTuples<Long, String> lines =
                new EncodedTuples<>(Codecs.LONG, Codecs.STRING, LineFormat.TEXT.writer(FULL, types, false, List.of()));
        int failures = 0;
        for (long i = 0; i < 100_000; i++) {
            try {
                lines.write(i, "a value of some length");
            } catch (IOException e) {
                assertThat(e).hasMessage("No space left on device");
                failures++;
            }
        }
        assertThat(lines.count() + failures).isBetween(100_000L, 100_001L);
        assertThat(lines.count()).isLessThan(10_000);
    }
}
